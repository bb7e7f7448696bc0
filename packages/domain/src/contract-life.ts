/**
 * Life of a contract (decision 13): pending (booked, first invoice unpaid) → active → ended (past its end, things still inside)
 * → closed; ended → active by extension; pending → cancelled, active → cancelled by withdrawal. Safe for the browser.
 */
import { lifeCycle } from './life-cycle.ts'

export const contractStatuses = ['pending', 'active', 'ended', 'closed', 'cancelled'] as const
export type ContractStatus = (typeof contractStatuses)[number]

export type ContractEvent =
  /** The first invoice is settled. */
  | 'firstInvoicePaid'
  /** The hold ended unpaid. */
  | 'holdExpired'
  /** Given up before it was paid, by the tenant or by staff. */
  | 'cancelled'
  /** The right of withdrawal was used. */
  | 'withdrawn'
  /** The leaving time of the last day is past. */
  | 'endReached'
  | 'extended'
  /** Things are out, staff settle and close; before the end too, when the tenant has left early. */
  | 'closed'

export const contractLife = lifeCycle<ContractStatus, ContractEvent>('contract', {
  pending: {
    firstInvoicePaid: 'active',
    holdExpired: 'cancelled',
    cancelled: 'cancelled',
    withdrawn: 'cancelled',
  },
  active: { endReached: 'ended', extended: 'active', closed: 'closed', withdrawn: 'cancelled' },
  ended: { extended: 'active', closed: 'closed' },
  closed: {},
  cancelled: {},
})

/** opened = pending, active, ended: what lists show and what holds a box. */
export function isOpenStatus(status: ContractStatus): boolean {
  return status === 'pending' || isRunningStatus(status)
}

/** active or ended: what a right needs that hangs on "an open contract" (Wi-Fi, doors, error 5000). */
export function isRunningStatus(status: ContractStatus): boolean {
  return status === 'active' || status === 'ended'
}

export type ContractFilter = 'all' | 'opened' | 'closed'

/** The statuses behind a list's filter. */
export function statusesOf(filter: ContractFilter): readonly ContractStatus[] {
  if (filter === 'all') return contractStatuses
  return contractStatuses.filter((status) => isOpenStatus(status) === (filter === 'opened'))
}
