import type { Locator } from '@playwright/test'
import type { Visitor } from '../journey.ts'
import type { Language } from '../texts.ts'

/** Something that a guide shows: how one gets there, and which part of the screen it is about. Nothing is changed on the way. */
export interface Scene {
  /** Of the picture. */
  readonly name: string
  /** Whose screen it is; null: a visitor's. */
  readonly as: string | null
  readonly device: 'phone' | 'desk'
  readonly at: string
  /** Goes on from the address. @returns what it is about; absent: the page */
  readonly show?: (visitor: Visitor) => Promise<Locator>
  /**
   * What the picture is of: the whole window (of a phone, unless said otherwise), that part as far as it is seen (of a desk), or
   * all of that part, however long.
   */
  readonly frame?: 'window' | 'part' | 'whole'
  /** Beside English. */
  readonly languages?: readonly Language[]
}
