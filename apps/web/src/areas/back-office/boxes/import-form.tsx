import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { importBoxes, previewImport } from '@stowage/api/boxes'
import { boxColumnName, boxColumns, type BoxColumn } from '@stowage/domain/box-table'
import { call } from '../../../client/index.ts'
import { useFormat, useLanguage } from '../../../i18n/index.ts'
import { FieldStack, FormProblem, Section, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import type { Stock } from '../stocks/stock.ts'
import { FileTools } from '../table-import/file-tools.tsx'
import { TablePreview } from '../table-import/table-preview.tsx'
import { useTableImport } from '../table-import/use-table-import.ts'
import classes from './boxes.module.css'

const sample = ['YA001', '4,5', '1', '1:01:01', '', '2,4', '1,8', '2,5', '']

/** Boxes from a spreadsheet: looked at row by row first; nothing is written before the button beneath. */
export function ImportForm({
  stocks,
  stockId: given,
  onStock,
}: {
  readonly stocks: readonly Stock[]
  readonly stockId: string
  readonly onStock: (stockId: string) => void
}) {
  const t = useTranslations('boxes.import')
  const words = useTranslations('boxes')
  const format = useFormat()
  const navigate = useNavigate()
  const { language } = useLanguage()
  const [stockId, setStockId] = useState(given)
  const table = useTableImport({
    bodyOf: (csv, columns) => ({ stockId, csv, columns }),
    look: async (body) => await call(previewImport, { body }),
    make: async (body, idempotencyKey) => await call(importBoxes, { body }, { idempotencyKey }),
    made: async ({ boxes }) => {
      toast({ text: words('series.made', { count: boxes }), ms: savedMs })
      await navigate({ to: '/boxes', search: { stockId, sort: 'number' }, ignoreBlocker: true })
    },
    place: 'how',
  })
  const { csv } = table.file
  const count = table.seen?.rows.length ?? 0
  const currency = stocks.find(({ id }) => id === stockId)?.currency ?? 'EUR'
  const numberOf = (value: number | null | undefined): string => (value == null ? '' : format.number(value))
  return (
    <Section title={t('facts')}>
      <FieldStack>
        <p className={classes.plain}>{t('how')}</p>
        <NativeSelect
          label={words('form.stock')}
          required
          maw={360}
          data={[
            ...(stockId === '' ? [{ value: '', label: words('form.chooseStock') }] : []),
            ...stocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={stockId}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            setStockId(chosen)
            onStock(chosen)
            if (csv !== null && chosen !== '')
              table.lookAt({ stockId: chosen, csv, columns: [...table.choices] })
          }}
        />
        <FileTools
          file={table.file}
          isChecking={table.isLooking}
          isOff={stockId === ''}
          sample={{
            name: 'boxes-sample.csv',
            rows: [boxColumns.map((column) => boxColumnName(column, language)), sample],
          }}
        />
        <FormProblem>{table.refusal}</FormProblem>
        {table.seen !== undefined && (
          <TablePreview
            preview={table.seen}
            fields={boxColumns}
            choices={table.choices}
            onChoose={table.choose}
            headOf={(field) => boxColumnName(field as BoxColumn, language)}
            columns={[
              {
                title: words('form.number'),
                field: 'unitNumber',
                text: ({ unitNumber }) => unitNumber,
              },
              { title: words('form.size'), field: 'size', text: ({ size }) => format.number(size) },
              { title: words('form.floor'), field: 'floor', text: ({ floor }) => numberOf(floor) },
              { title: words('form.lock'), field: 'lockId', text: ({ lockId }) => lockId ?? '' },
              { title: words('form.category'), text: ({ category }) => category ?? '' },
              {
                title: words('bulk.rate'),
                field: 'ownRate',
                text: ({ monthRate }) =>
                  monthRate == null ? t('unpriced') : format.price({ amount: monthRate, currency }),
              },
              {
                title: words('form.description'),
                field: 'description',
                text: ({ description }) => description ?? '',
              },
            ]}
            ready={t('ready', { count })}
            create={t('create', { count })}
            isBusy={table.isMaking}
            onCreate={table.make}
          />
        )}
      </FieldStack>
    </Section>
  )
}
