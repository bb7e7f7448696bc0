import * as z from 'zod/mini'
import {
  Command,
  EXITS_TOLD,
  isLockId,
  SiteSettings,
  type Health,
  type SiteLock,
} from '@stowage/lsp/messages'
import type { Door, Doors } from '../doors/door.ts'
import type { Journal } from '../journal/journal.ts'
import type { AccessLists } from '../offline/access-lists.ts'
import type { SiteClock } from '../site-clock.ts'
import type { CommandKind } from './command-store.ts'
import type { Commands } from './run-command.ts'

/** A call of the server, whoever carried it here: its signature is checked, it is fresh, it was never seen before. */
export interface Call {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** JSON that was read; undefined where there was none. */
  readonly body: unknown
  /** The server's clock when it signed (ms), and the monotonic one of this machine when it arrived. */
  readonly sentAt: number
  readonly receivedAt: number
}

export interface CallAnswer {
  readonly status: number
  readonly body: object
}

export type HandleCall = (call: Call) => Promise<CallAnswer>

export interface CallParts {
  readonly siteId: string
  readonly version: string
  readonly doors: Doors
  readonly commands: Commands
  readonly journal: Journal
  readonly clock: SiteClock
  readonly lists: AccessLists
  readonly startedAt: number
  readonly settings: { get(): SiteSettings; change(settings: SiteSettings): void }
  readonly offlineSince: () => Date | undefined
  readonly isMaintenance: () => boolean
  /** The server is there: it has called. */
  readonly onHeard: () => void
}

type Handler = (call: Call, id: string, query: URLSearchParams) => CallAnswer | Promise<CallAnswer>

const malformed = (field: string): CallAnswer => ({ status: 400, body: { error: 'malformed', field } })
const ok = (body: object): CallAnswer => ({ status: 200, body })
const notFound = (error: string): CallAnswer => ({ status: 404, body: { error } })

/** The calls of LSP/1 (docs/protocols/lsp.md 3): the one implementation behind both carriers. */
export function createCalls(parts: CallParts): HandleCall {
  const { doors, commands, journal, clock, lists, settings } = parts

  const health = (): Health => {
    const list = lists.get()
    return {
      protocol: 'LSP/1',
      siteId: parts.siteId,
      version: parts.version,
      time: new Date(clock.wall()).toISOString(),
      uptimeS: Math.floor((clock.monotonic() - parts.startedAt) / 1000),
      buses: [...doors.buses()],
      accessListVersion: list?.version ?? 0,
      accessListValidUntil: list?.validUntil ?? null,
      lastSeq: journal.lastSeq(),
      unsentEvents: journal.unsentCount(),
      offlineSince: parts.offlineSince()?.toISOString() ?? null,
      clockUncertain: clock.isUncertain(),
      isMaintenance: parts.isMaintenance(),
      exits: doors.exits().slice(0, EXITS_TOLD),
    }
  }
  const lockView = (door: Door): SiteLock => ({
    id: door.id,
    kind: door.kind,
    name: settings.get().names?.[door.id] || door.name,
    state: door.online ? door.state : 'unknown',
    online: door.online,
    since: door.since.toISOString(),
    ...(door.openSince === null ? {} : { openSince: door.openSince.toISOString() }),
    ...(door.lastError === null ? {} : { lastError: door.lastError }),
  })

  const command =
    (kind: CommandKind): Handler =>
    async ({ body, sentAt, receivedAt }, lockId) => {
      if (!isLockId(lockId)) return malformed('id')
      const read = z.safeParse(Command, body)
      if (!read.success) return malformed(fieldOf(read.error))
      // The answer to a command that is through is owed in any case.
      if (parts.isMaintenance() && commands.result(read.data.commandId) === undefined)
        return { status: 423, body: { error: 'maintenance' } }
      const outcome = await commands.run({ ...read.data, kind, lockId, sentAt, receivedAt })
      return {
        status: outcome.status,
        body: 'answer' in outcome ? outcome.answer : { error: outcome.error },
      }
    }
  const changeSettings: Handler = ({ body }) => {
    const read = z.safeParse(SiteSettings, body)
    if (!read.success) return malformed(fieldOf(read.error))
    settings.change(read.data)
    return ok({ applied: true, ...settings.get() })
  }
  const events: Handler = (_call, _id, query) => {
    const [after, limit] = [Number(query.get('after') ?? 0), Number(query.get('limit') ?? 500)]
    if (!Number.isSafeInteger(after) || after < 0) return malformed('after')
    if (!Number.isSafeInteger(limit) || limit < 1) return malformed('limit')
    return ok({ events: journal.after(after, Math.min(limit, 500)), lastSeq: journal.lastSeq() })
  }

  const table: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
    ['GET', /^\/v1\/health$/, () => ok(health())],
    ['GET', /^\/v1\/locks$/, () => ok({ seq: journal.lastSeq(), locks: doors.all().map(lockView) })],
    [
      'GET',
      /^\/v1\/locks\/([^/]+)$/,
      (_call, id) => {
        const door = doors.get(id)
        return door ? ok(lockView(door)) : notFound('unknown_lock')
      },
    ],
    ['POST', /^\/v1\/locks\/([^/]+)\/open$/, command('open')],
    ['POST', /^\/v1\/equipment\/([^/]+)\/run$/, command('run')],
    [
      'GET',
      /^\/v1\/commands\/([^/]+)$/,
      (_call, id) => {
        const result = commands.result(id)
        return result ? ok(result) : notFound('unknown_command')
      },
    ],
    ['GET', /^\/v1\/events$/, events],
    ['PUT', /^\/v1\/access-list$/, ({ body }) => lists.apply(body)],
    ['POST', /^\/v1\/config$/, changeSettings],
  ]

  return async (call) => {
    clock.heard(call.sentAt, call.receivedAt)
    parts.onHeard()
    const [path = '', query = ''] = call.path.split('?', 2)
    for (const [method, pattern, handler] of table) {
      const found = method === call.method ? pattern.exec(path) : null
      const id = found && decoded(found[1] ?? '')
      if (id !== null) return await handler(call, id, new URLSearchParams(query))
    }
    return notFound('unknown_call')
  }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

const fieldOf = (error: z.core.$ZodError): string => error.issues[0]?.path.join('.') || 'body'
