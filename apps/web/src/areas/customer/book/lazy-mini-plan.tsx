import { useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { MiniPlan } from '../../../features/maps/index.ts'
import { EmptyPlan } from '../../../ui/index.ts'
import { boxesQuery, mapQuery, type StockBox } from './use-stock-boxes.ts'
import classes from './stock-step.module.css'

/** The plan of a stock's first floor in small, asked for when its card comes into sight. */
export function LazyMiniPlan({ stockId }: { readonly stockId: string }) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' })
  const [isSeen, setSeen] = useState(false)
  if (entry?.isIntersecting === true && !isSeen) setSeen(true)
  const boxes = useQuery({ ...boxesQuery(stockId), enabled: isSeen }).data
  const map = useQuery({ ...mapQuery(stockId), enabled: isSeen })
  const marked = useMemo(() => boxes?.map(asMarked), [boxes])
  const objects = map.data === undefined ? undefined : Object.values(map.data)[0]
  const isMissing = map.isError || (map.data !== undefined && (objects === undefined || objects.length === 0))
  return (
    <div ref={ref} className={classes.miniPlan}>
      {isMissing ? (
        <EmptyPlan />
      ) : (
        objects !== undefined && marked !== undefined && <MiniPlan objects={objects} boxes={marked} />
      )}
    </div>
  )
}

function asMarked({ id, unitNumber, isOccupied, isReserved, grossRate }: StockBox) {
  return { id, unitNumber, isFree: !isOccupied && !isReserved && grossRate != null }
}
