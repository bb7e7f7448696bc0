import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { StoredTerms } from '../billing/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { externalContractTaken } from './events.ts'
import { holdersAt, lockExternal, putExternal, type ExternalRow } from './external-store.ts'
import { tell } from './tell.ts'

/** A contract as the external system of its stock has it, for somebody who has an account here. */
export interface ExternalContract {
  readonly externalId: string
  readonly number: string
  readonly boxId: string
  readonly accountId: string
  readonly status: 'active' | 'ended' | 'closed'
  readonly startDay: string
  readonly endDay: string | null
  /** Its last day is today: at which hour it has ended is asked here. */
  readonly endsToday: boolean
  readonly plannedLeaveDay: string | null
  readonly leaveDay: string | null
  readonly durationMonths: number | null
  readonly periodMonths: number
  readonly currency: string
  readonly monthRate: number
  readonly price: StoredTerms
  readonly paidUntil: string | null
  readonly debt: number
  readonly dueOn: string | null
  readonly deposit: number | null
}

/**
 * Makes the contracts of an external stock what its source says: rows without a billing plan, so that nothing bills, penalises or
 * numbers them, and with the source's word on what is paid and owed (decision 260). Its boxes are locked by the caller.
 * @returns contracts that were left as they are, in sentences
 */
export async function takeExternal(
  tx: Tx,
  catalog: Catalog,
  stockId: string,
  contracts: readonly ExternalContract[],
  at: Temporal.Instant,
): Promise<readonly string[]> {
  const present = new Map((await lockExternal(tx, stockId)).map((row) => [row.externalId, row]))
  const holders = await holdersAt(tx, stockId)
  const problems: string[] = []
  // Who leaves first: the next tenant of his box may come in the same reading.
  const sorted = [...contracts].sort((one, two) => rank(one) - rank(two))
  for (const contract of sorted) {
    const before = present.get(contract.externalId)
    const { endsToday: _today, ...said } = contract
    const row: ExternalRow = { ...said, id: before?.id ?? newId(), status: statusNow(contract, before) }
    if (before !== undefined && isSame(before, row)) continue
    if (before !== undefined && (row.status === 'closed' || row.boxId !== before.boxId)) {
      await catalog.releaseClaim(tx, row.id, at)
      if (holders.get(before.boxId) === row.id) holders.delete(before.boxId)
    }
    if (row.status !== 'closed') {
      const holder = holders.get(row.boxId)
      if (holder !== undefined && holder !== row.id) {
        problems.push(`ssr_contracts "${contract.externalId}": its unit is held by another contract`)
        continue
      }
    }
    await putExternal(tx, stockId, row, at)
    if (row.status !== 'closed' && !holders.has(row.boxId)) {
      holders.set(row.boxId, row.id)
      const { boxId, accountId } = row
      const claim = { boxId, stockId, holderId: row.id, accountId, takenAt: at, lapsesAt: null }
      await catalog.claimBox(tx, { ...claim, kind: 'contract' })
    }
    tell(tx, externalContractTaken, { ...row, stockId }, at, {})
  }
  return problems
}

const rank = ({ status }: ExternalContract): number => (status === 'closed' ? 0 : 1)

/** What ended here at noon of its last day has ended, though the source's dates alone say so a day later. */
const statusNow = (contract: ExternalContract, before: ExternalRow | undefined): ExternalContract['status'] =>
  contract.status === 'active' && contract.endsToday && before?.status === 'ended' ? 'ended' : contract.status

/** Whether the row says all of it already, in whatever order the database keeps the fields of its prices. */
const isSame = (before: ExternalRow, after: ExternalRow): boolean => inOrder(before) === inOrder(after)

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [two]) => (one < two ? -1 : 1)))
      : part,
  )
}
