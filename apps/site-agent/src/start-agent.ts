import { existsSync } from 'node:fs'
import path from 'node:path'
import { shownFingerprint } from '@stowage/lsp/certificate'
import { SiteSettings } from '@stowage/lsp/messages'
import { createCalls } from './calls/handle-call.ts'
import { openCommandStore } from './calls/command-store.ts'
import { createPulseLimits, LSP_LIMITS, type PulseLimitOptions } from './calls/pulse-limits.ts'
import { createCommands } from './calls/run-command.ts'
import { watchContact } from './carriers/contact.ts'
import { siteCertificate } from './carriers/certificate.ts'
import { holdKeys } from './carriers/held-keys.ts'
import { readKeys, type SiteKeys } from './carriers/keys.ts'
import { startCarriers, type Carriers } from './carriers/start-carriers.ts'
import { ConfigFault, type SiteConfig } from './config.ts'
import type { Doors } from './doors/door.ts'
import { exitsOnDoorContacts } from './doors/exit-contacts.ts'
import { openDoorsKeeper } from './doors/keep-doors.ts'
import { openDoors, type OpenDoorsParts } from './doors/open-doors.ts'
import { tellNews } from './doors/tell-news.ts'
import { openJournal, type Journal } from './journal/journal.ts'
import { said, silentLog, type Log } from './log.ts'
import { openAccessLists } from './offline/access-lists.ts'
import type { LanServer } from './offline/lan-server.ts'
import { createLockouts, KeptLockouts } from './offline/lockouts.ts'
import { createPinOpening } from './offline/open-by-pin.ts'
import { createSiteClock, KeptClock, watchSkew } from './site-clock.ts'
import { beginRun, KeptRuns } from './state/runs.ts'
import { VERSION } from './version.ts'
import { holdFolder } from './state/hold-folder.ts'
import { openKeptValue } from './state/kept-value.ts'

/** What may be another in a test or a demo. */
export interface AgentParts {
  /** Instead of what pairing wrote into the stateDir. */
  readonly keys?: SiteKeys
  readonly openDoors?: (parts: OpenDoorsParts) => Doors
  readonly log?: Log
  /** Unix milliseconds of the machine. */
  readonly wall?: () => number
  readonly monotonic?: () => number
  readonly ntpAt?: () => number | undefined
  readonly limits?: Partial<Omit<PulseLimitOptions, 'monotonic'>>
  readonly awayAfterMs?: number
  readonly firstPauseMs?: number
  readonly pingEveryMs?: number
  /** How long a try with a PIN waits after many wrong ones. */
  readonly slowMs?: number
}

