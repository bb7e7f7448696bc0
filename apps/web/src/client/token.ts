import { forgetKept } from './kept.ts'

/**
 * The session as this browser knows it: the access token in localStorage (specification 3, "Stored locally") and a random
 * client id in a cookie. The refresh token is an HttpOnly cookie that no script sees (decision 5).
 */
const tokenKey = 'accessToken'
const clientCookie = 'clientId'
const monthInSeconds = 30 * 24 * 60 * 60

export function storedToken(): string | null {
  return localStorage.getItem(tokenKey)
}

export function storeToken(token: string): void {
  localStorage.setItem(tokenKey, token)
}

/** The session ends in this browser, and with it what was kept of it. */
export function forgetToken(): void {
  localStorage.removeItem(tokenKey)
  forgetKept()
}

/**
 * Whether two tokens are of one person: the same account, acted as by the same one. A refreshed token is; a token that
 * cannot be read (none of ours) is taken for anybody's.
 */
export function isSamePerson(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other
  const [first, second] = [personOf(one), personOf(other)]
  return first === null || second === null || first === second
}

/** The account a token is for and who acts as it, as the token says it: not verified, that is the server's. */
function personOf(token: string): string | null {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    const { sub, act } = JSON.parse(atob(payload ?? '')) as {
      readonly sub?: unknown
      readonly act?: { readonly sub?: unknown }
    }
    return typeof sub === 'string' ? JSON.stringify([sub, act?.sub ?? null]) : null
  } catch {
    return null
  }
}

/** Tells when another tab signs in, signs out or changes to another account; `isSame` when it has only refreshed the token. */
export function onTokenElsewhere(listener: (token: string | null, isSame: boolean) => void): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key !== tokenKey && event.key !== null) return
    const token = storedToken()
    listener(token, event.key !== null && isSamePerson(event.oldValue, token))
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Works on plain http too, where `crypto.randomUUID` does not exist. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The client id of this browser; made at the first call and renewed for a month at each start. */
export function clientId(): string {
  const known = /(?:^|;\s*)clientId=([\w-]{8,64})/.exec(document.cookie)?.[1]
  if (known !== undefined) return known
  const made = randomId()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${clientCookie}=${made}; Path=/; Max-Age=${monthInSeconds}; SameSite=Lax${secure}`
  return made
}
