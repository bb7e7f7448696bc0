import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SizeGroup } from '@stowage/domain/box'
import { SizeGroupCards, TellMe, type OwnHold } from '../../../features/booking/index.ts'
import { ErrorState, SkeletonCard, toast, useTitle } from '../../../ui/index.ts'
import { BoxBar } from './box-bar.tsx'
import { BoxPanes, type PlanState } from './box-panes.tsx'
import { BoxSheet } from './box-sheet.tsx'
import { LateDrawer, preloadDrawer } from './late-drawer.tsx'
import { isFree, offersOf } from './offers.ts'
import { PlanFailed } from './plan-failed.tsx'
import { TakenNotice } from './taken-notice.tsx'
import type { BookSearch, Go, View } from './use-book-search.ts'
import { useFloors } from './use-floors.ts'
import type { Stock, StockBox, useStockBoxes } from './use-stock-boxes.ts'
import { useRoom } from './use-room.ts'
import { useTop } from './use-top.ts'
import classes from './box-step.module.css'

interface BoxStepProps {
  readonly stock: Stock
  readonly offered: ReturnType<typeof useStockBoxes>
  readonly holds: ReadonlyMap<string, OwnHold> | undefined
  readonly search: BookSearch
  readonly go: Go
  readonly onBack: () => void
}

/** Steps 2 and 3: the size, then the box on plan or list, and the drawer with the rest (pictures 04 to 07). */
export function BoxStep({ stock, offered, holds, search, go, onBack }: BoxStepProps) {
  const t = useTranslations('booking.boxStep')
  useTitle(t('tab', { stock: stock.name }))
  const { boxes, boxesError, retryBoxes, plans, plansError, retryPlans } = offered
  const { size, boxId, tab } = search
  const { isNarrow, isPhone, isDocked } = useRoom()
  const floors = useFloors(plans, boxes, search)
  const [wish, setWish] = useState<SizeGroup | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const top = useTop()
  const panes = useRef<HTMLDivElement>(null)

  const hold = boxId === undefined ? undefined : holds?.get(boxId)
  const box = boxes?.find(({ id }) => id === boxId)
  const view: View =
    search.view === undefined || (isNarrow && search.view === 'both')
      ? isNarrow
        ? 'plan'
        : 'both'
      : search.view
  const plan: PlanState =
    plans !== undefined
      ? Object.keys(plans).length > 0
        ? 'there'
        : 'none'
      : plansError === null
        ? 'loading'
        : 'failed'
  const hasDrawer = boxId !== undefined && box !== undefined && (!isPhone || tab !== undefined)

  const chooseSize = (next: SizeGroup): void => {
    const keepsBox = box !== undefined && box.sizeGroup === next
    go({ size: next, ...(keepsBox ? {} : { boxId: undefined, tab: undefined, floor: undefined }) })
    requestAnimationFrame(() => panes.current?.scrollIntoView({ block: 'nearest' }))
  }
  const choose = (next: StockBox): void => {
    if (next.grossRate == null)
      return toast({ tone: 'amber', text: t('noPrice', { number: next.unitNumber, phone: stock.phone }) })
    setTaken(null)
    void preloadDrawer()
    const isOther = next.id !== boxId
    go(
      {
        boxId: next.id,
        size: size ?? next.sizeGroup,
        floor: floors.of(next.id) ?? floors.shown,
        ...(isOther ? { tab: undefined } : {}),
      },
      boxId === undefined ? 'push' : 'replace',
    )
  }
  const unchoose = (): void => go({ boxId: undefined, tab: undefined })
  const wished = wish && { size: wish, stockId: stock.id, stockName: stock.name, city: stock.city?.city }

  return (
    <div
      ref={top}
      className={classes.step}
      data-drawer={(hasDrawer && isDocked) || undefined}
      data-sheet={(isPhone && boxId !== undefined) || undefined}
    >
      <div className={classes.content} inert={hasDrawer && !isDocked}>
        <BoxBar
          stock={stock}
          view={view}
          isNarrow={isNarrow}
          hasPlan={plan === 'there' || plan === 'loading'}
          step={boxId === undefined ? 2 : 3}
          onView={(next) => go({ view: next })}
          onBack={onBack}
        />
        {taken !== null && <TakenNotice number={taken} onClose={() => setTaken(null)} />}
        {boxes === undefined && boxesError !== null && (
          <ErrorState error={boxesError} onRetry={() => void retryBoxes()} />
        )}
        {boxes === undefined && boxesError === null && <SkeletonCard height={560} />}
        {boxes !== undefined && (
          <>
            <SizeGroupCards
              offers={offersOf(boxes)}
              currency={stock.currency}
              chosen={size ?? null}
              onChoose={chooseSize}
              onTellMe={setWish}
            />
            {plan === 'failed' && <PlanFailed onRetry={() => void retryPlans()} />}
            <BoxPanes
              ref={panes}
              stock={stock}
              boxes={boxes}
              floors={floors}
              view={view}
              size={size ?? null}
              selectedId={boxId ?? null}
              onChoose={choose}
              onFloor={(floor) => go({ floor })}
              plan={plan}
            />
          </>
        )}
      </div>
      {isPhone && box !== undefined && !hasDrawer && (
        <BoxSheet
          stock={stock}
          box={box}
          isTaken={!isFree(box)}
          onNext={() => go({ tab: 'terms' }, 'push')}
          onClose={unchoose}
        />
      )}
      {hasDrawer && (
        <LateDrawer
          stock={stock}
          box={box}
          floorName={floors.of(box.id)}
          hold={hold}
          search={search}
          go={go}
          isModal={!isDocked}
          onClose={() => (isPhone ? go({ tab: undefined }) : unchoose())}
          onTaken={() => {
            setTaken(box.unitNumber)
            void retryBoxes()
            unchoose()
          }}
        />
      )}
      <TellMe wish={wished} onClose={() => setWish(null)} />
    </div>
  )
}
