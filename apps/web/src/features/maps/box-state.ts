/** How a box stands on the plan, for customers and for staff (theme.md 5). */
import { planState, type LockStatus, type PlanState, type SizeGroup } from '@stowage/domain/box'

/** A box as the plan needs it; the big list's items have these fields and more. */
export interface PlanBox {
  readonly id: string
  readonly unitNumber: string
  /** m², for KB units m³. */
  readonly size: number
  readonly isOccupied: boolean
  readonly isReserved: boolean
  /** Month price with VAT in minor units of the plan's currency. */
  readonly grossRate?: number | null | undefined
  /** Metres. */
  readonly height?: number | null | undefined
  readonly width?: number | null | undefined
  readonly depth?: number | null | undefined
  readonly lockStatus?: LockStatus | undefined
  readonly inDebt?: boolean | undefined
}

export type BoxState = PlanState | 'open' | 'debt'
export type Audience = 'customer' | 'staff'

/** Where a state carries a sign besides its colour. */
export const signedStates: ReadonlySet<BoxState> = new Set<BoxState>(['chosen', 'open', 'debt'])

/**
 * Staff see an open lock first, then debt: an open door is now, a debt is this month. All else is as the customer sees it.
 * @param group the wanted size group; null for all
 */
export function boxState(
  box: PlanBox,
  group: SizeGroup | null,
  isChosen: boolean,
  audience: Audience,
): BoxState {
  if (audience === 'staff') {
    if (box.lockStatus === 'opened') return 'open'
    if (box.inDebt === true) return 'debt'
    if (isChosen) return 'chosen'
  }
  return planState(box, group, isChosen)
}

/** Customers choose what is free and of the wanted size (specification 4); staff may look into any box. */
export function isSelectable(state: BoxState, audience: Audience): boolean {
  return audience === 'staff' || state === 'free' || state === 'chosen'
}
