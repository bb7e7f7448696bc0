import { jwtVerify, SignJWT } from 'jose'
import { machineNow } from '../../platform/clock.ts'
import { mac, type Keys } from './keys.ts'

const ISSUER = 'stowage'
// Its own audience and its own key: no access token passes here, and this one opens nothing else.
const AUDIENCE = 'stowage-second-factor'
/** Long enough to fetch a phone and to set an app up. */
const LIFETIME_SECONDS = 10 * 60

export interface MfaClaims {
  readonly accountId: string
  /** Of the password that was right: with another one the token is void. */
  readonly passwordMark: string
  /** The browser that typed it, by its cookie. */
  readonly client: string
}

/** What a mark of a password's hash is: says whether it is still the same, and nothing else. */
export const passwordMarkOf = (keys: Keys, passwordHash: string | null): string =>
  mac(keys.mfa, `password ${passwordHash ?? ''}`)

/** The token between the two steps of a sign-in. */
export async function makeMfaToken(keys: Keys, claims: MfaClaims): Promise<string> {
  const now = Math.floor(machineNow().epochMilliseconds / 1000)
  return await new SignJWT({ pwd: claims.passwordMark, cid: mac(keys.mfa, `client ${claims.client}`) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.accountId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(keys.mfa)
}

/**
 * Whose second step a token is for; null for one that is forged, over, or of another browser.
 * @param client the cookie of the browser that brings it
 */
export async function readMfaToken(
  keys: Keys,
  token: string,
  client: string | undefined,
): Promise<{ readonly accountId: string; readonly passwordMark: string } | null> {
  if (client === undefined) return null
  const verified = await jwtVerify<{ pwd: string; cid: string }>(token, keys.mfa, {
    issuer: ISSUER,
    audience: AUDIENCE,
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'exp', 'pwd', 'cid'],
    currentDate: new Date(machineNow().epochMilliseconds),
  }).catch(() => null)
  if (!verified || verified.payload.cid !== mac(keys.mfa, `client ${client}`)) return null
  return { accountId: verified.payload.sub ?? '', passwordMark: verified.payload.pwd }
}
