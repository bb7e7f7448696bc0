import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { canonicalJson } from './canonical-json.ts'
import { LOCK_ID } from './messages.ts'

// Who may open at a site while the server is away (docs/protocols/lsp.md 6): a document that the server signs and the site can only
// check. Times are instants; hours are local.

/** A tenant's entries hold this long behind the issue of their list; staff's, so that somebody gets in, longer. */
export const LIST_VALID_HOURS = 72
export const STAFF_VALID_HOURS = 14 * 24

/** Of an e-mail address, and of anything that is typed in its place. */
export const LONGEST_NAME = 129

const instant = z.iso.datetime({ offset: true })
const lockIds = z.array(z.string().check(z.regex(LOCK_ID))).check(z.maxLength(5000))
const PinHash = { salt: z.string(), pinHash: z.string(), kdf: z.literal('scrypt-14-8-1') }

export const ListEntry = z.object({
  /** Stable for one person's right to one box. */
  entryId: z.string().check(z.maxLength(64)),
  /** The box's number as it stands on its door. */
  box: z.string().check(z.maxLength(40)),
  lockIds,
  equipmentIds: lockIds,
  from: instant,
  /** Null: open-ended. */
  until: z.nullable(instant),
  /** From this moment on he is barred (overdue rent, the end of the free days), though the list is still valid. */
  blockedFrom: z.optional(z.nullable(instant)),
  blocked: z.boolean(),
  /** The code of the catalogue with which the server would refuse him. */
  blockReason: z.optional(z.nullable(z.int())),
  ...PinHash,
})
export type ListEntry = z.output<typeof ListEntry>

export const StaffEntry = z.object({
  entryId: z.string().check(z.maxLength(64)),
  /** What he types where tenants type their box: an e-mail address may be long, and one that is too long would spoil the whole list. */
  name: z.string().check(z.maxLength(LONGEST_NAME)),
  role: z.string().check(z.maxLength(40)),
  equipmentOnly: z.boolean(),
  ...PinHash,
})
export type StaffEntry = z.output<typeof StaffEntry>

export const AccessList = z.object({
  siteId: z.string(),
  /** Only grows. */
  version: z.int().check(z.minimum(1)),
  /** How far the times of this list are ahead of true time (ms): 0 but in a demonstration, where the day can be chosen. */
  offsetMs: z.optional(z.int()),
  issuedAt: instant,
  validUntil: instant,
  staffValidUntil: instant,
  /** `opens` = `closes`: round the clock. */
  hours: z.object({ opens: z.string(), closes: z.string(), timeZone: z.string() }),
  /** Equipment that opens outside the hours too: people are never held in. */
  exits: lockIds,
  entries: z.array(ListEntry).check(z.maxLength(20_000)),
  staff: z.array(StaffEntry).check(z.maxLength(500)),
})
export type AccessList = z.output<typeof AccessList>
export const SignedAccessList = z.extend(AccessList, { signature: z.string() })
export type SignedAccessList = z.output<typeof SignedAccessList>

/** @param privateKeyPem Ed25519, PKCS 8 */
export function signAccessList(list: AccessList, privateKeyPem: string): SignedAccessList {
  const signature = sign(null, Buffer.from(canonicalJson(list), 'utf8'), createPrivateKey(privateKeyPem))
  return { ...list, signature: signature.toString('base64url') }
}

/**
 * Reads a list that came from somewhere.
 * @param publicKeyPem of the server: the only key that a site holds
 * @returns the list, or the member that is wrong with it
 */
export function readAccessList(
  body: unknown,
  siteId: string,
  publicKeyPem: string,
): { readonly list: SignedAccessList } | { readonly fault: string } {
  const read = z.safeParse(SignedAccessList, body)
  if (!read.success) return { fault: read.error.issues[0]?.path.join('.') || 'body' }
  if (read.data.siteId !== siteId) return { fault: 'siteId' }
  // Over the body as it came: members that this version does not know are signed too.
  const { signature, ...content } = body as Record<string, unknown>
  const isSigned =
    typeof signature === 'string' &&
    verify(
      null,
      Buffer.from(canonicalJson(content), 'utf8'),
      createPublicKey(publicKeyPem),
      Buffer.from(signature, 'base64url'),
    )
  return isSigned ? { list: read.data } : { fault: 'signature' }
}
