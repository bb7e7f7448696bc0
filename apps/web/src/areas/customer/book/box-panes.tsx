import { useMemo, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { SizeGroup } from '@stowage/domain/box'
import { BoxList } from '../../../features/booking/index.ts'
import { FloorPlan, FloorTabs } from '../../../features/maps/index.ts'
import { SkeletonCard } from '../../../ui/index.ts'
import { isFree } from './offers.ts'
import type { View } from './use-book-search.ts'
import type { Floors } from './use-floors.ts'
import type { Stock, StockBox } from './use-stock-boxes.ts'
import classes from './box-step.module.css'

interface BoxPanesProps {
  readonly ref: Ref<HTMLDivElement>
  readonly stock: Stock
  readonly boxes: readonly StockBox[]
  readonly floors: Floors
  readonly view: View
  readonly size: SizeGroup | null
  readonly selectedId: string | null
  readonly onChoose: (box: StockBox) => void
  readonly onFloor: (floor: string) => void
  readonly plan: PlanState
}

/** How it stands with the plans of a stock; without one, the list does alone. */
export type PlanState = 'loading' | 'failed' | 'none' | 'there'

/** The plan, the list, or both side by side. */
export function BoxPanes({
  ref,
  stock,
  boxes,
  floors,
  view,
  size,
  selectedId,
  onChoose,
  onFloor,
  plan,
}: BoxPanesProps) {
  const t = useTranslations('booking.boxStep')
  const choosable = useMemo(
    () => boxes.filter((box) => isFree(box) && (size === null || box.sizeGroup === size)),
    [boxes, size],
  )
  const shownHere = choosable.filter(
    ({ id, grossRate }) => grossRate != null && floors.of(id) === floors.shown,
  ).length
  const shown: View = plan === 'failed' || plan === 'none' ? 'list' : view
  return (
    <div ref={ref} className={classes.panes} data-view={shown}>
      {shown !== 'list' && plan === 'loading' && <SkeletonCard height={460} />}
      {shown !== 'list' && plan === 'there' && (
        <FloorPlan
          objects={floors.objects}
          boxes={boxes}
          selectedId={selectedId}
          onChoose={onChoose}
          sizeGroup={size}
          floorName={floors.shown ?? stock.name}
          currency={stock.currency}
          head={
            <FloorTabs
              names={floors.names}
              shown={floors.shown}
              onFloor={onFloor}
              aside={t('freeHere', { count: shownHere })}
            />
          }
        />
      )}
      {shown !== 'plan' && (
        <BoxList boxes={choosable} currency={stock.currency} selectedId={selectedId} onChoose={onChoose} />
      )}
    </div>
  )
}
