import { Checkbox, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { importRunningContracts, previewRunningContracts } from '@stowage/api/table-imports'
import {
  runningContractColumnName,
  runningContractColumns,
  type RunningContractColumn,
} from '@stowage/domain/running-contract-columns'
import { call } from '../../../client/index.ts'
import { useFormat, useLanguage } from '../../../i18n/index.ts'
import { addDays, FieldStack, FormProblem, Section, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import type { Stock } from '../stocks/stock.ts'
import { FileTools } from './file-tools.tsx'
import { TablePreview } from './table-preview.tsx'
import { useTableImport } from './use-table-import.ts'
import classes from '../boxes/boxes.module.css'

interface ContractsFormProps {
  readonly stocks: readonly Stock[]
  readonly stockId: string
  readonly onStock: (stockId: string) => void
}

/** Contracts that run already: looked at row by row first; nothing is written before the button beneath. */
export function ContractsForm({ stocks, stockId, onStock }: ContractsFormProps) {
  const t = useTranslations('imports')
  const format = useFormat()
  const navigate = useNavigate()
  const { language } = useLanguage()
  const [soon] = useState(() => addDays(new Date().toISOString().slice(0, 10), 20))
  const [atListPrice, setAtListPrice] = useState(false)
  const [lateFeeAgreed, setLateFee] = useState(false)
  const [doorClosingAgreed, setDoorClosing] = useState(false)
  const table = useTableImport({
    bodyOf: (csv, columns) => ({ stockId, csv, columns, atListPrice, lateFeeAgreed, doorClosingAgreed }),
    look: async (body) => await call(previewRunningContracts, { body }),
    make: async (body, idempotencyKey) => await call(importRunningContracts, { body }, { idempotencyKey }),
    made: async ({ contracts }) => {
      toast({ text: t('contracts.made', { count: contracts }), ms: savedMs })
      await navigate({ to: '/boxes', search: { stockId, sort: 'number' }, ignoreBlocker: true })
    },
    place: 'what',
  })
  const headOf = (field: string): string =>
    runningContractColumnName(field as RunningContractColumn, language)
  const listPriced = table.seen?.listPriced
  const count = table.seen?.rows.length ?? 0
  const currency = table.seen?.currency ?? 'EUR'
  const priceOf = (amount: number | null | undefined): string =>
    amount == null ? '' : format.price({ amount, currency })
  const dayOf = (day: string | null | undefined): string => (day == null ? '' : format.day(day))
  const sample = [
    'YA001',
    'anna@example.com',
    '2025-03-01',
    soon,
    '1',
    '89,50',
    '89,50',
    '',
    '4,90',
    '2000',
    '',
  ]
  return (
    <Section title={t('contracts.tab')}>
      <FieldStack>
        <p className={classes.plain}>{t('contracts.how')}</p>
        <p className={classes.plain}>{t('contracts.before')}</p>
        <NativeSelect
          label={t('contracts.stock')}
          required
          maw={360}
          data={[
            ...(stockId === '' ? [{ value: '', label: t('contracts.chooseStock') }] : []),
            ...stocks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={stockId}
          onChange={(event) => onStock(event.currentTarget.value)}
        />
        <Checkbox
          label={t('contracts.lateFee')}
          description={t('contracts.agreedHint')}
          checked={lateFeeAgreed}
          onChange={(event) => setLateFee(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('contracts.doorClosing')}
          checked={doorClosingAgreed}
          onChange={(event) => setDoorClosing(event.currentTarget.checked)}
        />
        <FileTools
          file={table.file}
          isChecking={table.isLooking}
          isOff={stockId === ''}
          sample={{
            name: 'running-contracts-sample.csv',
            rows: [runningContractColumns.map(headOf), sample],
          }}
        />
        <FormProblem>{table.refusal}</FormProblem>
        {table.seen !== undefined && (
          <TablePreview
            preview={table.seen}
            fields={runningContractColumns}
            choices={table.choices}
            onChoose={table.choose}
            headOf={headOf}
            columns={[
              { title: headOf('unitNumber'), field: 'unitNumber', text: ({ unitNumber }) => unitNumber },
              { title: t('contracts.customer'), field: 'email', text: (row) => row.name ?? row.email },
              { title: t('contracts.start'), field: 'startDay', text: (row) => dayOf(row.startDay) },
              {
                title: t('contracts.billedFrom'),
                field: 'billedUntil',
                text: (row) => dayOf(row.billedFrom),
              },
              {
                title: t('contracts.period'),
                field: 'periodMonths',
                text: (row) => format.number(row.periodMonths),
              },
              { title: t('contracts.rate'), field: 'monthRate', text: (row) => priceOf(row.monthRate) },
              {
                title: t('contracts.gross'),
                field: 'monthGross',
                text: (row) => priceOf(row.monthGross),
              },
              { title: t('contracts.deposit'), field: 'deposit', text: (row) => priceOf(row.deposit) },
              {
                title: t('contracts.until'),
                field: 'endDay',
                text: (row) => (row.endDay == null ? t('contracts.openEnd') : dayOf(row.endDay)),
              },
              {
                title: headOf('termMonths'),
                field: 'termMonths',
                text: ({ termMonths }) => (termMonths == null ? '' : format.number(termMonths)),
              },
              {
                title: t('contracts.insurance'),
                field: 'insurance',
                text: ({ insurance, coverage }) =>
                  insurance == null
                    ? ''
                    : t('contracts.insured', { price: priceOf(insurance), sum: priceOf(coverage) }),
              },
            ]}
            question={
              listPriced === undefined || listPriced.count === 0
                ? undefined
                : {
                    isAnswered: atListPrice,
                    node: (
                      <Checkbox
                        label={t('contracts.atListPrice', {
                          count: listPriced.count,
                          sum: priceOf(listPriced.monthSum),
                        })}
                        checked={atListPrice}
                        onChange={(event) => setAtListPrice(event.currentTarget.checked)}
                      />
                    ),
                  }
            }
            ready={`${t('contracts.ready', { count })} ${t('contracts.sums', { sum: priceOf(table.seen.monthSum), list: priceOf(table.seen.listSum) })}`}
            create={t('contracts.create', { count })}
            isBusy={table.isMaking}
            onCreate={table.make}
          />
        )}
      </FieldStack>
    </Section>
  )
}
