import type { BankEntry, ignoreBankEntry, noteBankPayout, settleBankEntry } from '@stowage/api/bank'
import { authorOf, note } from '../../../platform/audit/author.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { isStale } from '../../../platform/http/stale.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decideEntry, lockEntry, type EntryRow } from './bank-store.ts'
import { settleEntry, type Part } from './settle-entry.ts'
import { documentForBalance, documentsById, likelyPayouts } from './target-view.ts'

type Decision = Call<typeof settleBankEntry | typeof ignoreBankEntry | typeof noteBankPayout, Actor>

/**
 * The movement, locked, as the caller has seen it.
 * @param present the movement as it is now, for who has seen another (9109)
 * @throws Failure 9104; 9109; 9152 `decided`
 */
export async function lockOpen(
  tx: Tx,
  call: Pick<Decision, 'params' | 'body'>,
  present: (id: string) => Promise<BankEntry>,
): Promise<EntryRow> {
  const entry = (await lockEntry(tx, call.params.id)) ?? fail(9104)
  if (isStale(entry.updatedAt, call.body.updated)) fail(9109, { present: await present(entry.id) })
  if (entry.state !== 'open') fail(9152, { params: { by: 'decided' } })
  return entry
}

/**
 * Staff put a movement to documents; what they leave goes to a tenant's balance, which pays what he owes first. All of the money
 * finds its place, to the cent, or none does.
 * @throws Failure 9152 `sum`, `outgoing`, `otherSeller`, `void`, `nobody`
 */
export async function settleByHand(
  platform: Platform,
  tx: Tx,
  call: Call<typeof settleBankEntry, Actor>,
  present: (id: string) => Promise<BankEntry>,
): Promise<void> {
  const entry = await lockOpen(tx, call, present)
  if (entry.direction === 'out') fail(9152, { params: { by: 'outgoing' } })
  const parts = await partsOf(tx, entry, call.body)
  const at = platform.clock.now()
  const made = await settleEntry(tx, entry, parts, { at, byId: call.actor.id, isAutomatic: false })
  await decideEntry(tx, entry.id, { state: 'settled', decidedById: call.actor.id, at })
  note(tx, platform.clock, authorOf(call), {
    action: 'transfer-settled',
    subjectType: 'bank-entry',
    subjectId: entry.id,
    after: { isAutomatic: false, amount: entry.amount, currency: entry.currency, documents: made },
  })
}

async function partsOf(
  tx: Tx,
  entry: EntryRow,
  { shares, balance }: Call<typeof settleBankEntry, Actor>['body'],
): Promise<Part[]> {
  const amounts = [...shares, ...(balance == null ? [] : [balance])].map(({ amount }) => amount)
  if (
    amounts.length === 0 ||
    amounts.some((amount) => amount <= 0) ||
    amounts.reduce((sum, amount) => sum + amount, 0) !== entry.amount
  )
    fail(9152, { field: 'shares', params: { by: 'sum' } })
  if (new Set(shares.map(({ documentId }) => documentId)).size !== shares.length)
    fail(9152, { field: 'shares', params: { by: 'sum' } })
  const documents = await documentsById(
    tx,
    entry,
    shares.map(({ documentId }) => documentId),
  )
  const parts: Part[] = shares.map(({ documentId, amount }) => {
    const target = documents.find(({ id }) => id === documentId)
    if (target === undefined) return fail(9152, { field: 'shares', params: { by: 'otherSeller' } })
    if (target.status === 'void') fail(9152, { field: 'shares', params: { by: 'void' } })
    return { target, amount }
  })
  if (balance == null) return parts
  const into =
    (await documentForBalance(tx, entry, balance.accountId)) ??
    fail(9152, { field: 'balance', params: { by: 'nobody' } })
  // Beside a share of the same document it is one payment: a document is named once.
  const same = parts.findIndex(({ target }) => target.id === into.id)
  return same < 0
    ? [...parts, { target: into, amount: balance.amount }]
    : parts.map((part, at) => (at === same ? { ...part, amount: part.amount + balance.amount } : part))
}

/** None of ours: it leaves the list, with the reason. */
export async function ignoreByHand(
  platform: Platform,
  tx: Tx,
  call: Call<typeof ignoreBankEntry, Actor>,
  present: (id: string) => Promise<BankEntry>,
): Promise<void> {
  const entry = await lockOpen(tx, call, present)
  await decideEntry(tx, entry.id, {
    state: 'ignored',
    ignoreReason: call.body.reason,
    decidedById: call.actor.id,
    at: platform.clock.now(),
  })
  note(tx, platform.clock, authorOf(call), {
    action: 'bank-entry-ignored',
    subjectType: 'bank-entry',
    subjectId: entry.id,
    before: { askedWhy: entry.askedWhy },
    after: { amount: entry.amount, currency: entry.currency },
  })
}

/** Money that went out is a payout that was recorded. @throws Failure 9152 `incoming`, `taken` */
export async function notePayout(
  platform: Platform,
  tx: Tx,
  call: Call<typeof noteBankPayout, Actor>,
  present: (id: string) => Promise<BankEntry>,
): Promise<void> {
  const entry = await lockOpen(tx, call, present)
  if (entry.direction === 'in') fail(9152, { params: { by: 'incoming' } })
  const { payoutId } = call.body
  if (!(await likelyPayouts(tx, entry)).some((payout) => payout.payoutId === payoutId))
    fail(9152, { field: 'payoutId', params: { by: 'taken' } })
  await decideEntry(tx, entry.id, {
    state: 'noted',
    payoutId,
    decidedById: call.actor.id,
    at: platform.clock.now(),
  })
  note(tx, platform.clock, authorOf(call), {
    action: 'bank-payout-noted',
    subjectType: 'bank-entry',
    subjectId: entry.id,
    after: { payoutId, amount: entry.amount, currency: entry.currency },
  })
}
