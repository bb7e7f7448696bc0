import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'
import { checkAdmin, readDemo, refuseWeakKeys, refuseWideNetworks } from './config-safety.ts'
import { readSignIns, type SignInLimits } from './config-sign-ins.ts'
import { listOf, readOutgoing } from './config-outgoing.ts'
import { readFilesUrl, type ObjectStorage } from './files/read-files-url.ts'
import { checkDatabase, checkSmtp } from './line-encryption.ts'
import { readScanner, type VirusScanner } from './files/scan-upload.ts'
import { readPayKeeper, type PayKeeperCabinet, type StripeAccount } from './processor-settings.ts'
import { readSms, type SmsSettings } from './sms/read-settings.ts'

export { ConfigError } from './config-error.ts'
export type { PayKeeperCabinet } from './processor-settings.ts'

export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  readonly dataDir: string
  /** Where files are kept; undefined: in DATA_DIR, which several machines do not share. */
  readonly objectStorage: ObjectStorage | undefined
  readonly databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` leads through a pooler in transaction mode; undefined: it does not. */
  readonly listenUrl: string | undefined
  /** A copy that follows the database, for reports; undefined: reports ask the database itself. */
  readonly reportsDatabaseUrl: string | undefined
  readonly demo: boolean
  readonly adminEmail: string | undefined
  readonly adminPassword: string | undefined
  readonly rateLimitPerMinute: number
  readonly trustedProxies: readonly string[]
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** What may be attached to one mail; larger archives are sent as a link. */
  readonly mailAttachmentMegabytes: number
  readonly sms: SmsSettings
  readonly payKeeper: readonly PayKeeperCabinet[]
  /** Accounts with Stripe that come with the demo and with tests; an operator sets his up on a screen. */
  readonly stripe: readonly StripeAccount[]
  /** Addresses (`address` or `address:port`, no names) of locks servers that may be private or loopback ones. */
  readonly locksAllowedAddresses: readonly string[]
  /** As above for databases of external systems, for webhooks and for processors that are set up on a screen. */
  readonly sourcesAllowedAddresses: readonly string[]
  readonly webhooksAllowedAddresses: readonly string[]
  readonly processorsAllowedAddresses: readonly string[]
  /** Hosts of push services besides those of the makers of browsers. */
  readonly pushHosts: readonly string[]
  /** Origins of stand-ins of push services, for tests: no environment variable sets it. */
  readonly pushStandIns: readonly string[]
  /** Locks servers that are called without encryption, on an inner network that the operator answers for. */
  readonly locksPlainAddresses: readonly string[]
  /** How many boxes an account may hold at a time that are reserved or booked and not paid. */
  readonly unpaidBoxesPerAccount: number
  readonly signIns: SignInLimits
  /** Live connections from one address that have not signed in. */
  readonly visitorSocketsPerAddress: number
  /** Whether browsers are to ask for https on all hosts below ours too. */
  readonly hstsSubdomains: boolean
  /** Where uploads are looked through for viruses; undefined: nowhere. */
  readonly virusScanner: VirusScanner | undefined
  readonly logLevel: string
  /** Whoever brings it may read the metrics; undefined: nobody may. */
  readonly metricsToken: string | undefined
  /** How long a server that is to stop still serves while it says that it is not ready. */
  readonly drainSeconds: number
  readonly secrets: Secrets
  /** Answers are held against their schemas: on in tests. */
  readonly checkAnswers: boolean
}

export interface Secrets {
  /** Signs access tokens. */
  readonly tokenKey: string
  /** Encrypts identity documents, lock secrets and passwords of outside databases at rest. */
  readonly storageKey: string
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads every setting from the environment (docs/operations/settings.md has the table).
 * @throws ConfigError naming the setting and what is expected
 */
export function readConfig(env: Env): Config {
  const given = (name: string): string | undefined =>
    env[name] === undefined || env[name] === '' ? undefined : env[name]
  const port = whole(given('PORT') ?? '3000', 'PORT', 0, 65535)
  const host = readHost(given('HOST'))
  const databaseUrl = readPostgres(given('DATABASE_URL'), 'DATABASE_URL')
  const dataDir = path.resolve(given('DATA_DIR') ?? '.data')
  makeDataDir(dataDir)
  const publicUrl = (
    given('PUBLIC_URL') ??
    `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : bracketed(host)}:${port}`
  ).replace(/\/+$/, '')
  // Links are made by writing a path behind it, and pages ask for their files from the root.
  if (!isHttpUrl(publicUrl) || new URL(publicUrl).href !== `${new URL(publicUrl).origin}/`)
    throw new ConfigError(
      'PUBLIC_URL',
      'the http(s) address under which browsers reach this server, like https://storage.example, without a path',
    )
  const config: Omit<Config, 'demo'> = {
    port,
    host,
    publicUrl,
    dataDir,
    objectStorage: readFilesUrl(given('FILES_URL')),
    databaseUrl,
    listenUrl: readPostgres(given('DATABASE_LISTEN_URL'), 'DATABASE_LISTEN_URL'),
    reportsDatabaseUrl: readPostgres(given('REPORTS_DATABASE_URL'), 'REPORTS_DATABASE_URL'),
    adminEmail: given('ADMIN_EMAIL'),
    adminPassword: given('ADMIN_PASSWORD'),
    rateLimitPerMinute: whole(
      given('RATE_LIMIT_PER_MINUTE') ?? '1200',
      'RATE_LIMIT_PER_MINUTE',
      1,
      100_000_000,
    ),
    trustedProxies: listOf(
      given('TRUSTED_PROXIES'),
      isAddressOrNetwork,
      'TRUSTED_PROXIES',
      'addresses or networks separated by commas, like 10.0.0.1,172.16.0.0/12',
    ),
    smtpUrl: readSmtp(given('SMTP_URL')),
    mailFrom: readSender(given('MAIL_FROM')),
    mailAttachmentMegabytes: whole(
      given('MAIL_ATTACHMENT_LIMIT_MB') ?? '6',
      'MAIL_ATTACHMENT_LIMIT_MB',
      0,
      100,
    ),
    sms: readSms(given),
    payKeeper: readPayKeeper(given),
    stripe: [],
    ...readOutgoing(given),
    signIns: readSignIns(given, whole),
    visitorSocketsPerAddress: whole(
      given('VISITOR_SOCKETS_PER_ADDRESS') ?? '100',
      'VISITOR_SOCKETS_PER_ADDRESS',
      1,
      1_000_000,
    ),
    unpaidBoxesPerAccount: whole(
      given('UNPAID_BOXES_PER_ACCOUNT') ?? '5',
      'UNPAID_BOXES_PER_ACCOUNT',
      1,
      1_000_000,
    ),
    hstsSubdomains: oneOf(given('HSTS_SUBDOMAINS') ?? 'off', 'HSTS_SUBDOMAINS', ['on', 'off']) === 'on',
    virusScanner: readScanner(given('CLAMD_URL')),
    logLevel: oneOf(given('LOG_LEVEL') ?? 'info', 'LOG_LEVEL', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
    metricsToken: readMetricsToken(given('METRICS_TOKEN')),
    drainSeconds: whole(given('DRAIN_SECONDS') ?? '0', 'DRAIN_SECONDS', 0, 60),
    secrets: readSecrets(given('TOKEN_KEY'), given('STORAGE_KEY'), dataDir),
    checkAnswers: oneOf(given('CHECK_ANSWERS') ?? 'off', 'CHECK_ANSWERS', ['on', 'off']) === 'on',
  }
  checkAdmin(config.adminEmail, config.adminPassword)
  refuseWideNetworks(config.trustedProxies)
  refuseWeakKeys(config.secrets)
  // Last: a wrong setting is named before it is asked what it is for.
  return { ...config, demo: readDemo(given, { host, publicUrl, nodeEnv: given('NODE_ENV') }) }
}

function readPostgres(url: string | undefined, name: string): string | undefined {
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    throw new ConfigError(name, 'an address like postgres://user:password@host:5432/name')
  if (url !== undefined) checkDatabase(url, name)
  return url
}

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** Only how it looks: whether this machine has it shows when it is listened on. */
function readHost(value: string | undefined): string {
  const host = value ?? '127.0.0.1'
  const isName = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host) && !/^[\d.]+$/.test(host)
  if (isIP(host) === 0 && !isName) throw new ConfigError('HOST', `${HOST_EXPECTED}, not "${host}"`)
  return host
}

const HOST_EXPECTED =
  'an address of this machine (127.0.0.1: this machine only, 0.0.0.0 or ::: everybody) or a name of it'

/** What cannot be listened on is a wrong setting as well: named, with what is expected. Any other error stays as it is. */
export function listenError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError('PORT', `a free port; something else already listens on ${host}:${port}`)
    case 'EACCES':
      return new ConfigError(
        'PORT',
        `a port that this user may listen on, which ${port} is not; choose one from 1024 up`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new ConfigError('HOST', `${HOST_EXPECTED}, not "${host}"`)
    default:
      return error
  }
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function whole(value: string, name: string, min: number, max: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new ConfigError(name, `a whole number from ${min} to ${max}, not "${value}"`)
  return number
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

function oneOf(value: string, name: string, options: readonly string[]): string {
  if (!options.includes(value)) throw new ConfigError(name, `one of ${options.join(', ')}, not "${value}"`)
  return value
}

function readMetricsToken(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[\x21-\x7e]{16,200}$/.test(value))
    throw new ConfigError('METRICS_TOKEN', '16 to 200 characters without spaces')
  return value
}

function readSmtp(value: string | undefined): string | undefined {
  if (
    value !== undefined &&
    (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol) || new URL(value).hostname === '')
  )
    throw new ConfigError('SMTP_URL', 'an address like smtp://user:password@mail.example:587')
  if (value !== undefined) checkSmtp(value)
  return value
}

function readSender(value: string | undefined): string {
  const sender = value ?? 'Stowage <no-reply@stowage.example>'
  // One address, bare or behind a name; a comma outside of quotes would make it two.
  const address = String.raw`[^\s<>,"@]+@[^\s<>,"@]+`
  if (!new RegExp(`^(?:${address}|(?:"[^"\\r\\n]*"|[^<>",\\r\\n]*) ?<${address}>)$`).test(sender))
    throw new ConfigError('MAIL_FROM', 'a sender like "Stowage <no-reply@example.org>"')
  return sender
}

/** Secrets not given are made once and kept in DATA_DIR, readable by its owner only. */
function readSecrets(tokenKey: string | undefined, storageKey: string | undefined, dataDir: string): Secrets {
  for (const [name, value] of [
    ['TOKEN_KEY', tokenKey],
    ['STORAGE_KEY', storageKey],
  ] as const) {
    if (value !== undefined && !isKey(value))
      throw new ConfigError(name, 'at least 32 random bytes in base64url')
  }
  if (tokenKey !== undefined && storageKey !== undefined) return { tokenKey, storageKey }
  const file = path.join(dataDir, 'secrets.json')
  const kept = keptSecrets(file)
  return { tokenKey: tokenKey ?? kept.tokenKey, storageKey: storageKey ?? kept.storageKey }
}

/** A damaged file is never replaced: with new keys, what the old ones have encrypted would be lost. */
function keptSecrets(file: string): Secrets {
  const text = makeSecrets(file)
  try {
    const { tokenKey, storageKey } = JSON.parse(text) as Partial<Record<keyof Secrets, unknown>>
    if (isKey(tokenKey) && isKey(storageKey)) return { tokenKey, storageKey }
  } catch {
    // Said below, like any other text that is not ours.
  }
  throw new ConfigError(
    'DATA_DIR',
    `two keys in ${file}, which is damaged; put it back from a backup, or give TOKEN_KEY and STORAGE_KEY`,
  )
}

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && Buffer.from(value, 'base64url').length >= 32

const FOLDER_EXPECTED = 'a folder that this user can make and write in'

/** Made before anything else asks for a folder below it. @throws ConfigError DATA_DIR */
function makeDataDir(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw new ConfigError('DATA_DIR', `${FOLDER_EXPECTED} (${folder}: ${(error as Error).message})`)
  }
}

/** Level by level: Node's `recursive` asks for ever where the parent is there and the folder cannot be, as below /proc. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another start was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** @returns what stands in the file, which is made at the first start */
function makeSecrets(file: string): string {
  const folder = path.dirname(file)
  try {
    if (!fs.existsSync(file)) {
      const fresh: Secrets = {
        tokenKey: randomBytes(32).toString('base64url'),
        storageKey: randomBytes(32).toString('base64url'),
      }
      const draft = `${file}.${process.pid}`
      fs.writeFileSync(draft, JSON.stringify(fresh), { mode: 0o600 })
      // link() refuses to replace: of two first starts at once, one file wins and both read it.
      try {
        fs.linkSync(draft, file)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        fs.unlinkSync(draft)
      }
    }
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError('DATA_DIR', `${FOLDER_EXPECTED} (${folder}: ${(error as Error).message})`)
  }
}
