/** Says to who cannot see it what has changed on the plan while he looks: politely, and not more than one can listen to. */
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BoxState, PlanBox } from './box-state.ts'
import type { DrawnBox } from './use-plan-model.ts'

interface PlanNewsProps<Box extends PlanBox> {
  readonly boxes: readonly DrawnBox<Box>[]
  readonly selectedId: string | null
  readonly stateOf: (box: Box) => BoxState
  readonly numberOf: (box: Box) => string
}

/** More than these at once are told as a number. */
const most = 3

export function PlanNews<Box extends PlanBox>({ boxes, selectedId, stateOf, numberOf }: PlanNewsProps<Box>) {
  const t = useTranslations('maps.news')
  const states = useTranslations('maps.state')
  const before = useRef<readonly DrawnBox<Box>[] | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    const last = before.current
    before.current = boxes
    if (last === null || last === boxes) return
    const known = new Map(last.map(({ box }) => [box.id, box]))
    // Another floor has other boxes: what is new there has not changed.
    const changed = boxes.flatMap(({ box }) => {
      const earlier = known.get(box.id)
      return earlier === undefined || isSame(earlier, box) ? [] : [box]
    })
    if (changed.length === 0) return
    const lost = changed.find((box) => box.id === selectedId && isTaken(box))
    setNews(
      lost !== undefined
        ? t('lost', { number: numberOf(lost) })
        : changed.length > most
          ? t('many', { count: changed.length })
          : changed.map((box) => t('one', { number: numberOf(box), state: states(stateOf(box)) })).join(' '),
    )
  }, [boxes, selectedId, stateOf, numberOf, t, states])
  return (
    <p role="status" className="st-spoken">
      {news}
    </p>
  )
}

const isTaken = (box: PlanBox): boolean => box.isOccupied || box.isReserved

function isSame(a: PlanBox, b: PlanBox): boolean {
  return (
    isTaken(a) === isTaken(b) &&
    (a.lockStatus === 'opened') === (b.lockStatus === 'opened') &&
    a.inDebt === b.inDebt
  )
}
