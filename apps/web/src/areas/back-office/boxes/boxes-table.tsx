import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { LockPill } from '../../../features/access/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, DataTable, type DataTableColumn } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { BoxDeeds } from './box-deeds.tsx'
import { boxSearch, type ListedBox } from './boxes-query.ts'
import { useOpenBox } from './use-open-box.ts'
import classes from './boxes.module.css'

/** The columns of specification 2.8; who rents the box, and whether he owes something, with a sign. */
export function BoxesTable({
  boxes,
  stock,
}: {
  readonly boxes: readonly ListedBox[]
  readonly stock: Stock
}) {
  const t = useTranslations('backoffice.boxes')
  const format = useFormat()
  const isSuperUser = useUser()?.role === 'superUser'
  const { ask, openingId } = useOpenBox(stock)
  const symbol = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: stock.currency,
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value
  const columns: DataTableColumn<ListedBox>[] = [
    {
      accessor: 'unitNumber',
      title: t('box'),
      render: (box) => (
        <Link
          to="/boxes/$id"
          params={{ id: box.id }}
          search={boxSearch(box, stock.id)}
          className={classes.number}
        >
          <CrateLabel number={box.unitNumber} />
        </Link>
      ),
    },
    {
      accessor: 'size',
      title: t('size'),
      textAlign: 'right',
      render: (box) => format.size(box.size, box.unitNumber.startsWith('KB') ? 'm3' : 'm2'),
    },
    {
      accessor: 'monthRate',
      title: t('rate', { currency: symbol ?? stock.currency }),
      textAlign: 'right',
      render: (box) => (box.monthRate == null ? t('noRate') : format.number(box.monthRate / 100)),
    },
    { accessor: 'lockId', title: t('lock'), render: (box) => box.lockId ?? t('noLock') },
    {
      accessor: 'lockStatus',
      title: t('state'),
      render: (box) => (
        <span className={classes.lock}>
          <LockPill status={box.lockStatus} timeZone={stock.timeZone} />
        </span>
      ),
    },
    { accessor: 'userInfo', title: t('client'), noWrap: true, render: (box) => <Holder box={box} /> },
    {
      accessor: 'actions',
      title: <span className="st-spoken">{t('actions')}</span>,
      textAlign: 'right',
      render: (box) => (
        <BoxDeeds
          box={box}
          stockId={stock.id}
          mayOpen={isSuperUser}
          isOpening={openingId === box.id}
          onOpen={() => void ask(box)}
        />
      ),
    },
  ]
  return <DataTable records={[...boxes]} columns={columns} idAccessor="id" />
}

function Holder({ box }: { readonly box: ListedBox }) {
  const t = useTranslations('backoffice.boxes')
  if (box.userInfo == null)
    return (
      <span className={classes.quiet}>
        {box.isReserved ? t('reserved') : box.isOccupied ? t('occupied') : t('free')}
      </span>
    )
  const { id, fullName } = box.userInfo
  return (
    <span className={classes.holder}>
      <Link to="/users/$id" params={{ id }}>
        {fullName}
      </Link>
      {box.isReserved && <span className={classes.quiet}>{t('reserved')}</span>}
      {box.inDebt === true && (
        <span className={classes.debt} title={t('inDebt')}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          <span className="st-spoken">{t('inDebt')}</span>
        </span>
      )}
    </span>
  )
}
