import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { BoxSort, BoxSortKey } from '@stowage/api/box-search'
import { unitOf } from '@stowage/domain/box'
import { useUser } from '../../../client/index.ts'
import { LockPill } from '../../../features/access/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, DataTable, type DataTableColumn } from '../../../ui/index.ts'
import { SortHead } from '../sort-head.tsx'
import type { Stock } from '../stocks/stock.ts'
import { BoxDeeds } from './box-deeds.tsx'
import { BoxHolder } from './box-holder.tsx'
import { boxSearch, type ListedBox } from './boxes-query.ts'
import { LockCell } from './lock-cell.tsx'
import { useOpenBox } from './use-open-box.ts'
import type { Selection } from './use-selection.ts'
import classes from './boxes.module.css'

interface BoxesTableProps {
  readonly boxes: readonly ListedBox[]
  readonly stock: Stock
  readonly sort: BoxSort
  readonly onSort: (sort: BoxSort) => void
  readonly isHidden: (accessor: string) => boolean
  /** Who may edit several at once can select. */
  readonly selection?: Selection
}

/** The columns of specification 2.8; who rents the box, and whether he owes something, with a sign. */
export function BoxesTable({ boxes, stock, sort, onSort, isHidden, selection }: BoxesTableProps) {
  const t = useTranslations('backoffice.boxes')
  const words = useTranslations('boxes.list')
  const format = useFormat()
  const isSuperUser = useUser()?.role === 'superUser'
  const { ask, openingId } = useOpenBox(stock)
  const head = (label: string, by: BoxSortKey) => (
    <SortHead label={label} by={by} sort={sort} onSort={onSort} />
  )
  const columns: DataTableColumn<ListedBox>[] = [
    {
      accessor: 'unitNumber',
      title: head(t('box'), 'number'),
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
      title: head(t('size'), 'size'),
      textAlign: 'right',
      noWrap: true,
      render: (box) => format.size(box.size, unitOf(box.unitNumber)),
    },
    {
      accessor: 'monthRate',
      title: head(words('rate'), 'rate'),
      textAlign: 'right',
      noWrap: true,
      render: (box) => <Rate box={box} currency={stock.currency} />,
    },
    { accessor: 'category', title: words('category'), noWrap: true, render: (box) => box.category ?? '–' },
    {
      accessor: 'floor',
      title: words('floor'),
      textAlign: 'right',
      render: (box) => (box.floor == null ? '–' : format.number(box.floor)),
    },
    {
      accessor: 'lockId',
      title: head(t('lock'), 'lock'),
      render: (box) => <LockCell key={box.id} box={box} mayEdit={isSuperUser} />,
    },
    {
      accessor: 'lockStatus',
      title: head(t('state'), 'state'),
      noWrap: true,
      render: (box) => (
        <span className={classes.lock}>
          <LockPill status={box.lockStatus} timeZone={stock.timeZone} />
        </span>
      ),
    },
    {
      accessor: 'userInfo',
      title: head(t('client'), 'client'),
      noWrap: true,
      render: (box) => <BoxHolder box={box} />,
    },
    {
      accessor: 'description',
      title: words('description'),
      ellipsis: true,
      width: 160,
      render: (box) => <span title={box.description ?? undefined}>{box.description}</span>,
    },
    {
      accessor: 'actions',
      title: <span className="st-spoken">{t('actions')}</span>,
      textAlign: 'right',
      render: (box) => (
        <BoxDeeds
          box={box}
          stockId={stock.id}
          isSuperUser={isSuperUser}
          isOpening={openingId === box.id}
          onOpen={() => void ask(box)}
        />
      ),
    },
  ]
  const shown = columns.filter(({ accessor }) => !isHidden(String(accessor)))
  const selecting = selection && {
    selectedRecords: boxes.filter(({ id }) => selection.has(id)),
    onSelectedRecordsChange: (chosen: ListedBox[]) => selection.onPage(boxes, chosen),
    allRecordsSelectionCheckboxProps: { 'aria-label': words('selectPage') },
    getRecordSelectionCheckboxProps: (box: ListedBox) => ({
      'aria-label': words('select', { number: box.unitNumber }),
    }),
  }
  return <DataTable records={[...boxes]} columns={shown} idAccessor="id" pinLastColumn {...selecting} />
}

/** A box without a price is told apart: nobody can book it (decision 14). */
function Rate({ box, currency }: { readonly box: ListedBox; readonly currency: string }) {
  const t = useTranslations('backoffice.boxes')
  const words = useTranslations('boxes.list')
  const format = useFormat()
  if (box.monthRate == null)
    return (
      <span className={classes.unpriced} title={words('notBookable')}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
        {t('noRate')}
        <span className="st-spoken">, {words('notBookable')}</span>
      </span>
    )
  return (
    <span title={box.ownRate == null ? undefined : words('ownRate')}>
      {format.price({ amount: box.monthRate, currency })}
      {box.ownRate != null && (
        <span className={classes.own}>
          *<span className="st-spoken">{words('ownRate')}</span>
        </span>
      )}
    </span>
  )
}
