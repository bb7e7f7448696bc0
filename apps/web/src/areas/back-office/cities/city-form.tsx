import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { deleteCity, listCities, updateCity } from '@stowage/api/catalog'
import { call, keyOf, queryOf } from '../../../client/index.ts'
import {
  confirm,
  FieldStack,
  FormProblem,
  Section,
  toast,
  useRecordForm,
  useUnsaved,
} from '../../../ui/index.ts'
import { FormActions } from '../form-actions.tsx'
import { savedMs } from '../saved-ms.ts'
import { cityBody, cityLengths, cityValues, type City, type CityValues } from './city.ts'
import { CityFields } from './city-fields.tsx'

/** Edit and delete a city; both are asked about first (specification 2.5). */
export function CityForm({ city }: { readonly city: City }) {
  const t = useTranslations('registers.cities')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const navigate = useNavigate()
  const params = { id: city.id }
  const { form, problem, isBusy, isChanged, onSubmit, undo } = useRecordForm<City, CityValues>({
    record: city,
    valuesOf: cityValues,
    schema: updateCity.body,
    toBody: (_changes, values) => cityBody(values),
    lengths: cityLengths,
    confirm: async ({ city: name }) =>
      await confirm({
        title: t('saveTitle', { name: name.trim() }),
        text: t('saveText'),
        yes: shell('save'),
      }),
    save: async (body, updated) => {
      const saved = await call(updateCity, { params, body: { ...body, updated } })
      await client.invalidateQueries({ queryKey: keyOf(listCities) })
      toast({ text: t('saved'), ms: savedMs })
      return saved
    },
    reread: async () => {
      const cities = await client.fetchQuery({ ...queryOf(listCities), staleTime: 0 })
      return cities.find(({ id }) => id === city.id) ?? city
    },
  })
  useUnsaved(isChanged && !isBusy)
  const removing = useMutation({
    mutationFn: async () => await call(deleteCity, { params }),
    onSuccess: async () => {
      toast({ text: t('deleted', { name: city.city }), ms: savedMs })
      await navigate({ to: '/cities', ignoreBlocker: true })
      await client.invalidateQueries({ queryKey: keyOf(listCities) })
    },
  })
  const remove = async (): Promise<void> => {
    const question = {
      title: t('deleteTitle', { name: city.city }),
      text: t('deleteText'),
      yes: t('delete'),
      danger: true,
    }
    if (await confirm(question)) removing.mutate()
  }
  return (
    <Section title={t('facts')} {...(isChanged ? { tone: 'teal' as const } : {})}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <CityFields form={form} />
          <FormProblem>{problem}</FormProblem>
          <FormActions
            isBusy={isBusy}
            isChanged={isChanged}
            onUndo={undo}
            submit={shell('save')}
            aside={
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={18} stroke={1.75} />}
                loading={removing.isPending}
                onClick={() => void remove()}
              >
                {t('delete')}
              </Button>
            }
          />
        </FieldStack>
      </form>
    </Section>
  )
}
