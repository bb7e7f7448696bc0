import type { Answer } from '@stowage/api/endpoint'
import type { blockUser, unblockUser } from '@stowage/api/accounts'
import { personal } from '../../platform/audit/personal.ts'
import { note, authorOf } from '../../platform/audit/author.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { changeAccount, lockAccount, type AccountRow } from './account-store.ts'
import { rentsAt } from './account-view.ts'
import { blockOf } from './describe-account.ts'
import { accountChanged } from './events.ts'
import type { Parts } from './parts.ts'

type BlockAnswer = Answer<typeof blockUser>

/**
 * Keeps a tenant out of all his doors (7007, decisions.md C20) until staff take it back; he reads the reason. The sites are told within
 * seconds: their lists follow `accountChanged`. Signing in, paying and his papers stay open to him. Again with another reason: that one
 * counts, since the first day.
 * @throws Failure 6004 nobody, or nobody who rents at the stock of this staff; 9103 for who is no tenant
 */
export async function blockAccount(parts: Parts, call: Call<typeof blockUser, Actor>): Promise<BlockAnswer> {
  const { reason } = call.body
  return await call.transact(async (tx) => {
    const account = await tenantOf(tx, call.params.id, call.actor)
    if (account.blocked_by_staff && account.block_reason === reason) return { block: blockOf(account) }
    const blocked_at = account.blocked_by_staff ? account.blocked_at : parts.platform.clock.now()
    const change = { blocked_by_staff: true, block_reason: reason, blocked_at }
    return await changed(parts, tx, call, { account, change, action: 'account-blocked' })
  })
}

/** Lets him in again. Nothing else that bars him is forgiven. @throws as `blockAccount` */
export async function unblockAccount(
  parts: Parts,
  call: Call<typeof unblockUser, Actor>,
): Promise<BlockAnswer> {
  return await call.transact(async (tx) => {
    const account = await tenantOf(tx, call.params.id, call.actor)
    if (!account.blocked_by_staff) return { block: null }
    const change = { blocked_by_staff: false, block_reason: null, blocked_at: null }
    return await changed(parts, tx, call, { account, change, action: 'account-unblocked' })
  })
}

/** The tenant, locked. Staff of one stock reach who rents there. */
async function tenantOf(tx: Tx, id: string, actor: Actor): Promise<AccountRow> {
  const account = (await lockAccount(tx, id)) ?? fail(6004)
  const isSeen = isSuperUser(actor) || actor.stockId === null || (await rentsAt(tx, id, actor.stockId))
  if (!isSeen) fail(6004, { reason: 'rents nothing at the stock of this staff' })
  // What staff may do is their role, which a superUser takes away.
  if (account.platform_role !== 'client') fail(9103, { reason: 'no tenant' })
  return account
}

type Change = Pick<AccountRow, 'blocked_by_staff' | 'block_reason' | 'blocked_at'>

async function changed(
  { platform }: Parts,
  tx: Tx,
  call: { readonly actor: Actor; readonly address: string },
  what: { readonly account: AccountRow; readonly change: Change; readonly action: string },
): Promise<BlockAnswer> {
  const { account, change, action } = what
  await changeAccount(tx, account.id, change)
  note(tx, platform.clock, authorOf(call), {
    action,
    subjectType: 'account',
    subjectId: account.id,
    before: { reason: personal(account.id, account.blocked_by_staff ? account.block_reason : null) },
    after: { reason: personal(account.id, change.block_reason) },
  })
  publish(
    tx,
    fact(accountChanged, {
      aggregate: `account:${account.id}`,
      at: platform.clock.now(),
      payload: { accountId: account.id },
    }),
  )
  return { block: blockOf(change) }
}
