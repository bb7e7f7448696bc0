import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listStocks } from '@stowage/api/catalog'
import { queryOf, useUser } from '../../../client/index.ts'
import { cacheBooking, cachedBooking, forgetBooking } from '../../../features/accounts/index.ts'
import { useOwnHolds } from '../../../features/booking/index.ts'
import { HeaderCenter } from '../shell/index.ts'
import { BoxStepSkeleton } from './box-step-skeleton.tsx'
import { pointerOf } from './pointer.ts'
import { StaffNote } from './staff-note.tsx'
import { StepBar, Steps } from './steps.tsx'
import { StockStep } from './stock-step.tsx'
import { useBookSearch, type BookSearch, type Go } from './use-book-search.ts'
import { useLiveStock, useStockBoxes, type Stock } from './use-stock-boxes.ts'

/** The plan and all that belongs to it come with the first stock: who only looks at the stocks does not load them. */
const loadBoxStep = async () => ({ default: (await import('./box-step.tsx')).BoxStep })
const BoxStep = lazy(loadBoxStep)

const backToStocks: BookSearch = {
  stockId: undefined,
  size: undefined,
  boxId: undefined,
  floor: undefined,
  tab: undefined,
}

const stocksQuery = { ...queryOf(listStocks), select: rentable, meta: { quiet: true } }

/** The booking wizard (specification 2.15): stock, size and box, terms and payment. What is chosen stands in the address. */
export default function BookPage() {
  const { search, go } = useBookSearch()
  const stocks = useQuery(stocksQuery)
  const user = useUser()
  useKeptPointer(search, go, user === null ? null : user?.id)
  const holds = useOwnHolds(user)
  // Asked for beside the stocks, not after them: the address already says which.
  const offered = useStockBoxes(search.stockId, holds)
  useLiveStock(search.stockId)
  const hasStock = search.stockId !== undefined
  useEffect(() => {
    if (hasStock) loadBoxStep().catch(() => undefined)
  }, [hasStock])
  const stock = stocks.data?.find(({ id }) => id === search.stockId)
  const isWaiting = hasStock && stocks.data === undefined && stocks.error === null
  const at =
    search.stockId === undefined || (stock === undefined && !isWaiting)
      ? 0
      : search.boxId === undefined
        ? 1
        : 2
  const back = (step: number): void =>
    go(step === 0 ? backToStocks : { boxId: undefined, tab: undefined }, 'push')
  return (
    <>
      <HeaderCenter>
        <Steps at={at} onBack={back} />
      </HeaderCenter>
      {user?.role === 'staff' && <StaffNote />}
      <StepBar at={at} />
      {isWaiting && <BoxStepSkeleton />}
      {!isWaiting && stock === undefined && <StockStep stocks={stocks} search={search} go={go} />}
      {stock !== undefined && (
        <Suspense fallback={<BoxStepSkeleton />}>
          <BoxStep
            key={stock.id}
            stock={stock}
            offered={offered}
            holds={holds}
            search={search}
            go={go}
            onBack={() => back(0)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What is let; of an external stock a box is asked for instead of booked. By city, as cities are sorted everywhere. */
function rentable(stocks: readonly Stock[]): Stock[] {
  const open = stocks.filter(({ hasBoxes, boxRenting }) => hasBoxes && boxRenting)
  return open.sort((a, b) => (a.city?.size ?? 0) - (b.city?.size ?? 0) || a.name.localeCompare(b.name))
}

/**
 * A begun booking is found again: whoever opens the bare address, from the sign-in, a failed payment or the menu, goes on
 * where he was. Begun is what has a box.
 * @param owner who is signed in, null for a visitor, undefined while that is not known
 */
function useKeptPointer(search: BookSearch, go: Go, owner: string | null | undefined): void {
  const [kept] = useState(() => (search.stockId === undefined ? pointerOf(cachedBooking(owner)) : null))
  const isOnItsWay = useRef(kept !== null)
  useEffect(() => {
    if (kept !== null) go(kept)
  }, [kept, go])
  const { stockId, size, boxId, floor, view, tab, userId } = search
  // As the choice is made: who is signed out over it leaves nothing to the next one.
  const cache = useEffectEvent((pointer: BookSearch) => cacheBooking(owner ?? null, pointer))
  useEffect(() => {
    if (isOnItsWay.current && stockId === undefined) return
    isOnItsWay.current = false
    if (stockId !== undefined && boxId !== undefined)
      cache({ stockId, size, boxId, floor, view, tab, userId })
    else forgetBooking()
  }, [stockId, size, boxId, floor, view, tab, userId])
}
