/**
 * Which documents a transfer pays. Only what the payer has named is settled without a person: a document by its own reference or
 * number, whatever the sum; a contract by its number where the sum fits to the cent. Everything else is shown to staff with
 * suggestions: money is never guessed. Safe for the browser.
 */
import type { ReferencesFound } from './bank-reference.ts'

/** A document of the seller that got the money, in the currency in which it came. Amounts in minor units. */
export interface NamedDocument {
  readonly id: string
  readonly accountId: string
  readonly contractId: string
  readonly contractNumber: string
  readonly paymentNumber: number
  readonly number: string | null
  readonly status: 'open' | 'paid' | 'void'
  readonly kind: 'rent' | 'penalty'
  /** YYYY-MM-DD. */
  readonly dueOn: string
  readonly debt: number
}

/** Why a person is asked. */
export const askReasons = [
  'nothingNamed',
  'unknownReference',
  'notOpen',
  'several',
  'otherAmount',
  'doubtful',
  'reversal',
  'batch',
  'perhapsTwice',
] as const
export type AskReason = (typeof askReasons)[number]

export interface Share {
  readonly documentId: string
  readonly amount: number
}

export type MatchDecision = { readonly settle: readonly Share[] } | { readonly ask: AskReason }

/**
 * @param amount of the transfer, minor units
 * @param documents those that the references name and all open ones of the contracts that they name
 */
export function matchTransfer(
  amount: number,
  found: ReferencesFound,
  documents: readonly NamedDocument[],
): MatchDecision {
  const direct = documents.filter(
    (document) =>
      found.payments.includes(document.paymentNumber) ||
      (document.number !== null && found.documents.includes(document.number)),
  )
  const unknown =
    found.payments.filter((number) => !direct.some((one) => one.paymentNumber === number)).length +
    found.documents.filter((number) => !direct.some((one) => one.number === number)).length
  if (direct.length > 0) return ofDocuments(amount, direct, unknown > 0 || strayContract(found, direct))
  if (unknown > 0) return { ask: 'unknownReference' }
  if (found.contracts.length > 0) return ofContracts(amount, found.contracts, documents)
  return { ask: found.doubtfulContracts.length > 0 ? 'doubtful' : 'nothingNamed' }
}

/** He names a contract as well that is not the one of these documents. */
const strayContract = (found: ReferencesFound, direct: readonly NamedDocument[]): boolean =>
  found.contracts.some((number) => !direct.some((document) => document.contractNumber === number))

function ofDocuments(amount: number, direct: readonly NamedDocument[], namesMore: boolean): MatchDecision {
  if (namesMore) return { ask: 'several' }
  // Paid already, or given up: he may want it back as well as have it kept.
  if (direct.some(({ status, debt }) => status !== 'open' || debt === 0)) return { ask: 'notOpen' }
  const [only] = direct
  // His own document, named by himself: a part of it pays a part, what is over becomes his balance (decision 18).
  if (direct.length === 1 && only !== undefined) return { settle: [{ documentId: only.id, amount }] }
  return exactly(amount, direct) ?? { ask: 'several' }
}

function ofContracts(
  amount: number,
  contracts: readonly string[],
  documents: readonly NamedDocument[],
): MatchDecision {
  const open = documents
    .filter(
      ({ contractNumber, status, debt }) =>
        contracts.includes(contractNumber) && status === 'open' && debt > 0,
    )
    .toSorted(oldestFirst)
  if (open.length === 0)
    return {
      ask: documents.some(({ contractNumber }) => contracts.includes(contractNumber))
        ? 'notOpen'
        : 'unknownReference',
    }
  if (contracts.some((number) => !open.some(({ contractNumber }) => contractNumber === number)))
    return { ask: 'several' }
  if (contracts.length === 1) {
    // Two months at the same rent: the older one, as all money of a contract pays (decision 18).
    const one = open.find(({ debt }) => debt === amount)
    if (one !== undefined) return { settle: [{ documentId: one.id, amount }] }
  }
  return exactly(amount, open) ?? { ask: 'otherAmount' }
}

/** All that is owed on them, to the cent. */
function exactly(amount: number, documents: readonly NamedDocument[]): MatchDecision | undefined {
  const owed = documents.reduce((sum, { debt }) => sum + debt, 0)
  if (owed !== amount) return undefined
  return { settle: documents.toSorted(oldestFirst).map(({ id, debt }) => ({ documentId: id, amount: debt })) }
}

const oldestFirst = (a: NamedDocument, b: NamedDocument): number =>
  Number(a.kind === 'penalty') - Number(b.kind === 'penalty') ||
  (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0) ||
  (a.id < b.id ? -1 : 1)

/** What speaks for a document, the strongest first. */
export const matchSigns = ['reference', 'contract', 'payerKnown', 'amount', 'name', 'doubtful'] as const
export type MatchSign = (typeof matchSigns)[number]

const WEIGHTS: Readonly<Record<MatchSign, number>> = {
  reference: 60,
  contract: 45,
  payerKnown: 40,
  amount: 30,
  name: 20,
  doubtful: 15,
}

export interface Suggestible extends NamedDocument {
  readonly accountName: string
  /** Transfers of the same payer's account have paid for this tenant before. */
  readonly isPayerKnown: boolean
}

export interface Suggestion<D extends Suggestible = Suggestible> {
  readonly document: D
  readonly signs: readonly MatchSign[]
  readonly score: number
}

const MOST_SUGGESTED = 8

/**
 * Open documents that staff may mean, the likeliest first; nothing is settled by it. An amount alone is a sign only where few have it.
 * @param entry amount in minor units, the payer's name as the bank gives it
 */
export function suggestDocuments<D extends Suggestible>(
  entry: { readonly amount: number; readonly payerName: string | null },
  found: ReferencesFound,
  candidates: readonly D[],
): Suggestion<D>[] {
  return candidates
    .filter(({ status, debt }) => status === 'open' && debt > 0)
    .map((document) => {
      const signs = matchSigns.filter((sign) => speaks(sign, entry, found, document))
      return { document, signs, score: signs.reduce((sum, sign) => sum + WEIGHTS[sign], 0) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || oldestFirst(a.document, b.document))
    .slice(0, MOST_SUGGESTED)
}

function speaks(
  sign: MatchSign,
  entry: { readonly amount: number; readonly payerName: string | null },
  found: ReferencesFound,
  document: Suggestible,
): boolean {
  switch (sign) {
    case 'reference':
      return (
        found.payments.includes(document.paymentNumber) ||
        (document.number !== null && found.documents.includes(document.number))
      )
    case 'contract':
      return found.contracts.includes(document.contractNumber)
    case 'doubtful':
      return found.doubtfulContracts.includes(document.contractNumber)
    case 'payerKnown':
      return document.isPayerKnown
    case 'amount':
      return document.debt === entry.amount
    case 'name':
      return entry.payerName !== null && sameName(entry.payerName, document.accountName)
  }
}

/** Whether two names are of one person or firm: the same words in any order, but for titles and forms of firms. */
export function sameName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  return few.length > 0 && few.join('').length >= 4 && few.every((word) => many.includes(word))
}

const FORMS =
  /^(?:gmbh|ag|ug|kg|ohg|mbh|co|ltd|llc|inc|sp|zoo|z|o|spolka|sa|ооо|ип|ао|зао|пао|herr|frau|mr|mrs|dr|pan|pani)$/

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ё', 'е')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FORMS.test(word))
