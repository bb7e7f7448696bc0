import type { Socket } from 'node:net'
import type { ExternalSystem } from '../catalog/index.ts'
import type { SiteReading, Watermarks } from './site-rows.ts'

/** One row of the external system's map view; texts as its database has them, numbers in plan units. */
export interface SourceMapObject {
  readonly mapName: string
  readonly objectNo: number
  readonly unitNumber: string | null
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number | null
}

/** An external system that is read. One kind of database is one `Engine` below it. */
export interface Source {
  /** Objects of every map of the site, map by map. @throws SourceFailure */
  mapObjects(system: ReachableSystem): Promise<readonly SourceMapObject[]>
  /** Everything of the site as it stands at one moment; of what keeps a change time only what is newer. @throws SourceFailure */
  site(system: ReachableSystem, since: Watermarks): Promise<SiteReading>
  /** What a check of the views finds, view by view. @throws SourceFailure where it cannot be reached at all */
  check(system: ReachableSystem): Promise<readonly ViewCheck[]>
  /** Puts rows into the one table that may be written, `ssr_commands`. @throws SourceFailure */
  command(system: ReachableSystem, command: SourceCommand): Promise<void>
}

/** A row of `ssr_commands`; whoever keeps the system does it and notes it there. */
export interface SourceCommand {
  readonly commandId: string
  readonly kind: 'terminate' | 'notice' | 'extend' | 'book' | 'document_dates' | 'payment' | 'customer'
  readonly siteId: string
  readonly contractId: string | null
  readonly unitId: string | null
  readonly customerId: string | null
  /** YYYY-MM-DD */
  readonly dateValue: string | null
  readonly payload: string | null
  /** YYYY-MM-DD HH:mm:ss, UTC. */
  readonly createdAt: string
}

/** One view as the operator's check tells it. */
export interface ViewCheck {
  readonly view: string
  readonly rows: number | null
  readonly missing: readonly string[]
  /** What is wrong with rows of it, each with the row it was found in. */
  readonly problems: readonly string[]
}

/** A system whose address was looked up and may be called. */
export interface ReachableSystem extends Readonly<{
  [Field in Exclude<keyof ExternalSystem, 'kind' | 'takesCommands'>]: NonNullable<ExternalSystem[Field]>
}> {
  /** The address behind `server`: it is connected to, so that a name cannot lead elsewhere at a second look. */
  readonly address: string
  /**
   * `proven`: on the way to it strangers may listen, so it has to show a certificate for its name. `offered`: the operator has named its
   * address; what it offers is taken, as it is. `none`: nothing is asked for.
   */
  readonly encryption: 'proven' | 'offered' | 'none'
}

export type SourceRow = Readonly<Record<string, string | null>>

/** A conversation with the source that reads, in one transaction. */
export interface SourceSession {
  /** The columns of a view by the names its database gives them. */
  columns(view: string): Promise<readonly string[]>
  /** Every value as text, as the dialect's `text` asked for it. */
  rows(text: string, values: readonly string[]): Promise<readonly SourceRow[]>
}

export interface SourceLimits {
  readonly connectMs: number
  readonly statementMs: number
  /** Of one view; more are refused, not cut. */
  readonly rows: number
  /** Of all its answers together; whoever sends more is left. */
  readonly bytes: number
  /** Of a whole conversation, however lively it is; longer is of no use to whoever asked. */
  readonly totalMs?: number
}

/** A line that is encrypted tells nobody of what comes: it is looked at this often. */
const LOOK_MS = 50

/** Cuts the line to what sends more or takes longer than it may: what is no such database keeps to nothing that it is told. */
export function keepWithin(line: Socket, { bytes, totalMs }: SourceLimits): void {
  const look = (): void => {
    if (line.bytesRead > bytes) line.destroy(new Error('more bytes than any answer may have'))
  }
  line.on('data', look)
  const looking = setInterval(look, LOOK_MS).unref()
  line.once('close', () => clearInterval(looking))
  if (totalMs === undefined) return
  const timer = setTimeout(() => line.destroy(new Error('it takes longer than it may')), totalMs)
  line.once('close', () => clearTimeout(timer))
}

/** How the SQL of one kind of database differs. */
export interface Dialect {
  quote(name: string): string
  /** A column as text, cut behind so many characters; empty where it is null. */
  text(column: string, length: number): string
  /** The place of the value with this number, from 1. */
  place(index: number): string
  /** A text (`YYYY-MM-DD HH:mm:ss.ffffff`) as a time of its own kind. */
  time(place: string): string
  date(place: string): string
  /** The first so many rows of `select <rest>`. */
  first(rest: string, count: number): string
}

/** One kind of database: how it is reached and what its SQL is like. */
export interface Engine {
  readonly dialect: Dialect
  /** @throws SourceFailure */
  read<Result>(
    system: ReachableSystem,
    limits: SourceLimits,
    run: (session: SourceSession) => Promise<Result>,
  ): Promise<Result>
  /** One statement that writes. @throws SourceFailure */
  write(
    system: ReachableSystem,
    limits: SourceLimits,
    text: string,
    values: readonly (string | null)[],
  ): Promise<void>
}

/** Why an external system could not be read: error 2 for whoever waits. */
export const sourceTroubles = [
  'noSource',
  'sourceInner',
  'sourceAway',
  'sourceRefuses',
  'sourcePlain',
  'sourceUnknown',
  'sourceKind',
  'sourceTooMuch',
] as const
export type SourceTrouble = (typeof sourceTroubles)[number]

/** Whether a driver failed for want of encryption, or of a certificate that holds. */
export function isUntrusted(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { readonly code?: string; readonly message?: string }
  return (
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HANDSHAKE_(NO_)?SSL)/.test(code) ||
    message === 'The server does not support SSL connections'
  )
}

export const untrusted = (error: unknown): SourceFailure =>
  new SourceFailure('sourcePlain', 'the external database offers no encryption that can be trusted', error)

/**
 * One conversation, encrypted as its way asks for. Where the operator has named the address, a server without encryption is spoken to
 * without.
 */
export async function encrypted<Result>(
  { encryption }: Pick<ReachableSystem, 'encryption'>,
  converse: (by: 'proven' | 'offered' | 'none') => Promise<Result>,
): Promise<Result> {
  try {
    return await converse(encryption)
  } catch (error) {
    const cause = error instanceof SourceFailure ? error.cause : error
    if (!isUntrusted(cause)) throw error
    if (encryption !== 'offered') throw untrusted(cause)
    return await converse('none')
  }
}

export class SourceFailure extends Error {
  readonly trouble: SourceTrouble
  constructor(trouble: SourceTrouble, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'SourceFailure'
    this.trouble = trouble
  }
}
