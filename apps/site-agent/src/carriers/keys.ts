import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { writeWhole } from '../state/kept-value.ts'

/** What pairing brought: who this site is, and by what server and site know one another. */
export const SiteKeys = z.object({
  siteId: z.string().check(z.minLength(1)),
  /** PEM, Ed25519: with it access lists are checked. */
  serverPublicKey: z.string().check(z.minLength(1)),
  /** The newest last: with it the site signs. Two count, so that one can follow the other without a gap. */
  keys: z
    .array(z.object({ keyId: z.string(), secret: z.string().check(z.minLength(16)) }))
    .check(z.minLength(1)),
})
export type SiteKeys = z.output<typeof SiteKeys>
export type SiteKey = SiteKeys['keys'][number]

const KEYS_AT_ONCE = 2
export const KEYS_FILE = 'keys.json'
const fileIn = (stateDir: string): string => path.join(stateDir, KEYS_FILE)

/** @returns the keys, or a sentence saying why there are none */
export function readKeys(stateDir: string): SiteKeys | string {
  const file = fileIn(stateDir)
  if (!existsSync(file)) return `${file} is missing: pair this site first (npm run site-agent -- pair …)`
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    return `${file} can be read by others: chmod 600 it`
  try {
    return SiteKeys.parse(JSON.parse(readFileSync(file, 'utf8')) as unknown)
  } catch {
    return `${file} cannot be read: pair this site again`
  }
}

/** Writes what a pairing brought; keys of the same site before it count on beside the new one. */
export function writeKeys(stateDir: string, paired: SiteKeys): void {
  const before = readKeys(stateDir)
  const earlier = typeof before === 'object' && before.siteId === paired.siteId ? before.keys : []
  const fresh = new Set(paired.keys.map(({ keyId }) => keyId))
  const keys = [...earlier.filter(({ keyId }) => !fresh.has(keyId)), ...paired.keys].slice(-KEYS_AT_ONCE)
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  writeWhole(fileIn(stateDir), { ...paired, keys } satisfies SiteKeys)
}

export function newestKey({ keys }: SiteKeys): SiteKey {
  const key = keys.at(-1)
  if (key === undefined) throw new Error('no key')
  return key
}
