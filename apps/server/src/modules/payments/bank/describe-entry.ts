import type { BankEntry, searchBankTargets } from '@stowage/api/bank'
import type { Answer } from '@stowage/api/endpoint'
import { suggestDocuments } from '@stowage/domain/bank-match'
import type { Database } from '../../../platform/database/connect.ts'
import { fail } from '../../../platform/failure.ts'
import { shownEntries, type EntriesWish, type ShownEntry } from './bank-view.ts'
import { referencesOf } from './match-entries.ts'
import { foundTargets, likelyDocuments, likelyPayouts, namedDocuments, type Target } from './target-view.ts'

/** A page of movements; those that wait come with the documents that they may be for. */
export async function describeEntries(
  db: Database,
  wish: EntriesWish,
): Promise<{ items: BankEntry[]; total: number; page: number; pageSize: number }> {
  const page = await shownEntries(db, wish)
  const items: BankEntry[] = []
  for (const entry of page.items) items.push(await described(db, entry))
  return { ...page, items }
}

/** @throws Failure 9104 */
export async function describeEntry(db: Database, id: string): Promise<BankEntry> {
  const { items } = await shownEntries(db, { id, page: 1 })
  return await described(db, items[0] ?? fail(9104))
}

async function described(db: Database, shown: ShownEntry): Promise<BankEntry> {
  const { sellerId: _, ...entry } = shown
  if (shown.state !== 'open' || shown.direction === 'out') return { ...entry, suggestions: [] }
  const facts = {
    ...shown,
    payerName: shown.payerName ?? null,
    payerAccount: shown.payerAccount ?? null,
    reference: shown.reference ?? null,
    endToEndId: shown.endToEndId ?? null,
  }
  const found = await referencesOf(db, facts)
  const likely = await likelyDocuments(db, facts)
  const named = (await namedDocuments(db, facts, found)).filter(
    ({ id }) => !likely.some((one) => one.id === id),
  )
  const suggestions = suggestDocuments(facts, found, [...named, ...likely])
  // One sum of one tenant whom this payer has paid for before: the first thing to press, and never pressed by itself.
  const ofKnown = suggestions.filter(({ signs }) => signs.includes('payerKnown') && signs.includes('amount'))
  return {
    ...entry,
    suggestions: suggestions.map(({ document, signs }) => ({
      ...targetFacts(document),
      signs: [...signs],
      isLikely:
        signs.includes('reference') || (ofKnown.length === 1 && ofKnown[0]?.document.id === document.id),
    })),
  }
}

const targetFacts = ({
  id,
  number,
  contractId,
  contractNumber,
  unitNumber,
  accountId,
  accountName,
  dueOn,
  debt,
}: Target) => ({
  documentId: id,
  number,
  contractId,
  contractNumber,
  unitNumber,
  accountId,
  accountName,
  dueOn,
  debt,
})

/** What staff find by hand for a movement. @throws Failure 9104 */
export async function searchTargets(
  db: Database,
  id: string,
  search: string,
): Promise<Answer<typeof searchBankTargets>> {
  const entry = (await shownEntries(db, { id, page: 1 })).items[0] ?? fail(9104)
  if (entry.direction === 'out')
    return { documents: [], tenants: [], payouts: await likelyPayouts(db, entry) }
  const { documents, tenants } = await foundTargets(db, entry, search.trim())
  return { documents: documents.map(targetFacts), tenants, payouts: [] }
}
