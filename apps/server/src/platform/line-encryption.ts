import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'
import { mayReach } from './outgoing-address.ts'

/** How a line that the operator has set up is protected: `offered` takes encryption where there is some, `plain` is his word. */
export type LineEncryption = 'required' | 'offered' | 'plain'

/** A host of the operator's own network: loopback or a private address, or a name that the public DNS does not have. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(bare) !== 0) return !mayReach([], bare, 443)
  return !bare.includes('.') || /\.(local|localhost|internal|lan|svc|home\.arpa)\.?$/.test(bare)
}

/** What nodemailer would take from the address and what would switch encryption or the check of certificates off. */
const WEAKENING = ['ignoreTLS', 'opportunisticTLS', 'requireTLS', 'secure', 'tls.rejectUnauthorized']

/** `smtp://…?plain`: the operator sends in the clear, over a line of his own. */
export const isPlainSmtp = (smtpUrl: string): boolean => new URL(smtpUrl).searchParams.has('plain')

/** Encryption with a checked certificate is required of every mail server but private ones and those that are called `plain`. */
export function mailEncryption(smtpUrl: string): LineEncryption {
  const { protocol, hostname } = new URL(smtpUrl)
  if (isPlainSmtp(smtpUrl)) return 'plain'
  return protocol === 'smtps:' || !isPrivateHost(hostname) ? 'required' : 'offered'
}

/** The address as the library takes it, which does not know `plain`. */
export function smtpAddress(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.delete('plain')
  return url.href
}

/** @throws ConfigError SMTP_URL where a parameter would weaken what is required */
export function checkSmtp(smtpUrl: string): void {
  const { searchParams } = new URL(smtpUrl)
  const weak = WEAKENING.find((name) => searchParams.has(name))
  if (weak !== undefined && mailEncryption(smtpUrl) === 'required')
    throw new ConfigError(
      'SMTP_URL',
      `no ${weak}: STARTTLS or smtps with a valid certificate is required; "?plain" sends in the clear`,
    )
}

/** The driver takes addresses that are none by the common rules: `postgres://user:word@/name?host=/run/postgresql`. */
const databaseUrl = (url: string): URL =>
  URL.canParse(url) ? new URL(url) : new URL(url.replace(/^([^?]*?@)?\/(?!\/)/, '$1localhost/'))

/** `require` and `prefer` check the certificate as `verify-full` does; `no-verify` does not. */
export function databaseEncryption(url: string): LineEncryption {
  const { hostname, searchParams } = databaseUrl(url)
  const mode = searchParams.get('sslmode') ?? (searchParams.has('ssl') ? 'require' : undefined)
  if (mode === 'disable') return 'plain'
  if (mode !== undefined) return 'required'
  const socket = searchParams.get('host')
  if (socket !== null) return socket.startsWith('/') || isPrivateHost(socket) ? 'offered' : 'plain'
  return isPrivateHost(hostname) ? 'offered' : 'plain'
}

/** @throws ConfigError where the line to a public host says nothing of encryption: the driver would use none */
export function checkDatabase(url: string, name: string): void {
  const { hostname, searchParams } = databaseUrl(url)
  if (searchParams.has('sslmode') || databaseEncryption(url) !== 'plain') return
  throw new ConfigError(
    name,
    `sslmode said for ${searchParams.get('host') ?? hostname}, like ?sslmode=verify-full; "disable" only on a line of your own`,
  )
}
