import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { fetchBoxes, listStocks } from '@stowage/api/catalog'
import type { Answer } from '@stowage/api/endpoint'
import { getMap } from '@stowage/api/maps'
import { drawnMaps } from '@stowage/domain/drawn-maps'
import { keyOf, queryOf, useRealtime } from '../../../client/index.ts'
import type { OwnHold } from '../../../features/booking/index.ts'

export type StockBox = Answer<typeof fetchBoxes>[number]
export type Stock = Answer<typeof listStocks>[number]

export const boxesQuery = (stockId: string) => ({
  ...queryOf(fetchBoxes, { query: { stockId } }),
  meta: { quiet: true },
})
/** Plans change when somebody draws, not while somebody looks. */
export const mapQuery = (stockId: string) => ({
  ...queryOf(getMap, { params: { stockId } }),
  staleTime: 5 * 60_000,
  meta: { quiet: true },
})

/**
 * Boxes and plans of a stock. Boxes that the reader holds himself count as free: he may go on with them.
 * `boxes` and each plan stay the same objects until something in them changes, which the plan's drawing relies on.
 */
export function useStockBoxes(stockId: string | undefined, holds: ReadonlyMap<string, OwnHold> | undefined) {
  const boxes = useQuery({ ...boxesQuery(stockId ?? ''), enabled: stockId !== undefined })
  const map = useQuery({
    ...mapQuery(stockId ?? ''),
    select: drawnMaps,
    enabled: stockId !== undefined,
  })
  const list = boxes.data
  const own = useMemo(() => {
    if (list === undefined || holds === undefined || !list.some(({ id }) => holds.has(id))) return list
    return list.map((box) => (holds.has(box.id) ? { ...box, isOccupied: false, isReserved: false } : box))
  }, [list, holds])
  return {
    boxes: own,
    boxesError: boxes.error,
    retryBoxes: boxes.refetch,
    plans: map.data,
    plansError: map.error,
    retryPlans: map.refetch,
  }
}

/** Waits before reading again: many browsers hear the same news at once. */
const leastWaitMs = 150
const spreadMs = 700

/** Reads a stock's boxes again when they have changed hands; several changes within a moment are one reading. */
export function useLiveStock(stockId: string | undefined): void {
  const client = useQueryClient()
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const readSoon = (changed: string): void => {
    if (timers.current.has(changed)) return
    const timer = setTimeout(
      () => {
        timers.current.delete(changed)
        void client.invalidateQueries({ queryKey: keyOf(fetchBoxes, { query: { stockId: changed } }) })
        if (changed !== stockId) void client.invalidateQueries({ queryKey: keyOf(listStocks) })
      },
      leastWaitMs + Math.random() * spreadMs,
    )
    timers.current.set(changed, timer)
  }
  useRealtime('STOCKS_CHANGED', ({ stockIds }) => stockIds.forEach(readSoon))
  useEffect(() => {
    const waiting = timers.current
    return () => {
      for (const timer of waiting.values()) clearTimeout(timer)
      // Who leaves before the news was read finds it old on the next page.
      if (waiting.size > 0)
        void client.invalidateQueries({ queryKey: keyOf(listStocks), refetchType: 'none' })
      waiting.clear()
    }
  }, [client])
}
