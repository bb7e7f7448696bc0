import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { errorText } from '@stowage/texts/errors/index.ts'
import { createModules, type Modules } from './create-modules.ts'
import { sealAudit } from './platform/audit/seal.ts'
import { createWitness } from './platform/audit/witness.ts'
import { createBusinessClock } from './platform/business-clock.ts'
import { machineNow } from './platform/clock.ts'
import { listenError, readConfig, type Config } from './platform/config.ts'
import { connect } from './platform/database/connect.ts'
import { migrate, readMigrations } from './platform/database/migrate.ts'
import { createReportsDatabase, readItself } from './platform/database/reports-copy.ts'
import { createTransact } from './platform/database/transaction.ts'
import { refuseDemoData } from './platform/demo-mark.ts'
import { createDispatcher, type Dispatcher, type Handler } from './platform/events/dispatcher.ts'
import { forgetOldEvents } from './platform/events/forget-old-events.ts'
import { registerHandlers } from './platform/events/register-handlers.ts'
import { createTail } from './platform/events/tail.ts'
import { checkStorage, openFiles } from './platform/files/open-files.ts'
import { createFreshReads } from './platform/http/fresh-reads.ts'
import { mountHealth } from './platform/http/health.ts'
import { serveHelp } from './platform/http/help.ts'
import { forgetOldKeys } from './platform/http/idempotency.ts'
import { mountOpenApi } from './platform/http/openapi.ts'
import { registerRoutes } from './platform/http/register.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createSharedCounts } from './platform/http/shared-counts.ts'
import { serveWeb } from './platform/http/web.ts'
import { createLog, type Log } from './platform/log.ts'
import type { Module } from './platform/module.ts'
import { createCallers } from './platform/pace/callers.ts'
import { createPacer } from './platform/pace/pacer.ts'
import type { Platform } from './platform/platform.ts'
import { mountMetrics } from './platform/metrics/metrics.ts'
import { describeProcess } from './platform/processes/describe.ts'
import { fingerprint, holdKeys } from './platform/processes/key-fingerprints.ts'
import { createProcesses, type Processes } from './platform/processes/processes.ts'
import { createHub, type Hub } from './platform/realtime/hub.ts'
import { endCalls, exitCodeWithin } from './platform/stop.ts'
import { createLookAtQueues } from './platform/system/queues.ts'
import { jobHurried } from './platform/system/events.ts'
import { systemRoutes } from './platform/system/routes.ts'
import { createTicker, type Ticker } from './platform/ticker.ts'
import { settle } from './platform/settle.ts'
import { VERSION } from './platform/version.ts'

export interface Running {
  readonly url: string
  readonly port: number
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly modules: Modules
  /** This process among the others on its database. */
  readonly processes: Processes
  /** Delivers all waiting events and runs every job once: the demo, the console and tests call it after moving time. */
  settle(): Promise<void>
  /** Delivers all waiting events and runs no job. */
  deliver(): Promise<void>
  /** One job's turn now, as at its time. */
  turnOf(job: string): Promise<void>
  /** Moves business time for all processes (demo and tests only; never mounted elsewhere). */
  moveClock(to: { offsetMs: number }): Promise<void>
  close(): Promise<void>
}

export interface MainOptions {
  /** More routes on the same server, before it listens: the simulators' console of the demo. */
  readonly extend?: (
    app: FastifyInstance,
    running: Pick<Running, 'settle' | 'moveClock' | 'platform' | 'modules'>,
  ) => Promise<void>
  /** Jobs and deliveries run only when asked by settle(): tests that decide the order themselves. */
  readonly manual?: boolean
  /** A server of a later version, which has these as well: the drill of an upgrade and its test. */
  readonly moreHandlers?: readonly Handler[]
  readonly webFolder?: string
  readonly helpFolder?: string
  /** Instead of the standard output: tests keep it. */
  readonly log?: Log
  /** How long running calls have to end when the server goes down; then they are cut. */
  readonly callsEndWithinMs?: number
}

/** A clean stop takes less than ten seconds: most of them for calls that run, the rest for jobs and the database. */
const CALLS_END_WITHIN_MS = 6000
const STOP_WITHIN_MS = 9500

