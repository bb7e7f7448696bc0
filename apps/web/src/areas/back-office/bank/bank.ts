import type {
  BankEntry,
  importBankStatement,
  listBankAccounts,
  listBankStatements,
  previewBankStatement,
} from '@stowage/api/bank'
import type { Answer } from '@stowage/api/endpoint'

export type Entry = BankEntry
export type Suggestion = Entry['suggestions'][number]
export type BankAccount = Answer<typeof listBankAccounts>[number]
export type Imported = Answer<typeof listBankStatements>['items'][number]
export type Preview = Answer<typeof previewBankStatement>
export type ImportResult = Answer<typeof importBankStatement>

export const entryStates = ['open', 'settled', 'noted', 'ignored'] as const

/** A document as a row calls it: by its number, else by the booking that it is the first of. */
export interface Named {
  readonly number?: string | null | undefined
  readonly contractNumber: string
}

/** What somebody typed as an amount, in minor units; null: it is none. */
export function typedMinor(typed: number | undefined): number | null {
  if (typed === undefined) return null
  const minor = Math.round(typed * 100)
  return Number.isSafeInteger(minor) && Math.abs(minor - typed * 100) < 1e-6 ? minor : null
}

/** Minor units as somebody would type them in his language. */
export const shownMinor = (minor: number, language: string): string =>
  (minor / 100).toFixed(2).replace('.', language === 'en' ? '.' : ',')

/** By the clock on the wall of who reads: a file is of no warehouse. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
