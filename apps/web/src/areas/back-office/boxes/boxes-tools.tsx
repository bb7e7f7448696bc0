import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { boxStates, type BoxState } from '@stowage/api/box-search'
import { listBoxes } from '@stowage/api/catalog'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { QuietSelect } from '../../../ui/index.ts'
import { ExportButton } from '../export-button.tsx'
import { csvMoney } from '../export-csv.ts'
import type { Stock } from '../stocks/stock.ts'
import { pageOfBoxes, wantedQuery, type BoxesPageAnswer, type ListedBox, type Wanted } from './boxes-query.ts'
import classes from './boxes.module.css'

interface BoxesToolsProps {
  readonly stock: Stock
  readonly wanted: Wanted
  readonly counts: BoxesPageAnswer['counts'] | undefined
  readonly picker: ReactNode
  readonly onState: (state: BoxState | '') => void
}

/** Beside the searches: how many boxes are in which state, the columns, and all that is found as a table. */
export function BoxesTools({ stock, wanted, counts, picker, onState }: BoxesToolsProps) {
  const t = useTranslations('boxes.list')
  const lists = useTranslations('backoffice.boxes')
  const format = useFormat()
  const withCount = (label: string, key: BoxState | 'all'): string =>
    counts === undefined ? label : `${label} ${format.number(counts[key] ?? 0)}`
  const states = [
    { value: '' as const, label: withCount(t('all'), 'all') },
    ...boxStates.map((state) => ({ value: state, label: withCount(t(state), state) })),
  ]
  const holder = (box: ListedBox): string =>
    box.userInfo?.fullName ??
    (box.isReserved ? lists('reserved') : box.isOccupied ? lists('occupied') : lists('free'))
  return (
    <div className={classes.tools} data-group>
      <span className={classes.state}>
        <QuietSelect label={t('states')} value={wanted.state ?? ''} options={states} onChange={onState} />
      </span>
      <span className={classes.spacer} />
      {picker}
      <ExportButton<ListedBox>
        name={t('export', { stock: stock.code ?? stock.name })}
        idOf={({ id }) => id}
        page={async (_page, signal) =>
          pageOfBoxes(await call(listBoxes, { query: wantedQuery(wanted) }, { signal }))
        }
        columns={[
          { title: lists('box'), cell: ({ unitNumber }) => unitNumber },
          { title: lists('size'), cell: ({ size }) => size },
          { title: t('floor'), cell: ({ floor }) => floor },
          {
            title: lists('rate', { currency: stock.currency }),
            cell: ({ monthRate }) => (monthRate == null ? null : csvMoney(monthRate)),
          },
          { title: t('category'), cell: ({ category }) => category },
          { title: lists('lock'), cell: ({ lockId }) => lockId },
          { title: lists('client'), cell: holder },
          { title: t('contract'), cell: ({ contractNumber }) => contractNumber },
          { title: t('description'), cell: ({ description }) => description },
        ]}
      />
    </div>
  )
}
