import type { myBoxes } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'

export type MyStock = Answer<typeof myBoxes>[number]
export type MyBox = MyStock['boxes'][number]
export type LockStatus = MyBox['lockStatus']

/**
 * What the card offers: `opened` says how to leave, `pending` how to pay first, `ready` opens; `refused` says why not,
 * `noConnection` that the lock does not answer (specification 4: unavailable blocks the button).
 */
export type DoorState = 'opened' | 'pending' | 'noConnection' | 'refused' | 'ready'

export function doorOf(box: MyBox, stockIsOk: boolean): DoorState {
  if (box.contract.status === 'pending') return 'pending'
  if (box.lockStatus === 'opened') return 'opened'
  // Debt and missing documents are the tenant's to mend, a line that is down is not: the first is said first.
  if (!box.opening.opens) return 'refused'
  return box.lockStatus === 'unavailable' || !stockIsOk ? 'noConnection' : 'ready'
}

/** The codes of decision 20 that a payment lifts. */
export function isBarredByDebt({ opening }: Pick<MyBox, 'opening'>): boolean {
  return opening.code === 7006 || opening.code === 7007
}

/** What needs a hand comes first: open doors, then debt; then by number, and what is not paid yet at the end. */
export function inOrder(boxes: readonly MyBox[], stockIsOk: boolean): MyBox[] {
  const rank = (box: MyBox): number => {
    const door = doorOf(box, stockIsOk)
    if (door === 'opened') return 0
    if (door === 'pending') return 3
    return box.contract.overdueRent != null || box.contract.overdue > 0 ? 1 : 2
  }
  return boxes.toSorted(
    (a, b) => rank(a) - rank(b) || a.unitNumber.localeCompare(b.unitNumber, 'en', { numeric: true }),
  )
}
