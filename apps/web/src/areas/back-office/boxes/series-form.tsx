import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { createBoxSeries } from '@stowage/api/boxes'
import { unitOf } from '@stowage/domain/box'
import { parseUnitSeries } from '@stowage/domain/unit-series'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, FieldRow, toast, typedNumber, useApiForm, useUnsaved } from '../../../ui/index.ts'
import { RecordSection } from '../record-form.tsx'
import { savedMs } from '../saved-ms.ts'
import type { Stock } from '../stocks/stock.ts'
import { useDeedKey } from '../use-deed-key.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { boxBody, boxValues } from './box-values.ts'
import { CategoryField } from './category-field.tsx'
import classes from './boxes.module.css'

type SeriesValues = {
  readonly stockId: string
  readonly series: string
  readonly size: string
  readonly floor: string
}

function seriesBody({ series, ...values }: SeriesValues) {
  const { stockId, size, floor } = boxBody({ ...boxValues(), ...values })
  return { stockId, series, size, ...(floor === null ? {} : { floor }) }
}

/** A row of boxes of one size: `A001–A120`, shown before it is made, made whole or not at all. */
export function SeriesForm({
  stocks,
  stockId,
  onStock,
}: {
  readonly stocks: readonly Stock[]
  readonly stockId: string
  readonly onStock: (stockId: string) => void
}) {
  const t = useTranslations('boxes.series')
  const words = useTranslations('boxes.form')
  const format = useFormat()
  const navigate = useNavigate()
  const readAnew = useReadAnew()
  const deedKey = useDeedKey()
  const empty: SeriesValues = { stockId, series: '', size: '', floor: '' }
  const boxes = useApiForm<SeriesValues>({
    initialValues: empty,
    schema: createBoxSeries.body,
    toBody: seriesBody,
    across: ({ series }) => {
      const read = parseUnitSeries(series)
      return read.ok || series.trim() === '' ? [] : [{ field: 'series', code: read.code }]
    },
    confirm: async ({ series, size }) => {
      const read = parseUnitSeries(series)
      if (!read.ok) return false
      const { unitNumbers } = read
      const [first = ''] = unitNumbers
      const each = format.size(typedNumber(size) ?? 0, unitOf(first))
      return await confirm({
        title: t('confirm', { count: unitNumbers.length }),
        text: t('confirmText', { first, last: unitNumbers.at(-1) ?? '', size: each }),
        yes: t('create'),
      })
    },
    onSubmit: async (values) => {
      const body = seriesBody(values)
      const { boxes: count } = await call(createBoxSeries, { body }, { idempotencyKey: deedKey(body) })
      await readAnew()
      toast({ text: t('made', { count }), ms: savedMs })
      await navigate({
        to: '/boxes',
        search: { stockId: values.stockId, sort: 'number' },
        ignoreBlocker: true,
      })
    },
  })
  const { form, isBusy } = boxes
  const { values, errors } = form
  const stock = form.text('stockId')
  useUnsaved(JSON.stringify({ ...values, stockId }) !== JSON.stringify(empty) && !isBusy, 'how')
  const read = parseUnitSeries(values.series)
  const wrong = !read.ok && read.code === 1004 ? t('tooMany') : t('wrong')
  return (
    <RecordSection title={t('facts')} state={boxes} submit={t('create')}>
      <FieldRow>
        <NativeSelect
          label={words('stock')}
          required
          data={[
            ...(values.stockId === '' ? [{ value: '', label: words('chooseStock') }] : []),
            ...stocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...stock}
          onChange={(event) => {
            stock.onChange(event)
            onStock(event.currentTarget.value)
          }}
        />
        <TextInput
          label={t('field')}
          description={t('hint')}
          required
          autoComplete="off"
          maxLength={80}
          {...form.text('series')}
          error={errors['series'] === undefined ? null : read.ok ? errors['series'] : wrong}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={words('size')}
          description={words('sizeHint')}
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.text('size')}
          error={errors['size'] === undefined ? null : words('sizeWrong')}
        />
        <TextInput label={words('floor')} inputMode="numeric" autoComplete="off" {...form.text('floor')} />
        <CategoryField size={values.size} />
      </FieldRow>
      {read.ok && (
        <p className={classes.quiet} role="status">
          {t('preview', {
            count: read.unitNumbers.length,
            first: read.unitNumbers[0] ?? '',
            last: read.unitNumbers.at(-1) ?? '',
          })}
        </p>
      )}
    </RecordSection>
  )
}
