import { useEffect, useMemo, useState } from 'react'
import type { Box2D } from '../../../../features/maps/index.ts'
import { usePlan, usePlanStore } from '../use-plan.ts'
import { useBoxesOfPlan } from './boxes-context.tsx'
import { firstFields, planGrid, wholeSheet, type GridFields } from './grid-wish.ts'

/** The row or grid that is being asked for; what it would draw stands on the sheet meanwhile. */
export function useGrid() {
  const store = usePlanStore()
  const isOpen = usePlan(({ tool }) => tool === 'grid')
  const { missing } = useBoxesOfPlan().check
  const [fields, setFields] = useState(firstFields)
  const [area, setArea] = useState<Box2D | null>(null)
  // Whoever took another tool begins anew.
  if (!isOpen && area !== null) setArea(null)
  useEffect(() => {
    if (!isOpen) return
    // From its fields as well, which keep the other keys to themselves.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') store.setTool('select')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOpen, store])
  const plan = useMemo(
    () => (isOpen ? planGrid(missing, fields, area ?? wholeSheet) : null),
    [isOpen, missing, fields, area],
  )
  return {
    plan,
    fields,
    area,
    isDrawn: area !== null,
    setArea,
    change: (part: Partial<GridFields>) => setFields((before) => ({ ...before, ...part })),
    /** One step, and what was made is chosen. */
    place: () => {
      if (plan === null || plan.objects.length === 0) return
      store.commit([...store.get().objects, ...plan.objects], {
        select: plan.objects.map(({ uuid }) => uuid),
      })
      store.setTool('select')
      // The next block is of other boxes, with the same gaps and aisles.
      setFields((before) => ({ ...before, from: '', to: '' }))
    },
    leave: () => store.setTool('select'),
  }
}

export type Grid = ReturnType<typeof useGrid>