/** A running locks server of one site. */
export interface Agent {
  readonly siteId: string
  /** Where the server's calls come in; undefined with a tunnel only. */
  readonly directPort: number | undefined
  /** Of the page for PINs. */
  readonly lanPort: number | undefined
  readonly doors: Doors
  readonly journal: Pick<Journal, 'after' | 'lastSeq' | 'unsentCount'>
  /** Numbers of the boxes for which the newest list knows somebody's PIN, in its order. */
  boxesWithPin(): readonly string[]
  /** Whether the server counts as away. */
  isAway(): boolean
  isTunnelOpen(): boolean
  /** Reads keys and certificate again, which somebody has changed. */
  reread(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the locks server of a site: doors, journal, the ways to the server, the page for PINs.
 * @throws FolderInUse where another runs on the same stateDir
 * @throws ConfigFault where the site is not paired
 */
export async function startAgent(config: SiteConfig, parts: AgentParts = {}): Promise<Agent> {
  const closing = new AsyncDisposableStack()
  try {
    return await start(config, parts, closing)
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

async function start(config: SiteConfig, parts: AgentParts, closing: AsyncDisposableStack): Promise<Agent> {
  const { stateDir } = config
  const log = parts.log ?? silentLog
  closing.defer(await holdFolder(stateDir))
  const keys = parts.keys ?? readKeys(stateDir)
  if (typeof keys === 'string') throw new ConfigFault([keys])
  const { siteId, serverPublicKey } = keys
  const onBroken = (file: string): void => log.error('a file cannot be read and was set aside', { file })
  const inState = (name: string): string => path.join(stateDir, name)

  const wall = parts.wall ?? (() => Date.now())
  const monotonic = parts.monotonic ?? (() => performance.now())
  const keptClock = openKeptValue(inState('clock.json'), KeptClock, onBroken)
  closing.defer(() => keptClock.flush())
  const clock = createSiteClock(keptClock, { wall, monotonic, ntpAt: parts.ntpAt ?? (() => undefined) })

  // What is made first tells what is made last.
  const late: { carriers?: Carriers } = {}
  const held = holdKeys(
    keys,
    stateDir,
    { log, onChange: () => late.carriers?.keysChanged() },
    parts.keys === undefined,
  )
  closing.defer(() => held.close())
  const certificate = await siteCertificate(config)
  const contact = watchContact({
    now: clock.now,
    monotonic,
    ...(parts.awayAfterMs === undefined ? {} : { awayAfterMs: parts.awayAfterMs }),
    onAway: (since) =>
      void journal.append('offline.started', { reason: `not heard since ${since.toISOString()}` }),
    onBack: () => {
      journal.append('offline.ended')
      late.carriers?.kickNow()
    },
  })
  closing.defer(() => contact.close())
  const isAway = (): boolean =>
    contact.awaySince() !== undefined ||
    (config.carrier === 'tunnel' && late.carriers?.isTunnelOpen() !== true)

  const journal = openJournal({
    folder: inState('journal'),
    siteId,
    now: clock.now,
    circumstances: () => ({
      ...(isAway() ? { offline: true } : {}),
      ...(clock.isUncertain() ? { clockUncertain: true } : {}),
    }),
    onAppended: () => late.carriers?.kick(),
    log,
  })
  closing.defer(() => journal.close())
  const skew = watchSkew(clock, (seconds) => {
    log.warn('the clock of this machine is wrong', { seconds })
    journal.append('clock.skew', { reason: `server minus site: ${seconds} s` })
  })
  const onHeard = (): void => {
    contact.heard()
    skew()
  }
  const lists = openAccessLists({
    file: inState('access-list.json'),
    siteId,
    serverPublicKey,
    journal,
    clock,
  })
  const store = openCommandStore(stateDir, wall)
  closing.defer(() => store.close())

  const settings = openKeptValue(inState('settings.json'), SiteSettings, onBroken)
  const keeper = openDoorsKeeper(stateDir, journal, store, log)
  const doors = (parts.openDoors ?? openDoors)({
    config,
    now: clock.now,
    tell: (news) => tellNews(journal, news),
    stored: keeper.recalled(wall()),
  })
  closing.defer(() => doors.close())
  const kept = keeper.keep(doors)
  closing.defer(() => kept.close())
  for (const sentence of exitsOnDoorContacts(config.locks)) log.warn(sentence)
  doors.change(settings.get() ?? {})

  const limits = createPulseLimits({ ...LSP_LIMITS, ...parts.limits, monotonic })
  const commands = createCommands({ doors, store, limits, clock, journal, log })
  const isMaintenance = (): boolean => existsSync(inState('maintenance'))
  const handle = createCalls({
    siteId,
    version: VERSION,
    doors,
    commands,
    journal,
    clock,
    lists,
    startedAt: monotonic(),
    settings: {
      get: () => settings.get() ?? {},
      change(changed) {
        const before = settings.get()
        settings.set({ ...before, ...changed, names: { ...before?.names, ...changed.names } })
        doors.change(changed)
      },
    },
    offlineSince: contact.awaySince,
    isMaintenance,
    onHeard,
  })
  const { awayAfterMs: _away, firstPauseMs, pingEveryMs } = parts
  const carriers = await startCarriers({
    config,
    keys: held,
    certificate,
    isAway,
    clock,
    handle,
    journal,
    version: VERSION,
    runs: beginRun(openKeptValue(inState('runs.json'), KeptRuns, onBroken)),
    accessListVersion: () => lists.get()?.version ?? 0,
    onHeard,
    log,
    firstPauseMs,
    pingEveryMs,
  })
  late.carriers = carriers
  closing.defer(() => carriers.close())

  const lockouts = createLockouts(openKeptValue(inState('lockouts.json'), KeptLockouts, onBroken))
  let lan: LanServer | undefined
  if (config.lan !== undefined) {
    const { listenLan } = await import('./offline/lan-server.ts')
    const { onlyWhenAway } = config.lan
    const isShutOnline = (): boolean => onlyWhenAway && !isAway()
    lan = await listenLan({
      ...config.lan,
      name: config.name,
      isShutOnline,
      doors,
      nameOf: (lockId) => settings.get()?.names?.[lockId] || undefined,
      lists,
      open: createPinOpening({
        lists,
        lockouts,
        doors,
        limits,
        clock,
        journal,
        isMaintenance,
        isShutOnline,
        log,
        slowMs: parts.slowMs,
      }),
      log,
    })
  }
  closing.defer(() => lan?.close())
  log.info('the site agent runs', { siteId, carrier: config.carrier, locks: config.locks.length })
  if (certificate)
    log.info('the certificate of this site', { fingerprint: shownFingerprint(certificate.fingerprint) })

  return {
    siteId,
    directPort: carriers.port,
    lanPort: lan?.port,
    doors,
    journal,
    boxesWithPin: () => [...new Set(lists.get()?.entries.map(({ box }) => box))],
    isAway,
    isTunnelOpen: carriers.isTunnelOpen,
    async reread() {
      held.reread()
      try {
        const found = await siteCertificate(config)
        if (found) carriers.useCertificate(found)
      } catch (error) {
        log.error('the certificate is not taken', { reason: said(error) })
      }
    },
    close: async () => await closing.disposeAsync(),
  }
}
