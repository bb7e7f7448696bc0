import type { Schema } from '../../platform/database/schema.ts'

/** By which column the rows of a table are a person's: his id itself, or what is his. */
export type Whose =
  | { readonly account: string }
  | { readonly contract: string }
  | { readonly document: string }
  | { readonly payment: string }
  | { readonly subscription: string }
  /** What he wrote as a visitor, or was written to then: by his address, once he has proved that it is his. */
  | { readonly visitor: string }
  /** What the external system of a stock says of the customer for whom he stands. */
  | { readonly customer: string }
  /** What was done by others at boxes while he rented them. */
  | { readonly box: string }

export interface Part {
  readonly table: keyof Schema
  readonly whose: Whose
  /** Under which name the rows stand in the file, where a table has rows of two kinds. */
  readonly as?: string
  /** JSON of a processor, word for word: names of keys and signatures are cut out of it. */
  readonly cleansed?: readonly string[]
  readonly shown: readonly string[]
  /** What is left out of the rows, and why: a new column must be put into one of the two. */
  readonly hidden: Readonly<Record<string, string>>
}

/** Why a column is left out. */
export const STAFF = 'which of the staff did it: another person'
export const SECRET = 'a key or the fingerprint of one'
export const OURS = 'how our own machinery keeps count'

export function words(text: string): readonly string[] {
  return text.split(/\s+/)
}
