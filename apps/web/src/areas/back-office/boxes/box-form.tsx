import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { deleteBox, updateBox } from '@stowage/api/boxes'
import { getBox } from '@stowage/api/catalog'
import { call, keyOf, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
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
import type { Stock } from '../stocks/stock.ts'
import { BoxFields } from './box-fields.tsx'
import {
  boxChanges,
  boxLengths,
  boxValues,
  lockIssues,
  sizeIssues,
  type BoxValues,
  type OneBox,
} from './box-values.ts'
import { allBoxesKey } from './boxes-query.ts'
import { CategoryField } from './category-field.tsx'
import classes from './boxes.module.css'

/** The form of a box that is there, with when it was made and changed (specification 2.8). */
export function BoxForm({ box, stocks }: { readonly box: OneBox; readonly stocks: readonly Stock[] }) {
  const t = useTranslations('boxes.form')
  const shell = useTranslations('shell')
  const format = useFormat()
  const client = useQueryClient()
  const params = { id: box.id }
  const asked = queryOf(getBox, { params })
  const read = async (): Promise<OneBox> => await client.fetchQuery({ ...asked, staleTime: 0 })
  const { form, problem, isBusy, isChanged, onSubmit, undo } = useRecordForm<OneBox, BoxValues>({
    record: box,
    valuesOf: boxValues,
    schema: updateBox.body,
    toBody: boxChanges,
    across: (values) => [...lockIssues(values), ...sizeIssues(values, box)],
    lengths: boxLengths,
    save: async (body, updated) => {
      await call(updateBox, { params, body: { ...body, stockId: box.stockId, updated } })
      await client.invalidateQueries({ queryKey: allBoxesKey })
      toast({ text: t('saved'), ms: savedMs })
      return await read()
    },
    reread: read,
  })
  useUnsaved(isChanged && !isBusy)
  const zone = stocks.find(({ id }) => id === box.stockId)?.timeZone ?? 'UTC'
  return (
    <Section title={t('facts')} {...(isChanged ? { tone: 'teal' as const } : {})}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          {box.isExternal && <p className={classes.plain}>{t('external')}</p>}
          {box.isOccupied && <p className={classes.plain}>{t('rented')}</p>}
          <BoxFields
            form={form}
            stocks={stocks}
            isNew={false}
            isExternal={box.isExternal}
            category={<CategoryField size={form.values.size} />}
          />
          <dl className={classes.facts}>
            <dt>{t('rate')}</dt>
            <dd>
              {box.monthRate == null
                ? t('categoryNone')
                : format.money({ amount: box.monthRate, currency: box.currency })}
            </dd>
            <dt>{t('created')}</dt>
            <dd>{format.instant(box.created, zone)}</dd>
            <dt>{t('updated')}</dt>
            <dd>{box.updated == null ? t('noUpdates') : format.instant(box.updated, zone)}</dd>
          </dl>
          <FormProblem>{problem}</FormProblem>
          <FormActions
            isBusy={isBusy}
            isChanged={isChanged}
            onUndo={undo}
            submit={shell('save')}
            aside={<DeleteBox box={box} />}
          />
        </FieldStack>
      </form>
    </Section>
  )
}

/** Deletes a box that nobody holds; why another one cannot be is said by the server. */
function DeleteBox({ box }: { readonly box: OneBox }) {
  const t = useTranslations('boxes.form')
  const client = useQueryClient()
  const navigate = useNavigate()
  const number = box.unitNumber
  const removing = useMutation({
    mutationFn: async () => await call(deleteBox, { params: { id: box.id } }),
    onSuccess: async () => {
      toast({ text: t('deleted', { number }), ms: savedMs })
      await navigate({ to: '/boxes', search: { stockId: box.stockId }, ignoreBlocker: true })
      await client.invalidateQueries({ queryKey: allBoxesKey })
      client.removeQueries({ queryKey: keyOf(getBox, { params: { id: box.id } }) })
    },
  })
  const remove = async (): Promise<void> => {
    const question = {
      title: t('deleteTitle', { number }),
      text: t('deleteText'),
      yes: t('delete'),
      danger: true,
    }
    if (await confirm(question)) removing.mutate()
  }
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={18} stroke={1.75} />}
      loading={removing.isPending}
      onClick={() => void remove()}
    >
      {t('delete')}
    </Button>
  )
}
