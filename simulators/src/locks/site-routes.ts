import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readAccessList, type AccessList } from './access-list.ts'
import type { EventJournal } from './event-journal.ts'
import { jsonOf, type SiteFaults } from './signed-calls.ts'
import type { Command, SiteCommands } from './site-commands.ts'
import type { Door, SiteDoors } from './site-doors.ts'
import { busOf, isLockId, type LockConfig, type SiteEventType } from './site-records.ts'

/** What the server may set from afar. */
export interface SiteSettings {
  leftOpenMinutes: number
  pulseMs: number
  pollMs: number
  closeAfterSeconds: number
}

export interface SiteDeps {
  readonly siteId: string
  readonly doors: SiteDoors
  readonly commands: SiteCommands
  readonly journal: EventJournal
  readonly faults: SiteFaults
  readonly now: () => Date
  readonly startedAt: () => number
  /** The server's clock when it signed (ms), and the site's monotonic one when it arrived. */
  readonly heartbeat: (sentAt: number, receivedAt: number) => void
  readonly offlineSince: () => string | undefined
  readonly accessList: {
    get(): AccessList | null
    set(list: AccessList): void
    publicKey: string | undefined
  }
  readonly settings: { get(): SiteSettings; set(changes: Partial<SiteSettings>): void }
  readonly emit: (type: SiteEventType, details: Record<string, string | number | boolean>) => void
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The calls of LSP/1 (section 4.2); signatures were checked before. */
export function siteRoutes(app: FastifyInstance, deps: SiteDeps): void {
  const { doors, commands, journal, faults } = deps
  /** What the server wants doors to be called. */
  const names = new Map<string, string>()

  app.get('/v1/health', (request) => {
    const call = request.signedCall
    if (call) deps.heartbeat(Number(call.timestamp) * 1000, call.receivedAt)
    const time = deps.now().toISOString()
    const list = deps.accessList.get()
    const buses = [...new Set(doors.all().map((door) => busOf(door.id)))].toSorted()
    return {
      protocol: 'LSP/1',
      siteId: deps.siteId,
      version: 'simulator',
      time,
      uptimeS: Math.floor((performance.now() - deps.startedAt()) / 1000),
      buses: buses.map((bus) => ({
        bus: Number(bus),
        ok: !doors.isBusDown(bus),
        lastPollAt: time,
        errorCount: doors.isBusDown(bus) ? 1 : 0,
      })),
      accessListVersion: list?.version ?? 0,
      accessListValidUntil: list?.validUntil ?? null,
      lastSeq: journal.lastSeq(),
      unsentEvents: journal.unsentCount(),
      offlineSince: deps.offlineSince(),
    }
  })

  app.get('/v1/locks', () => ({
    seq: journal.lastSeq(),
    locks: doors.all().map((door) => lockAnswer(doors, door, names.get(door.id))),
  }))
  app.get<{ Params: { id: string } }>('/v1/locks/:id', (request, reply) => {
    const door = doors.get(request.params.id)
    return door
      ? lockAnswer(doors, door, names.get(door.id))
      : reply.status(404).send({ error: 'unknown_lock' })
  })

  const command =
    (kind: Command['kind']) =>
    async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      const read = readCommand(request, kind, request.params.id)
      if (typeof read === 'string') return reply.status(400).send({ error: 'malformed', field: read })
      const before = doors.get(read.lockId)?.pulses
      const outcome = await commands.execute(read)
      if (faults.loseAnswers > 0 && doors.get(read.lockId)?.pulses !== before) {
        // The worst moment: the door has moved and nobody hears of it.
        faults.loseAnswers -= 1
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
      return reply
        .status(outcome.status)
        .send('answer' in outcome ? outcome.answer : { error: outcome.error })
    }
  app.post('/v1/locks/:id/open', command('open'))
  app.post('/v1/equipment/:id/run', command('run'))
  app.get<{ Params: { id: string } }>(
    '/v1/commands/:id',
    (request, reply) =>
      commands.stored(request.params.id) ?? reply.status(404).send({ error: 'unknown_command' }),
  )

  app.get<{ Querystring: { after?: string; limit?: string } }>('/v1/events', (request, reply) => {
    const after = Number(request.query.after ?? 0)
    const limit = Number(request.query.limit ?? 500)
    if (!Number.isSafeInteger(after) || !Number.isSafeInteger(limit) || limit < 1)
      return reply.status(400).send({ error: 'malformed' })
    return { events: journal.after(after, Math.min(limit, 500)), lastSeq: journal.lastSeq() }
  })

  app.put('/v1/access-list', (request, reply) => {
    const list = readAccessList(jsonOf(request) ?? {}, deps.siteId, deps.accessList.publicKey)
    if (typeof list === 'string') {
      deps.emit('list.rejected', { reason: list })
      return reply.status(400).send({ error: 'malformed', field: list })
    }
    const present = deps.accessList.get()?.version ?? 0
    if (list.version <= present) return reply.status(409).send({ error: 'older_version', version: present })
    deps.accessList.set(list)
    deps.emit('list.applied', { version: list.version })
    return { version: list.version, applied: true }
  })

  app.post('/v1/config', (request, reply) => {
    const read = readSettings(jsonOf(request))
    if (typeof read === 'string') return reply.status(400).send({ error: 'malformed', field: read })
    deps.settings.set(read.settings)
    for (const [id, name] of Object.entries(read.names)) {
      if (name === '') names.delete(id)
      else names.set(id, name)
    }
    if (read.locks) {
      const wanted = new Set(read.locks.map((lock) => lock.id))
      for (const door of doors.all()) if (!wanted.has(door.id)) doors.remove(door.id)
      for (const lock of read.locks) doors.put(lock)
    }
    return { applied: true, ...deps.settings.get() }
  })
}

function lockAnswer(
  doors: SiteDoors,
  door: Door,
  name = door.name,
): Record<string, string | boolean | undefined> {
  return {
    id: door.id,
    kind: door.kind,
    name,
    state: doors.stateOf(door),
    online: doors.isOnline(door),
    since: door.since,
    openSince: door.openSince ?? undefined,
    lastError: door.lastError ?? undefined,
  }
}

function readCommand(request: FastifyRequest, kind: Command['kind'], lockId: string): Command | string {
  const body = jsonOf(request)
  if (!body) return 'body'
  const { commandId, expiresAt, actor, pulseMs } = body
  if (!isLockId(lockId)) return 'id'
  if (typeof commandId !== 'string' || !UUID.test(commandId)) return 'commandId'
  if (typeof expiresAt !== 'string' || Number.isNaN(Date.parse(expiresAt))) return 'expiresAt'
  const type =
    typeof actor === 'object' && actor !== null ? (actor as Record<string, unknown>)['type'] : undefined
  if (actor !== undefined && type !== 'client' && type !== 'staff' && type !== 'system') return 'actor'
  if (pulseMs !== undefined && (typeof pulseMs !== 'number' || pulseMs < 100 || pulseMs > 60_000))
    return 'pulseMs'
  const call = request.signedCall
  return {
    commandId,
    kind,
    lockId,
    expiresAt: Date.parse(expiresAt),
    sentAt: Number(call?.timestamp) * 1000,
    receivedAt: call?.receivedAt ?? 0,
    pulseMs,
  }
}

function readSettings(
  body: Record<string, unknown> | undefined,
): { settings: Partial<SiteSettings>; names: Record<string, string>; locks?: LockConfig[] } | string {
  if (!body) return 'body'
  const settings: Partial<SiteSettings> = {}
  for (const name of ['leftOpenMinutes', 'pulseMs', 'pollMs', 'closeAfterSeconds'] as const) {
    const value = body[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || !(value > 0)) return name
    settings[name] = value
  }
  const names: Record<string, string> = {}
  for (const [id, name] of Object.entries(body['names'] ?? {})) {
    if (!isLockId(id) || typeof name !== 'string') return `names.${id}`
    names[id] = name
  }
  if (body['locks'] === undefined) return { settings, names }
  const locks = readLocks(body['locks'])
  return locks ? { settings, names, locks } : 'locks'
}

/** Locks of a configuration, or undefined when one of them cannot exist. */
export function readLocks(value: unknown): LockConfig[] | undefined {
  if (!Array.isArray(value)) return undefined
  const locks: LockConfig[] = []
  for (const item of value as unknown[]) {
    const { id, kind, name } = (item ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || !isLockId(id) || typeof name !== 'string') return undefined
    if (kind !== 'box' && kind !== 'door' && kind !== 'gate' && kind !== 'barrier') return undefined
    if (locks.some((lock) => lock.id === id)) return undefined
    locks.push({ id, kind, name })
  }
  return locks
}
