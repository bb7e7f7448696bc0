import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { fetchBoxes } from '@stowage/api/catalog'
import { getMap } from '@stowage/api/maps'
import { editorCanvas } from '@stowage/domain/map-object'
import { queryOf } from '../../../../client/index.ts'
import { useMapSession } from '../maps/session.ts'
import { usePlan } from '../use-plan.ts'
import { checkPlan, placesElsewhere, type PlanCheck } from './check-plan.ts'
import { planBoxes, type PlanBox } from './plan-box.ts'
import { unitsPerMetre } from './plan-scale.ts'

export interface BoxesOfPlan {
  /** All boxes of the stock in the order of their numbers; undefined until they are known. */
  readonly boxes: readonly PlanBox[] | undefined
  /** Why they are not known. */
  readonly error: Error | null
  readonly retry: () => void
  /** The map as it is drawn now, held against the boxes and the stock's other maps. */
  readonly check: PlanCheck<PlanBox>
  /** Plan units; null while too few boxes are drawn. */
  readonly perMetre: number | null
}

const BoxesContext = createContext<BoxesOfPlan | null>(null)

/** The stock's boxes, and how the map that is drawn stands to them. */
export function useBoxesOfPlan(): BoxesOfPlan {
  const found = use(BoxesContext)
  if (found === null) throw new Error('no map is open here')
  return found
}

interface BoxesProviderProps {
  readonly stockId: string
  readonly mapId: string
  readonly children: ReactNode
}

const none: readonly PlanBox[] = []

/** Held against the boxes at each step, never while a gesture lasts. */
export function BoxesProvider({ stockId, mapId, children }: BoxesProviderProps): ReactNode {
  const { data, error: boxesError, refetch } = useQuery(queryOf(fetchBoxes, { query: { stockId } }))
  const plans = useQuery(queryOf(getMap, { params: { stockId } }))
  const { data: saved, refetch: refetchPlans } = plans
  const { maps, open } = useMapSession()
  const objects = usePlan((state) => state.objects)
  const isKnown = saved !== undefined || maps.length < 2
  const error = boxesError ?? (isKnown ? null : plans.error)
  const boxes = useMemo(() => (data === undefined || !isKnown ? undefined : planBoxes(data)), [data, isKnown])
  const elsewhere = useMemo(() => {
    // By its own names alone: every object has a "constructor".
    const known = new Map(Object.entries(saved ?? {}))
    // A map that is open on the page counts as it is drawn, others as they were saved.
    const others = maps
      .filter((map) => map.mapId !== mapId)
      .map((map) => [map.mapId, open.find(map.id)?.get().objects ?? known.get(map.mapId) ?? []] as const)
    return placesElsewhere(Object.fromEntries(others), boxes ?? none)
  }, [maps, open, saved, mapId, boxes])
  const value = useMemo((): BoxesOfPlan => {
    const check = checkPlan(objects, boxes ?? none, elsewhere, editorCanvas)
    return {
      boxes,
      error,
      retry: () => void Promise.all([refetch(), refetchPlans()]),
      check,
      perMetre: unitsPerMetre(objects, check.bound),
    }
  }, [objects, boxes, elsewhere, error, refetch, refetchPlans])
  return <BoxesContext value={value}>{children}</BoxesContext>
}
