import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { deleteCity, listCities, updateCity } from '@stowage/api/catalog'
import { call, queryOf } from '../../../client/index.ts'
import { confirm, toast, useRecordForm, useUnsaved } from '../../../ui/index.ts'
import { DeleteButton } from '../delete-button.tsx'
import { RecordSection } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { cityBody, cityLengths, cityValues, type City, type CityValues } from './city.ts'
import { CityFields } from './city-fields.tsx'

/** Edit and delete a city; both are asked about first (specification 2.5). */
export function CityForm({ city }: { readonly city: City }) {
  const t = useTranslations('registers.cities')
  const shell = useTranslations('shell')
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const navigate = useNavigate()
  const params = { id: city.id }
  const record = useRecordForm<City, CityValues>({
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
      await readAnew()
      toast({ text: t('saved'), ms: savedMs })
      return saved
    },
    reread: async () => {
      const cities = await client.fetchQuery({ ...queryOf(listCities), staleTime: 0 })
      return cities.find(({ id }) => id === city.id) ?? city
    },
  })
  useUnsaved(record.isChanged && !record.isBusy)
  const remove = async (): Promise<void> => {
    await call(deleteCity, { params })
    toast({ text: t('deleted', { name: city.city }), ms: savedMs })
    await navigate({ to: '/cities', ignoreBlocker: true })
    await readAnew()
  }
  return (
    <RecordSection
      title={t('facts')}
      state={record}
      submit={shell('save')}
      aside={
        <DeleteButton
          label={t('delete')}
          title={t('deleteTitle', { name: city.city })}
          text={t('deleteText')}
          remove={remove}
        />
      }
    >
      <CityFields form={record.form} />
    </RecordSection>
  )
}
