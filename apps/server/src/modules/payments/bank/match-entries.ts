import { matchTransfer, type Share } from '@stowage/domain/bank-match'
import { referencesIn, type ReferencesFound } from '@stowage/domain/bank-reference'
import { note } from '../../../platform/audit/author.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import type { Platform } from '../../../platform/platform.ts'
import { matchDebits } from '../bank-debits/match-debits.ts'
import { decideEntry, freshEntry, lockEntry, type EntryRow } from './bank-store.ts'
import { settleEntry } from './settle-entry.ts'
import { likelyPayouts, namedDocuments, perhapsTwice, stockCodes } from './target-view.ts'

/** By whom a movement was put to its document when nobody was asked. */
export const BY_ITSELF = 'bank-statement'

/**
 * Looks at movements that nobody has looked at, until none is left or so many were; what names its document is settled. Each in a
 * transaction of its own: a process that dies loses none and does none twice, and one that cannot be looked at keeps none waiting
 * behind it.
 * @returns how many were looked at
 */
export async function matchFresh(platform: Platform, most = Infinity): Promise<number> {
  for (let done = 0; done < most; done += 1) {
    let taken: string | undefined
    try {
      await platform.transact(async (tx) => {
        const entry = await freshEntry(tx)
        taken = entry?.id
        if (entry) await look(platform, tx, entry)
      })
    } catch (error) {
      if (taken === undefined) throw error
      platform.log.error({ err: error, entry: taken }, 'a movement of the bank could not be put to anything')
      await giveToStaff(platform, taken)
    }
    if (taken === undefined) return done
  }
  return most
}

async function giveToStaff(platform: Platform, id: string): Promise<void> {
  await platform.transact(async (tx) => {
    const entry = await lockEntry(tx, id)
    if (entry?.state === 'open' && entry.askedWhy === null)
      await decideEntry(tx, id, { state: 'open', askedWhy: 'failed', at: platform.clock.now() })
  })
}

async function look(platform: Platform, tx: Tx, entry: EntryRow): Promise<void> {
  const at = platform.clock.now()
  const ofDebits = await matchDebits(platform, tx, entry)
  if (ofDebits === true) return
  if (ofDebits === 'asked')
    return await decideEntry(tx, entry.id, { state: 'open', askedWhy: 'directDebit', at })
  if (entry.direction === 'out') return await lookAtOutgoing(platform, tx, entry)
  const ask = async (askedWhy: string): Promise<void> =>
    await decideEntry(tx, entry.id, { state: 'open', askedWhy, at })
  // Money that an earlier movement had taken: whose it is, only a person knows.
  if (entry.isReversal || entry.returnReason !== null) return await ask('reversal')
  if (entry.isBatch) return await ask('batch')
  if (await perhapsTwice(tx, entry.id)) return await ask('perhapsTwice')
  const found = await referencesOf(tx, entry)
  const documents = await namedDocuments(tx, entry, found)
  const decision = matchTransfer(
    entry.amount,
    found,
    // What is on its way to a document counts as paid: two equal transfers on one day are not both for it.
    documents.map((one) =>
      one.debt === 0 && one.status === 'open' ? { ...one, status: 'paid' as const } : one,
    ),
  )
  if ('ask' in decision) return await ask(decision.ask)
  await settleByItself(platform, tx, entry, decision.settle, documents)
}

async function settleByItself(
  platform: Platform,
  tx: Tx,
  entry: EntryRow,
  shares: readonly Share[],
  documents: Awaited<ReturnType<typeof namedDocuments>>,
): Promise<void> {
  const at = platform.clock.now()
  const parts = shares.flatMap(({ documentId, amount }) => {
    const target = documents.find(({ id }) => id === documentId)
    return target === undefined ? [] : [{ target, amount }]
  })
  const made = await settleEntry(tx, entry, parts, { at, byId: BY_ITSELF, isAutomatic: true })
  await decideEntry(tx, entry.id, { state: 'settled', at })
  note(
    tx,
    platform.clock,
    { actorId: null },
    {
      action: 'transfer-settled',
      subjectType: 'bank-entry',
      subjectId: entry.id,
      after: { isAutomatic: true, amount: entry.amount, currency: entry.currency, documents: made },
    },
  )
}

/** What the words of a movement name. */
export async function referencesOf(
  db: Parameters<typeof stockCodes>[0],
  entry: Pick<EntryRow, 'sellerId' | 'reference' | 'purpose' | 'endToEndId'>,
): Promise<ReferencesFound> {
  const texts = [entry.reference, entry.purpose, entry.endToEndId].filter((text) => text !== null)
  return referencesIn(texts, await stockCodes(db, entry.sellerId))
}

/**
 * Money that went out: the one payout of that sum and time is marked as seen at the bank; a payment that came back, and one of
 * which several payouts may be meant, wait for staff. All else is the company's own business.
 */
async function lookAtOutgoing(platform: Platform, tx: Tx, entry: EntryRow): Promise<void> {
  const at = platform.clock.now()
  if (entry.isReversal || entry.returnReason !== null)
    return await decideEntry(tx, entry.id, { state: 'open', askedWhy: 'returned', at })
  const payouts = await likelyPayouts(tx, entry)
  if (payouts.length > 1)
    return await decideEntry(tx, entry.id, { state: 'open', askedWhy: 'severalPayouts', at })
  await decideEntry(tx, entry.id, { state: 'noted', payoutId: payouts[0]?.payoutId ?? null, at })
}
