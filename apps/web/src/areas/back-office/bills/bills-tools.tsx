import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useToday, type ListedStock } from '../../../features/catalog/index.ts'
import { MonthField } from '../month-field.tsx'
import { previousMonth, type WantedBills } from './bills.ts'
import classes from './bills.module.css'

interface BillsToolsProps {
  readonly stocks: readonly Pick<ListedStock, 'id' | 'name' | 'timeZone'>[]
  readonly wanted: WantedBills | null
  readonly isBusy: boolean
  readonly onGet: (wanted: WantedBills) => void
}

/** Which stock and which month; the first stock and the month that is over, until something else is chosen. */
export function BillsTools({ stocks, wanted, isBusy, onGet }: BillsToolsProps) {
  const t = useTranslations('bills')
  const [stockId, setStockId] = useState(
    stocks.some(({ id }) => id === wanted?.stockId) ? wanted?.stockId : stocks[0]?.id,
  )
  const [picked, setPicked] = useState(wanted?.month)
  const today = useToday(stocks.find(({ id }) => id === stockId)?.timeZone ?? 'UTC')
  const max = today.slice(0, 7)
  const month = picked === undefined || picked > max ? previousMonth(today) : picked
  return (
    <form
      className={classes.tools}
      onSubmit={(event) => {
        event.preventDefault()
        if (stockId !== undefined) onGet({ stockId, month })
      }}
    >
      <NativeSelect
        label={t('stock')}
        data={stocks.map(({ id, name }) => ({ value: id, label: name }))}
        value={stockId ?? ''}
        onChange={(event) => setStockId(event.currentTarget.value)}
      />
      <MonthField label={t('month')} value={month} max={max} onChange={setPicked} />
      <Button size="md" type="submit" loading={isBusy}>
        {t('get')}
      </Button>
    </form>
  )
}
