/**
 * Number, size and price of the box under the pointer or the keyboard. It listens for itself, so that a moving pointer renders the
 * tip and not the plan.
 */
import { useEffect, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { CrateLabel } from '../../ui/crate-label.tsx'
import type { BoxState, PlanBox } from './box-state.ts'
import classes from './plan-tip.module.css'

interface PlanTipProps<Box extends PlanBox> {
  readonly frame: RefObject<HTMLElement | null>
  readonly byId: (id: string) => Box | undefined
  readonly sizeOf: (box: Box) => string
  readonly stateOf: (box: Box) => BoxState
  /** The box the keyboard is on; null while the pointer leads. */
  readonly activeId: string | null
  readonly isMoving: boolean
  readonly factsOf?: ((box: Box) => readonly string[]) | undefined
  readonly currency: string | null
}

interface Spot {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly isBelow: boolean
}

export function PlanTip<Box extends PlanBox>({
  frame,
  byId,
  sizeOf,
  stateOf,
  activeId,
  isMoving,
  factsOf,
  currency,
}: PlanTipProps<Box>) {
  const [pointed, setPointed] = useState<Spot | null>(null)
  const [focused, setFocused] = useState<Spot | null>(null)

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const abort = new AbortController()
    const listen = { signal: abort.signal }
    element.addEventListener(
      'pointerover',
      (event) => {
        // A finger covers what it points at, and its tap opens the same facts.
        if (event.pointerType !== 'mouse' || event.buttons !== 0) return
        setPointed(
          spotOf(event.target instanceof Element ? event.target.closest('[data-box]') : null, element),
        )
      },
      listen,
    )
    const hide = (): void => setPointed(null)
    // After a gesture the box is elsewhere; the next one pointed at has its tip again.
    for (const kind of ['pointerleave', 'pointerdown', 'wheel'] as const)
      element.addEventListener(kind, hide, { ...listen, passive: true })
    element.ownerDocument.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        setPointed(null)
        setFocused(null)
      },
      listen,
    )
    return () => abort.abort()
  }, [frame])

  useEffect(() => {
    if (isMoving || activeId === null) return
    // Measured in the next frame, when the plan stands where the keyboard has brought it.
    const request = requestAnimationFrame(() => {
      const element = frame.current
      if (element !== null)
        setFocused(spotOf(element.querySelector(`[data-box="${CSS.escape(activeId)}"]`), element))
    })
    return () => cancelAnimationFrame(request)
  }, [frame, activeId, isMoving])

  const shown = activeId === null ? pointed : focused?.id === activeId ? focused : null
  const spot = isMoving ? null : shown
  const box = spot === null ? undefined : byId(spot.id)
  if (spot === null || box === undefined) return null
  return (
    <TipCard
      spot={spot}
      box={box}
      size={sizeOf(box)}
      state={stateOf(box)}
      facts={factsOf?.(box) ?? []}
      currency={currency}
    />
  )
}

function TipCard({
  spot,
  box,
  size,
  state,
  facts,
  currency,
}: {
  readonly spot: Spot
  readonly box: PlanBox
  readonly size: string
  readonly state: BoxState
  readonly facts: readonly string[]
  readonly currency: string | null
}) {
  const t = useTranslations('maps')
  const format = useFormat()
  const price =
    currency === null || box.grossRate == null
      ? null
      : t('perMonth', { price: format.price({ amount: box.grossRate, currency }) })
  const { width, depth, height } = box
  return (
    // The option's own name says the same to a screen reader.
    <div
      className={classes.tip}
      data-below={spot.isBelow}
      style={{ left: spot.x, top: spot.y }}
      aria-hidden="true"
    >
      <span className={classes.head}>
        <CrateLabel number={box.unitNumber} tone={state === 'chosen' ? 'chosen' : 'plain'} />
        <b>{size}</b>
        <span className={classes.state} data-state={state}>
          {t(`state.${state}`)}
        </span>
      </span>
      {width != null && depth != null && height != null && (
        <span className={classes.dim}>
          {t('dimensions', {
            width: format.number(width),
            depth: format.number(depth),
            height: format.number(height),
          })}
        </span>
      )}
      {price !== null && <span className={classes.price}>{price}</span>}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </div>
  )
}

/** Pixels that the longest tip takes. */
const TALLEST = 170

function spotOf(target: Element | null, frame: HTMLElement): Spot | null {
  if (!(target instanceof SVGElement)) return null
  const id = target.dataset['box']
  if (id === undefined) return null
  const around = frame.getBoundingClientRect()
  const box = target.getBoundingClientRect()
  // Where it fits, above, where no hand is; else where there is more room. A tip of staff has up to seven lines.
  const above = box.top - around.top
  const isBelow = above < TALLEST && around.bottom - box.bottom > above
  const middle = box.left + box.width / 2 - around.left
  return {
    id,
    x: Math.min(around.width - 110, Math.max(110, middle)),
    y: (isBelow ? box.bottom : box.top) - around.top,
    isBelow,
  }
}
