import { createHash, type Hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@stowage/texts/language.ts'
import type { LeaseFacts } from './lease-facts.ts'

/**
 * The version of the lease's text that is signed today. A text that was signed is never edited: a change of any word is four
 * new files `print-lease-text-<version>-<language>.typ` and a new value here; the old files stay, so that old leases print as
 * they were signed (a test holds the files of each version to their sums).
 */
export const LEASE_VERSION = '2026-11-2'

const texts = new Map<string, string>()

/** The words of a version in a language. @throws Error (ENOENT) for one that was never written */
export function leaseText(version: string, language: Language): string {
  if (!/^[\w-]+$/.test(version)) throw new RangeError(`no version of the lease text: ${version}`)
  const file = path.join(import.meta.dirname, `print-lease-text-${version}-${language}.typ`)
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

/**
 * What is signed: SHA-256, in hex, of the text in its language and of every fact in it. The number is not in it, because it
 * is given after signing. The database may give the facts back with their keys in another order: that changes nothing.
 */
export function leaseHash(facts: LeaseFacts, language: Language, version = LEASE_VERSION): string {
  return signedText(version, language)
    .copy()
    .update(`${JSON.stringify(inKeyOrder(facts))}]`)
    .digest('hex')
}

const begun = new Map<string, Hash>()

/** The hash as it stands behind the text, which is the long part and the same for everybody; the facts follow in a copy. */
function signedText(version: string, language: Language): Hash {
  const name = `${version} ${language}`
  const known = begun.get(name)
  if (known) return known
  const opening = JSON.stringify([version, language, leaseText(version, language)])
  const hash = createHash('sha256').update(`${opening.slice(0, -1)},`)
  begun.set(name, hash)
  return hash
}

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, inKeyOrder(entry)]),
  )
}
