/** The list beside the plan: its equal alternative, and the faster one for who looks for a price (picture 04). */
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { unitOf } from '@stowage/domain/box'
import { useFormat } from '../../i18n/index.ts'
import { CrateLabel } from '../../ui/crate-label.tsx'
import { sortByPrice, type PricedBox } from './sort-boxes.ts'
import classes from './box-list.module.css'

interface BoxListProps<Box extends PricedBox & { readonly id: string }> {
  /** Those that may be chosen: free and of the wanted size group. */
  readonly boxes: readonly Box[]
  readonly currency: string
  readonly selectedId: string | null
  readonly onChoose: (box: Box) => void
}

export function BoxList<Box extends PricedBox & { readonly id: string }>({
  boxes,
  currency,
  selectedId,
  onChoose,
}: BoxListProps<Box>) {
  const t = useTranslations('booking.list')
  const format = useFormat()
  const [isDescending, setDescending] = useState(false)
  const sorted = useMemo(() => sortByPrice(boxes, isDescending), [boxes, isDescending])
  const rows = useRef<HTMLUListElement>(null)

  // A box chosen on the plan comes into sight here, without moving the page.
  useEffect(() => {
    const list = rows.current
    if (list === null || selectedId === null) return
    const row = list.querySelector<HTMLElement>(`[data-box="${CSS.escape(selectedId)}"]`)
    if (row === null) return
    if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop
    else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight
  }, [selectedId])

  const Sort = isDescending ? IconSortDescending : IconSortAscending
  return (
    <section className={classes.list}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t('title', { count: boxes.length })}</h2>
        <button
          type="button"
          className={classes.sort}
          title={t(isDescending ? 'sortDown' : 'sortUp')}
          onClick={() => setDescending(!isDescending)}
        >
          <Sort size={16} stroke={1.75} aria-hidden="true" />
          {t('sortPrice')}
          <span className="st-spoken">{t(isDescending ? 'sortDown' : 'sortUp')}</span>
        </button>
      </header>
      {sorted.length === 0 && <p className={classes.empty}>{t('empty')}</p>}
      <ul ref={rows} className={classes.rows}>
        {sorted.map((box) => {
          const size = format.size(box.size, unitOf(box.unitNumber))
          const price = box.grossRate == null ? null : format.price({ amount: box.grossRate, currency })
          return (
            <li key={box.id} data-box={box.id}>
              <button
                type="button"
                className={classes.row}
                aria-pressed={box.id === selectedId}
                disabled={price === null}
                onClick={() => onChoose(box)}
              >
                <CrateLabel number={box.unitNumber} tone={box.id === selectedId ? 'chosen' : 'soft'} />
                <b className={classes.size}>{size}</b>
                <span className={classes.price}>{price ?? t('noPrice')}</span>
                {price !== null && <span className="st-spoken">{t('perMonth')}</span>}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
