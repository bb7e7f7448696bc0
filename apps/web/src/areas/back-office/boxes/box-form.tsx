import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { deleteBox, updateBox } from '@stowage/api/boxes'
import { getBox } from '@stowage/api/catalog'
import { call, keyOf, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { toast, useRecordForm, useUnsaved } from '../../../ui/index.ts'
import { DeleteButton } from '../delete-button.tsx'
import { RecordSection } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import type { Stock } from '../stocks/stock.ts'
import { useReadAnew } from '../use-read-anew.ts'
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
import { CategoryField } from './category-field.tsx'
import classes from './boxes.module.css'

/** The form of a box that is there, with when it was made and changed (specification 2.8). */
export function BoxForm({ box, stocks }: { readonly box: OneBox; readonly stocks: readonly Stock[] }) {
  const t = useTranslations('boxes.form')
  const shell = useTranslations('shell')
  const format = useFormat()
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const params = { id: box.id }
  const asked = queryOf(getBox, { params })
  const read = async (): Promise<OneBox> => await client.fetchQuery({ ...asked, staleTime: 0 })
  const record = useRecordForm<OneBox, BoxValues>({
    record: box,
    valuesOf: boxValues,
    schema: updateBox.body,
    toBody: boxChanges,
    across: (values) => [...lockIssues(values), ...sizeIssues(values, box)],
    lengths: boxLengths,
    save: async (body, updated) => {
      await call(updateBox, { params, body: { ...body, stockId: box.stockId, updated } })
      await readAnew()
      toast({ text: t('saved'), ms: savedMs })
      return await read()
    },
    reread: read,
  })
  const { form } = record
  useUnsaved(record.isChanged && !record.isBusy)
  const zone = stocks.find(({ id }) => id === box.stockId)?.timeZone ?? 'UTC'
  return (
    <RecordSection title={t('facts')} state={record} submit={shell('save')} aside={<DeleteBox box={box} />}>
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
    </RecordSection>
  )
}

/** Deletes a box that nobody holds; why another one cannot be is said by the server. */
function DeleteBox({ box }: { readonly box: OneBox }) {
  const t = useTranslations('boxes.form')
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const navigate = useNavigate()
  const number = box.unitNumber
  const remove = async (): Promise<void> => {
    await call(deleteBox, { params: { id: box.id } })
    toast({ text: t('deleted', { number }), ms: savedMs })
    await navigate({ to: '/boxes', search: { stockId: box.stockId }, ignoreBlocker: true })
    await readAnew()
    client.removeQueries({ queryKey: keyOf(getBox, { params: { id: box.id } }) })
  }
  return (
    <DeleteButton
      label={t('delete')}
      title={t('deleteTitle', { number })}
      text={t('deleteText')}
      remove={remove}
    />
  )
}