/** Starts the server on DATABASE_URL: migrates, wires the modules, listens. This file alone knows everything. */
export async function main(config: Config, options: MainOptions = {}): Promise<Running> {
  if (config.databaseUrl === undefined)
    throw new Error('DATABASE_URL is not set; `npm start` brings a database of its own')
  const log = options.log ?? createLog(config.logLevel)
  const directUrl = config.listenUrl ?? config.databaseUrl
  await migrate(directUrl)
  const onError = (error: Error): void => log.warn({ err: error }, 'a database connection was lost')
  const {
    db,
    pool,
    changes,
    close: closeDatabase,
  } = connect(config.databaseUrl, {
    onError,
    isPooled: config.listenUrl !== undefined,
  })
  const reportsDb =
    config.reportsDatabaseUrl === undefined
      ? readItself(db)
      : createReportsDatabase({
          url: config.reportsDatabaseUrl,
          db,
          house: fingerprint(config.secrets.storageKey),
          log,
        })
  await refuseDemoData(db, config).catch(async (error: unknown) => {
    await closeDatabase()
    throw error
  })
  // Set further down: handlers belong to modules, modules need the transaction, and that announces to the dispatcher.
  const late: { dispatcher?: Dispatcher; ticker?: Ticker; hub?: Hub } = {}
  const state = { isStopping: false }
  const callers = createCallers()
  const describer = describeProcess({
    pool,
    isStopping: () => state.isStopping,
    sockets: () => late.hub?.size() ?? 0,
    isCalled: callers.areHere,
    jobs: () => late.ticker?.records() ?? [],
    handlers: () => late.dispatcher?.names ?? [],
  })
  const processes = createProcesses({ db, log, version: VERSION, describe: describer.now })
  // Before the others hear of this one: a server with other keys must not be among them for a moment.
  try {
    await processes.begin()
    await holdKeys({ db, log }, config.secrets, processes.others())
  } catch (error) {
    await processes.close()
    await closeDatabase()
    throw error
  }
  const tail = createTail({ db, url: directUrl, log, isQuiet: options.manual ?? false })
  const clock = createBusinessClock({ db, tail })

  const transact = createTransact(db, {
    handlersOf: (type) => late.dispatcher?.handlersOf(type) ?? [],
    unwantedOf: (type) => late.dispatcher?.unwantedOf(type) ?? [],
    machineNow,
    committed(events) {
      tail.committed(events)
      // Most facts are for browsers and caches alone: nobody waits for them at the table of deliveries.
      if (!options.manual && events.some(({ type }) => (late.dispatcher?.handlersOf(type).length ?? 0) > 0))
        late.dispatcher?.wake()
    },
    stepFailed: (error) =>
      log.error({ err: error }, 'a step after a commit failed; what was committed stands'),
  })
  const platform: Platform = {
    config,
    log,
    clock,
    db,
    reportsDb,
    pool,
    transact,
    tail,
    files: openFiles(config),
  }
  const modules = await createModules(platform)
  const all: readonly Module[] = Object.values(modules)
  const handlers = [...all.flatMap((module) => module.handlers ?? []), ...(options.moreHandlers ?? [])]
  const dispatcher = createDispatcher({ db, transact: () => transact, log, handlers })
  late.dispatcher = dispatcher
  await registerHandlers(db, handlers)
  const { others } = processes
  const sharedCounts = createSharedCounts({ db, log, hashKey: config.secrets.tokenKey, others })
  const freshReads = createFreshReads({ tail, others })
  const ticker = createTicker(
    [
      {
        name: 'seal-audit',
        everySeconds: 3,
        run: async () => await sealAudit(transact, machineNow().subtract({ seconds: 1 })),
      },
      { name: 'witness-audit', everySeconds: 15, run: createWitness(platform) },
      { name: 'forget-old-keys', everySeconds: 600, run: async () => await forgetOldKeys(db, machineNow()) },
      // Every hour although days count: a server that is restarted every night would never live to its daily turn.
      {
        name: 'forget-old-events',
        everySeconds: 3600,
        run: async () => await forgetOldEvents(db, machineNow()),
      },
      { name: 'forget-call-counts', everySeconds: 600, run: async () => await sharedCounts.forget() },
      { name: 'deliver-events', everySeconds: 5, run: async () => dispatcher.wake() },
      ...all.flatMap((module) => module.jobs ?? []),
    ],
    log,
    createPacer({ callers, others, areElsewhere: processes.areOthersCalled }),
  )

  const app = await createHttpServer({
    config,
    log,
    errorText,
    authenticate: modules.accounts.authenticate,
    authenticateKey: modules.accounts.authenticateKey,
    actorById: modules.accounts.actorById,
    refused: modules.accounts.refused,
    callCounts: sharedCounts.store,
  })
  freshReads.mount(app)
  callers.mount(app)
  const hub = createHub(app, {
    authenticate: modules.accounts.authenticate,
    actorById: modules.accounts.actorById,
    publicUrl: config.publicUrl,
    log,
    visitorsPerAddress: config.visitorSocketsPerAddress,
    lastFact: () => (others() === 0 ? 0 : tail.last()),
  })
  late.ticker = ticker
  late.hub = hub
  tail.subscribe((event) => {
    for (const module of all) module.heard?.(event)
    if (event.type === jobHurried.type) ticker.hurry(String(event.payload['name']))
  })
  for (const module of all) module.useHub?.(hub)
  mountHealth(app, {
    db,
    version: VERSION,
    migrations: readMigrations().map(({ name }) => name),
    isStopping: () => state.isStopping,
  })
  const waiting = createLookAtQueues(db, all)
  if (config.metricsToken !== undefined)
    mountMetrics(app, {
      version: VERSION,
      token: config.metricsToken,
      describe: describer.now,
      waiting,
      reportsCopy: reportsDb.describe,
    })
  mountOpenApi(app)
  registerRoutes(
    app,
    [
      ...all.flatMap((module) => module.routes ?? []),
      ...systemRoutes({
        db,
        clock,
        version: VERSION,
        files: config.objectStorage === undefined ? 'folder' : 'bucket',
        waiting,
        reportsCopy: reportsDb.describe,
        hasJob: ticker.has,
      }),
    ],
    {
      transact,
      hashKey: config.secrets.tokenKey,
      checkAnswers: config.checkAnswers,
      askProof: modules.accounts.askProof,
      rateLimitPerMinute: config.rateLimitPerMinute,
      telling: freshReads.telling,
      tellingAgain: freshReads.tellingAgain,
    },
  )
  for (const module of all) await module.mount?.(app)

  const settleAll = async (): Promise<void> => await settle(dispatcher, ticker, changes)
  const moveClock = async ({ offsetMs }: { offsetMs: number }): Promise<void> => {
    await dispatcher.drain()
    await clock.move(transact, offsetMs)
    if (!options.manual) await settleAll()
  }
  await options.extend?.(app, { settle: settleAll, moveClock, platform, modules })
  await serveHelp(app, options.helpFolder ?? path.resolve(import.meta.dirname, '../../../docs/dist'))
  await serveWeb(app, options.webFolder ?? path.resolve(import.meta.dirname, '../../web/dist'))

  if (config.objectStorage !== undefined) await checkStorage(platform.files, log)
  // The tail first: a move of the clock by another process is then either read here or heard.
  await tail.start()
  await clock.load()
  for (const module of all) await module.start?.()

  let closing: Promise<void> | undefined
  let isListening = false
  async function close(): Promise<void> {
    state.isStopping = true
    if (isListening && config.drainSeconds > 0) {
      await processes.beat().catch(() => undefined)
      await sleep(config.drainSeconds * 1000)
    }
    hub.close()
    const allEnded = await endCalls(app, options.callsEndWithinMs ?? CALLS_END_WITHIN_MS)
    await ticker.close()
    await sharedCounts.close()
    await dispatcher.close()
    for (const module of all) await module.close?.()
    await tail.close()
    await processes.close()
    describer.close()
    await reportsDb.close()
    await closeDatabase()
    if (!allEnded) throw new Error('calls that did not end in time were cut')
  }
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await close()
    throw listenError(error, config)
  }
  isListening = true
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  await processes
    .listens(port)
    .catch((err: unknown) => log.warn({ err }, 'this process could not say that it runs'))
  if (!options.manual) {
    processes.start()
    ticker.start()
    dispatcher.wake()
  }
  return {
    url: config.publicUrl,
    port,
    app,
    platform,
    modules,
    processes,
    settle: settleAll,
    deliver: dispatcher.drain,
    turnOf: ticker.turn,
    moveClock,
    close: () => (closing ??= close()),
  }
}

/** `node apps/server/src/main.ts`: the server alone, on DATABASE_URL; it never sees a simulator. */
async function startAlone(): Promise<void> {
  const running = await main(readConfig(process.env))
  running.platform.log.info({ url: running.url }, 'Stowage is ready')
  const stop = (signal: string): void => {
    const { log } = running.platform
    log.info({ signal }, 'going down')
    void exitCodeWithin(
      STOP_WITHIN_MS + running.platform.config.drainSeconds * 1000,
      running.close(),
      log,
    ).then((code) => process.exit(code))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

if (import.meta.main) {
  await startAlone().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
}
