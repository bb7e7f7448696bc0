import { isIP } from 'node:net'
import { passwordProblem } from '@stowage/domain/password'
import { ConfigError } from './config-error.ts'

type Given = (name: string) => string | undefined

/** The setting that shows an installation for others; a first look at the demo sets none of these. */
function signOfProduction(given: Given, publicUrl: string, nodeEnv: string | undefined): string | undefined {
  if (publicUrl.startsWith('https:')) return 'PUBLIC_URL is https'
  const named = ['TRUSTED_PROXIES', 'SMTP_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'FILES_URL'].find(
    (name) => given(name) !== undefined,
  )
  if (named !== undefined) return `${named} is given`
  return nodeEnv === 'production' ? 'NODE_ENV is production' : undefined
}

/**
 * The demo is a default only for a first look: on this machine, with nothing set up for others. Its accounts have a public password.
 * @throws ConfigError DEMO
 */
export function readDemo(
  given: Given,
  { host, publicUrl, nodeEnv }: { host: string; publicUrl: string; nodeEnv: string | undefined },
): boolean {
  const value = given('DEMO')
  if (value !== undefined) {
    if (value !== 'on' && value !== 'off') throw new ConfigError('DEMO', `one of on, off, not "${value}"`)
    if (value === 'on' && (given('ADMIN_EMAIL') ?? given('ADMIN_PASSWORD')) !== undefined)
      throw new ConfigError('DEMO', 'off where ADMIN_EMAIL is given: the demo has a superuser of its own')
    return value === 'on'
  }
  if (given('DATABASE_URL') !== undefined)
    throw new ConfigError(
      'DEMO',
      'on or off said explicitly when DATABASE_URL is given: "on" fills the demo company into that database',
    )
  const sign = ['127.0.0.1', '::1', 'localhost'].includes(host)
    ? signOfProduction(given, publicUrl, nodeEnv)
    : `HOST is ${host}`
  if (sign !== undefined)
    throw new ConfigError(
      'DEMO',
      `on or off said explicitly when ${sign}: the demo accounts have a public password. Write DEMO=off`,
    )
  return true
}

/** Networks this large hold callers as well as proxies: whoever is in one could say any address to be his. */
const SMALLEST_PREFIX = { 4: 8, 6: 16 } as const

/** @throws ConfigError TRUSTED_PROXIES */
export function refuseWideNetworks(networks: readonly string[]): void {
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const isMapped = address.toLowerCase().startsWith('::ffff:')
    const family = isIP(address) === 6 && !isMapped ? 6 : 4
    const bits = Number(prefix) - (isMapped ? 96 : 0)
    // All of fc00::/7 is private.
    const isPrivate = family === 6 && bits >= 7 && /^f[cd]/i.test(address)
    if (prefix !== undefined && bits < SMALLEST_PREFIX[family] && !isPrivate)
      throw new ConfigError(
        'TRUSTED_PROXIES',
        `the proxies' own addresses: ${network} is larger than /${SMALLEST_PREFIX[family]}, so that any caller could name any address`,
      )
  }
}

/** Of 32 random bytes about 30 differ; fewer than this many are no random bytes. */
const DISTINCT_BYTES = 12

/** @throws ConfigError TOKEN_KEY, STORAGE_KEY */
export function refuseWeakKeys({ tokenKey, storageKey }: { tokenKey: string; storageKey: string }): void {
  for (const [name, key] of [
    ['TOKEN_KEY', tokenKey],
    ['STORAGE_KEY', storageKey],
  ] as const)
    if (new Set(Buffer.from(key, 'base64url')).size < DISTINCT_BYTES)
      throw new ConfigError(name, 'random bytes in base64url: openssl rand -base64 32 | tr +/ -_ | tr -d =')
  if (tokenKey === storageKey)
    throw new ConfigError('TOKEN_KEY', 'another key than STORAGE_KEY; changing TOKEN_KEY signs everybody out')
}

/** @returns what is wrong with the password of the first superuser */
function adminPasswordProblem(password: string, email: string): string | undefined {
  if (password.length < 8 || password.length > 60) return '8 to 60 characters'
  if (password.toLowerCase() === 'stowage-demo') return 'another password than the public one of the demo'
  const problem = passwordProblem(password, { email })
  if (problem === null) return undefined
  return problem === 'common'
    ? 'a password that is not among the commonest'
    : 'a password that is not the address'
}

/** @throws ConfigError ADMIN_EMAIL, ADMIN_PASSWORD */
export function checkAdmin(email: string | undefined, password: string | undefined): void {
  if (email === undefined && password === undefined) return
  if (email === undefined || password === undefined)
    throw new ConfigError('ADMIN_EMAIL, ADMIN_PASSWORD', 'both or none')
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new ConfigError('ADMIN_EMAIL', 'an e-mail address')
  const problem = adminPasswordProblem(password, email)
  if (problem !== undefined) throw new ConfigError('ADMIN_PASSWORD', problem)
}
