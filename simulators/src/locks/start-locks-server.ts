import fastify from 'fastify'
import { listen } from '../reachable-server.ts'
import { openStateFile } from '../state-file.ts'
import type { AccessList } from './access-list.ts'
import { createLocksControl, type LocksControl } from './control.ts'
import { openEventJournal } from './event-journal.ts'
import { keyOf } from './lsp-signature.ts'
import { createEventPusher } from './push-events.ts'
import { signedCalls, type SiteFaults } from './signed-calls.ts'
import { createSiteCommands, type StoredCommand } from './site-commands.ts'
import { createSiteDoors, type Door } from './site-doors.ts'
import { isLockId, type LockConfig, type SiteEventType } from './site-records.ts'
import { siteRoutes, type SiteSettings } from './site-routes.ts'

export interface LocksServerOptions {
  port?: number
  host: string
  siteId: string
  /** 43 characters of base64url are 32 bytes; anything else is taken as text. */
  secret: string
  keyId: string
  locks: LockConfig[]
  /** When a door falls shut by itself (20). */
  closeAfterSeconds?: number
  /** `{server}/api/site-gateway/{siteId}/events`; without it events wait to be fetched. */
  eventsUrl?: string
  clock?: () => Date
  /** Folder that keeps doors, commands and unsent events over a `kill -9`. */
  stateDir?: string
  /** PEM of the server's Ed25519 key; with it, access lists must be signed. */
  serverPublicKey?: string
  /** From the pulse to the door contact (20 ms). */
  sensorDelayMs?: number
  /** Least time between two pulses of one lock (2 s), and pulses a minute (10). */
  minimumDistanceMs?: number
  perMinute?: number
  /** First pause after a push that failed (1 s, doubling up to 15 s). */
  pushRetryMs?: number
}

export interface LocksServer {
  readonly baseUrl: string
  readonly host: string
  readonly port: number
  close(): Promise<void>
  readonly control: LocksControl
}

interface SiteState {
  doors: Pick<Door, 'id' | 'kind' | 'name' | 'position' | 'since' | 'openSince' | 'staysOpen' | 'pulses'>[]
  commands: [string, StoredCommand][]
  accessList: AccessList | null
  settings: SiteSettings
}

/** Starts the locks server of one site, speaking LSP/1 over HTTP. @throws Error for a lock id that cannot exist */
export async function startLocksServer(options: LocksServerOptions): Promise<LocksServer> {
  for (const { id } of options.locks) if (!isLockId(id)) throw new Error(`no lock id: ${id}`)
  let driftMs = 0
  let offsetMs = 0
  let startedAt = performance.now()
  let offlineSince: string | undefined
  let eventsUrl = options.eventsUrl
  const now = (): Date => new Date((options.clock?.() ?? new Date()).getTime() + driftMs)
  const keys = new Map([[options.keyId, options.secret]])
  const faults: SiteFaults = {
    slowMs: 0,
    loseAnswers: 0,
    garbage: false,
    wrongSignature: false,
    maintenance: false,
  }

  const inState = (name: string): string | undefined =>
    options.stateDir && `${options.stateDir}/site-${options.siteId}.${name}`
  const file = openStateFile<SiteState>(inState('json'))
  const kept = file.load()
  const settings: SiteSettings = {
    leftOpenMinutes: 20,
    pulseMs: 700,
    pollMs: 1000,
    ...kept?.settings,
    closeAfterSeconds: options.closeAfterSeconds ?? kept?.settings.closeAfterSeconds ?? 20,
  }
  let accessList = kept?.accessList ?? null

  const journal = openEventJournal(options.siteId, inState('events.jsonl'))
  const pusher = createEventPusher({
    journal,
    siteId: options.siteId,
    url: () => eventsUrl,
    key: () => {
      const [id, secret] = [...keys].at(-1) ?? [options.keyId, options.secret]
      return { id, bytes: keyOf(secret) }
    },
    now,
    isCutOff: () => offlineSince !== undefined,
    ...(options.pushRetryMs === undefined ? {} : { firstRetryMs: options.pushRetryMs }),
  })
  const emit = (type: SiteEventType, details: Record<string, string | number | boolean>): void => {
    journal.append(type, now(), details)
    pusher.kick()
  }
  const stateNow = (): SiteState => ({
    doors: doors.all().map(({ id, kind, name, position, since, openSince, staysOpen, pulses }) => ({
      id,
      kind,
      name,
      position,
      since,
      openSince,
      staysOpen,
      pulses,
    })),
    commands: commands.records(),
    accessList,
    settings,
  })
  const changed = (): void => file.saveSoon(stateNow)

  const doors = createSiteDoors({
    now,
    closeAfterMs: () => settings.closeAfterSeconds * 1000,
    leftOpenMs: () => settings.leftOpenMinutes * 60_000,
    emit,
    changed,
  })
  const commands = createSiteCommands({
    doors,
    now,
    clockOffset: () => offsetMs,
    sensorDelayMs: options.sensorDelayMs ?? 20,
    minimumDistanceMs: options.minimumDistanceMs ?? 2000,
    perMinute: options.perMinute ?? 10,
    defaultPulseMs: () => settings.pulseMs,
    emit,
    changed,
  })
  // Locks that the server configured later stay; names of the given ones win.
  for (const { id, kind, name } of kept?.doors ?? []) doors.put({ id, kind, name })
  for (const lock of options.locks) doors.put(lock)
  doors.restore(
    (kept?.doors ?? []).map(({ id, position, since, openSince, staysOpen, pulses }) => ({
      id,
      position,
      since,
      openSince,
      staysOpen,
      pulses,
    })),
  )
  commands.restore(kept?.commands ?? [])

  const app = fastify({ bodyLimit: 16 * 1024 * 1024, forceCloseConnections: true })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ error: 'unknown_call' }))
  const nonces = signedCalls(app, { siteId: options.siteId, keys, now, faults })
  siteRoutes(app, {
    siteId: options.siteId,
    doors,
    commands,
    journal,
    faults,
    now,
    startedAt: () => startedAt,
    heartbeat: (sentAt, receivedAt) => {
      const offset = sentAt - (now().getTime() - (performance.now() - receivedAt))
      // Timestamps are whole seconds: a smaller difference says nothing about the clock.
      offsetMs = Math.abs(offset) > 2000 ? offset : 0
    },
    offlineSince: () => offlineSince,
    accessList: {
      get: () => accessList,
      set: (list) => {
        accessList = list
        changed()
      },
      publicKey: options.serverPublicKey,
    },
    settings: {
      get: () => settings,
      set: (changes) => {
        Object.assign(settings, changes)
        changed()
      },
    },
    emit,
  })
  const server = await listen(app, options.host, options.port ?? 0)
  pusher.kick()

  return {
    baseUrl: server.baseUrl,
    host: server.host,
    port: server.port,
    close: async () => {
      doors.stop()
      await pusher.close()
      await server.close()
      file.flush()
    },
    control: createLocksControl({
      doors,
      journal,
      pusher,
      faults,
      keys,
      emit,
      now,
      setCloseAfterSeconds: (seconds) => {
        settings.closeAfterSeconds = seconds
        changed()
      },
      closeAfterSeconds: () => settings.closeAfterSeconds,
      server,
      offline: { since: () => offlineSince, set: (since) => (offlineSince = since) },
      setClockDrift: (seconds) => (driftMs = seconds * 1000),
      reboot: () => {
        nonces.forget()
        startedAt = performance.now()
      },
      setEventsUrl: (url) => (eventsUrl = url),
    }),
  }
}
