import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { createBox } from '@stowage/api/boxes'
import { call } from '../../../client/index.ts'
import { toast, useApiForm, useUnsaved } from '../../../ui/index.ts'
import { RecordSection } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import type { Stock } from '../stocks/stock.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { BoxFields } from './box-fields.tsx'
import { boxBody, boxLengths, boxValues, lockIssues, type BoxValues } from './box-values.ts'
import { CategoryField } from './category-field.tsx'

/** One box; afterwards its stock's list. */
export function OneBoxForm({
  stocks,
  stockId,
  onStock,
}: {
  readonly stocks: readonly Stock[]
  readonly stockId: string
  readonly onStock: (stockId: string) => void
}) {
  const t = useTranslations('boxes.form')
  const navigate = useNavigate()
  const readAnew = useReadAnew()
  const deedKey = useDeedKey()
  const empty = { ...boxValues(), stockId }
  const record = useApiForm<BoxValues>({
    initialValues: empty,
    schema: createBox.body,
    toBody: boxBody,
    across: lockIssues,
    lengths: boxLengths,
    onSubmit: async (values) => {
      const body = boxBody(values)
      const box = await call(createBox, { body }, { idempotencyKey: deedKey(body) })
      await readAnew()
      toast({ text: t('made', { number: box.unitNumber }), ms: savedMs })
      await navigate({
        to: '/boxes',
        search: { stockId: box.stockId, number: box.unitNumber },
        ignoreBlocker: true,
      })
    },
  })
  const { form, isBusy } = record
  useUnsaved(JSON.stringify({ ...form.values, stockId }) !== JSON.stringify(empty) && !isBusy, 'how')
  return (
    <RecordSection title={t('facts')} state={record} submit={t('create')}>
      <BoxFields
        form={form}
        stocks={stocks}
        isNew
        onStock={onStock}
        category={<CategoryField size={form.values.size} />}
      />
    </RecordSection>
  )
}
