import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { DoorKind, LOCK_ID } from '@stowage/lsp/messages'
import { contradictionsIn } from './config-contradictions.ts'
import { saidOfIssue } from './config-issues.ts'

const port = z.int().check(z.minimum(0), z.maximum(65_535))
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const ms = (from: number, to: number) => z.int().check(z.minimum(from), z.maximum(to))
const pollMs = ms(50, 1000)
const pulseMs = ms(100, 60_000)
const farPort = z.int().check(z.minimum(1), z.maximum(65_535))
const transports = {
  rtu: z.strictObject({
    kind: z.literal('rtu'),
    /** /dev/ttyUSB0 */
    path: text(200),
    baud: z._default(z.int().check(z.minimum(300), z.maximum(1_000_000)), 9600),
    parity: z._default(z.enum(['none', 'even', 'odd']), 'none'),
  }),
  /** Modbus TCP, or a converter that passes the bytes of a lock board on. */
  tcp: z.strictObject({ kind: z.literal('tcp'), host: text(253), port: farPort }),
  /** Modbus RTU through a converter that passes bytes on as they are. */
  rtuOverTcp: z.strictObject({ kind: z.literal('rtu-over-tcp'), host: text(253), port: farPort }),
}

const BusConfig = z.strictObject({
  /** X of X:YY:ZZ */
  bus: z.int().check(z.minimum(0), z.maximum(9)),
  transport: z.discriminatedUnion('kind', [transports.rtu, transports.tcp, transports.rtuOverTcp]),
  protocol: z.enum(['modbus', 'xorlock']),
  /** Of lock boards: which byte of a reading of all locks holds locks 1-8; they are sold both ways. */
  order: z.optional(z.enum(['lowest-first', 'highest-first'])),
  pollMs: z.optional(pollMs),
})
export type BusConfig = z.output<typeof BusConfig>

const ControllerConfig = z.strictObject({
  bus: z.int().check(z.minimum(0), z.maximum(9)),
  /** YY of X:YY:ZZ */
  no: z.int().check(z.minimum(1), z.maximum(99)),
  /** The address on the bus; 0 is the broadcast and opens everything. */
  unitId: z.int().check(z.minimum(1), z.maximum(247)),
  coilBase: z._default(z.int().check(z.minimum(0), z.maximum(65_535)), 0),
  inputBase: z._default(z.int().check(z.minimum(0), z.maximum(65_535)), 0),
  inputInverted: z._default(z.boolean(), false),
  pulseMs: z.optional(pulseMs),
  /** How many outputs the board has. */
  outputs: z.int().check(z.minimum(1), z.maximum(99)),
  /** How many contacts it has, where buttons follow the door contacts; as many as outputs when missing. */
  inputs: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
  /** Who ends a pulse: the agent (`coil`), or the board's own timer (`flash`: Waveshare and its likes). */
  pulse: z._default(z.enum(['coil', 'flash']), 'coil'),
})
export type ControllerConfig = z.output<typeof ControllerConfig>

const ExitButton = z.strictObject({
  input: z.int().check(z.minimum(1), z.maximum(200)),
  /** The contact is closed while the button is not pressed. */
  inverted: z.optional(z.boolean()),
})
const LockConfig = z.strictObject({
  id: z.string().check(z.regex(LOCK_ID)),
  kind: DoorKind,
  name: text(100),
  /** False where nothing tells whether it is open. */
  hasContact: z._default(z.boolean(), true),
  /** How it opens from the inside: by a button on this contact of its controller, or freely by hand. Missing: not at all. */
  exit: z.optional(z.union([z.literal('free'), ExitButton])),
})
export type LockConfig = z.output<typeof LockConfig>

/** The configuration file of a site. Secrets stand elsewhere: in keys.json of its stateDir, which pairing writes. */
export const SiteConfig = z.strictObject({
  /** Of the product: https://example.com. Plain HTTP on this machine only. */
  server: z.url({ protocol: /^https?$/ }),
  /** What tenants call the warehouse; it stands on the page for PINs. */
  name: z.optional(text(100)),
  /** Which ways lead to and from the server. Tunnel: the site opens it, no port is open to the world. */
  carrier: z._default(z.enum(['tunnel', 'direct', 'both']), 'tunnel'),
  /** Of the direct carrier: where the server's calls come in. */
  listen: z.optional(
    z.strictObject({
      host: z._default(text(253), '0.0.0.0'),
      port,
      /** Files in PEM; `own`: a certificate is made and kept in the stateDir, as without a word but on this machine. */
      tls: z.optional(
        z.union([z.literal('own'), z.strictObject({ certFile: text(500), keyFile: text(500) })]),
      ),
    }),
  ),
  /** The page on which a tenant opens with box number and PIN. Missing: none. */
  lan: z.optional(
    z.strictObject({
      host: text(253),
      port,
      /** By which names people call it, beside its address and the names that only the own network knows (pi, doors.local). */
      names: z.optional(z.array(text(253)).check(z.maxLength(20))),
      /** PINs are taken only while the server is away: what is typed here travels unencrypted. */
      onlyWhenAway: z._default(z.boolean(), false),
    }),
  ),
  /** Folder for keys, events, results and the access list. */
  stateDir: text(200),
  buses: z.array(BusConfig).check(z.minLength(1), z.maxLength(10)),
  controllers: z.array(ControllerConfig).check(z.minLength(1), z.maxLength(200)),
  locks: z.array(LockConfig).check(z.minLength(1), z.maxLength(5000)),
  pollMs: z._default(pollMs, 300),
  pulseMs: z._default(pulseMs, 700),
  leftOpenMinutes: z._default(z.int().check(z.minimum(1), z.maximum(1440)), 20),
})
export type SiteConfig = z.output<typeof SiteConfig>

/** What is wrong with a configuration: all of it, a sentence each. */
export class ConfigFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigFault'
    this.faults = faults
  }
}

/** @throws ConfigFault naming every member that is wrong, and what would be right */
export function checkConfig(value: unknown): SiteConfig {
  const read = z.safeParse(SiteConfig, value)
  if (!read.success) throw new ConfigFault(read.error.issues.map((issue) => saidOfIssue(issue, value)))
  const faults = contradictionsIn(read.data)
  if (faults.length > 0) throw new ConfigFault(faults)
  return read.data
}

/** Reads the file; paths in it count from its own folder. @throws ConfigFault */
export function readConfig(file: string): SiteConfig {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new ConfigFault([
      error instanceof SyntaxError
        ? `${file} is not JSON: ${error.message}`
        : isMissing
          ? `${file} is missing: "init" writes one to begin with`
          : `${file} cannot be read by this user`,
    ])
  }
  const config = checkConfig(value)
  const from = (name: string): string => path.resolve(path.dirname(file), name)
  const { listen } = config
  const files = typeof listen?.tls === 'object' ? listen.tls : undefined
  const tls = files && { certFile: from(files.certFile), keyFile: from(files.keyFile) }
  return {
    ...config,
    stateDir: from(config.stateDir),
    ...(listen && tls ? { listen: { ...listen, tls } } : {}),
  }
}
