import { publish, type Tx } from '../../platform/database/transaction.ts'
import { authorOf, note } from '../../platform/audit/author.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { externalChangeAsked, type ExternalWish } from './events.ts'

export type { ExternalWish } from './events.ts'

/**
 * Says what somebody wants changed at an external stock. Nothing is changed here: staff get a task and the source a command, and what
 * it then does comes back with the next reading (decision 260).
 */
export function askSource(tx: Tx, wish: ExternalWish, at: Temporal.Instant): void {
  const { contractId, boxId, stockId } = wish
  publish(
    tx,
    fact(externalChangeAsked, {
      aggregate: contractId === null ? `box:${boxId ?? stockId}` : `contract:${contractId}`,
      stockId,
      at,
      payload: wish,
    }),
  )
}

interface Asked {
  readonly id: string
  readonly stockId: string
  readonly boxId: string
  readonly accountId: string
}

/** The same for a running contract; the answer is the contract as it still is. */
export async function leaveToSource(
  tx: Tx,
  call: { readonly actor: Actor; readonly address: string },
  contract: Asked,
  at: Temporal.Instant,
  wish: Pick<ExternalWish, 'kind'> & {
    readonly day?: string | null
    readonly payload?: ExternalWish['payload']
  },
): Promise<ContractAnswer> {
  const { id, stockId, boxId, accountId } = contract
  const { kind, day = null, payload = {} } = wish
  askSource(
    tx,
    { kind, stockId, contractId: id, boxId, accountId, dateValue: day, payload, askedById: call.actor.id },
    at,
  )
  if (call.actor.id !== accountId || call.actor.impersonatedBy !== null)
    note(
      tx,
      { now: () => at },
      { ...authorOf(call), onBehalfOf: accountId },
      {
        action: 'source-asked',
        subjectType: 'contract',
        subjectId: id,
        stockId,
        after: { kind, ...(day === null ? {} : { date: day }), ...payload },
      },
    )
  return (await contractFor(tx, id, call.actor, at)) ?? fail(6005)
}
