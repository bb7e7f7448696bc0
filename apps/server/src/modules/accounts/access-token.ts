import { jwtVerify, SignJWT } from 'jose'
import { machineNow } from '../../platform/clock.ts'
import { dropOldest } from './drop-oldest.ts'
import type { Keys } from './keys.ts'

const ISSUER = 'stowage'
const AUDIENCE = 'stowage-api'
const LIFETIME_SECONDS = 15 * 60
/** Verified tokens kept in memory: a check costs 0.15 ms of a core, and a page makes many calls with one token. */
const KEPT = 5000

export interface Claims {
  readonly accountId: string
  /** Of the account when the token was made; an older one is void. */
  readonly generation: number
  /** The sign-in it belongs to: ends with it. */
  readonly familyId: string
  /** Login as user: the superUser at the keyboard (decisions.md B11). */
  readonly by: { readonly accountId: string; readonly generation: number } | null
}

export interface AccessTokens {
  make(claims: Claims, role: string): Promise<string>
  /** What a token of ours says; null for a forged, foreign or expired one. */
  read(token: string): Promise<Claims | null>
  /** As `read`, whether its time is over or not: says whom a token was made for, opens nothing. */
  readExpired(token: string): Promise<Claims | null>
}

/** Access tokens: HS256, 15 minutes of machine time; issuer, audience and algorithm are pinned. */
export function createAccessTokens(keys: Keys): AccessTokens {
  const kept = new Map<string, { readonly claims: Claims; readonly until: number }>()
  const seconds = (): number => Math.floor(machineNow().epochMilliseconds / 1000)
  return {
    async make({ accountId, generation, familyId, by }, role) {
      const now = seconds()
      return await new SignJWT({
        role,
        gen: generation,
        sid: familyId,
        ...(by === null ? {} : { act: { sub: by.accountId, gen: by.generation } }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(accountId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_SECONDS)
        .sign(keys.access)
    },
    async read(token) {
      const known = kept.get(token)
      if (known) {
        if (known.until > seconds()) return known.claims
        kept.delete(token)
        return null
      }
      const verified = await verify(token, keys)
      if (!verified) return null
      dropOldest(kept, KEPT)
      kept.set(token, verified)
      return verified.claims
    },
    readExpired: async (token) => (await verify(token, keys, new Date(0)))?.claims ?? null,
  }
}

/** @param at the moment at which it must not have ended yet; now if not given */
async function verify(
  token: string,
  keys: Keys,
  at?: Date,
): Promise<{ readonly claims: Claims; readonly until: number } | null> {
  if (token.length > 2000) return null
  const verified = await jwtVerify<TokenPayload>(token, keys.access, {
    issuer: ISSUER,
    audience: AUDIENCE,
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'exp', 'gen', 'sid'],
    ...(at && { currentDate: at }),
  }).catch(() => null)
  if (!verified) return null
  const { sub = '', exp = 0, gen, sid, act } = verified.payload
  return {
    claims: {
      accountId: sub,
      generation: gen,
      familyId: sid,
      by: act ? { accountId: act.sub, generation: act.gen } : null,
    },
    until: exp,
  }
}

interface TokenPayload {
  readonly gen: number
  readonly sid: string
  readonly act?: { readonly sub: string; readonly gen: number }
}
