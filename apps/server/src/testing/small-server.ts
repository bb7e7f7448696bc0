import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { errorText } from '@stowage/texts/errors/index.ts'
import { builtInPermissions } from '@stowage/domain/roles'
import { createBusinessClock, type BusinessClock } from '../platform/business-clock.ts'
import { machineNow } from '../platform/clock.ts'
import { readConfig, type Config } from '../platform/config.ts'
import { connect } from '../platform/database/connect.ts'
import { readItself } from '../platform/database/reports-copy.ts'
import { createTransact } from '../platform/database/transaction.ts'
import { createTail } from '../platform/events/tail.ts'
import { createLocalFiles } from '../platform/files/files.ts'
import type { Actor } from '../platform/http/actor.ts'
import { registerRoutes } from '../platform/http/register.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createKeptLog } from './kept-log.ts'
import type { Module } from '../platform/module.ts'
import type { Platform } from '../platform/platform.ts'
import { createPerson, type Person } from './person.ts'

export interface SmallServer<M> {
  readonly app: FastifyInstance
  readonly platform: Platform & { readonly clock: BusinessClock }
  readonly modules: M
  /** GET below /api as one of `actors`, or as a visitor. */
  get(url: string, as?: string, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>
  /** One of `actors` (a visitor without) at the keyboard. */
  person(as?: string): Person
  close(): Promise<void>
}

const actor = (
  name: string,
  platformRole: Actor['platformRole'],
  grants: readonly string[],
  stockId: string | null = null,
): Actor => ({
  id: name.padEnd(26, '0'),
  platformRole,
  grants: new Set(grants),
  stockId,
  language: 'en',
  familyId: null,
  impersonatedBy: null,
})

/** Callers by the name that is their token here; `manager@<stock id>` and `admin@<stock id>` are tied to a stock. */
function actorNamed(name: string): Actor | null {
  const [role, stockId = null] = name.split('@')
  if (role === 'client') return actor(name, 'client', ['client'])
  if (role === 'super') return actor(name, 'superUser', [])
  if (role === 'manager' || role === 'admin') return actor(name, 'staff', builtInPermissions[role], stockId)
  return null
}

/** Servers that run, by their folder. */
const running = new Map<string, number>()

/** The servers of one database share a folder, and nobody else's files lie there. */
function enterFolder(databaseUrl: string): { readonly folder: string; leave(): void } {
  const folder = path.join(os.tmpdir(), `stowage-test-files-${path.basename(new URL(databaseUrl).pathname)}`)
  running.set(folder, (running.get(folder) ?? 0) + 1)
  return {
    folder,
    leave() {
      const left = (running.get(folder) ?? 1) - 1
      running.set(folder, left)
      if (left === 0) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A server with only some modules, on a migrated database, with callers who need no account: for tests of those modules. */
export async function createSmallServer<M extends Record<string, Module>>(
  databaseUrl: string,
  create: (platform: Platform) => M,
  overrides: Partial<Config> = {},
): Promise<SmallServer<M>> {
  const place = enterFolder(databaseUrl)
  const config: Config = {
    ...readConfig({
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      PORT: '0',
      DATA_DIR: place.folder,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '1000000',
      CHECK_ANSWERS: 'on',
      TOKEN_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
      STORAGE_KEY: 'GFEDCBA9876543210zyxwvutsrqponmlkjihgfedcba',
    }),
    ...overrides,
  }
  const log = createKeptLog(config.logLevel)
  const { db, pool, close } = connect(databaseUrl)
  const tail = createTail({ db, url: databaseUrl, log, isQuiet: true })
  const clock = createBusinessClock({ db, tail })
  const transact = createTransact(db, {
    handlersOf: () => [],
    machineNow,
    committed: (events) => tail.committed(events),
  })
  const files = createLocalFiles(config.dataDir)
  const platform = { config, log, clock, db, reportsDb: readItself(db), pool, transact, tail, files }
  const modules = create(platform)
  const app = await createHttpServer({
    config,
    log,
    errorText,
    authenticate: async (token) => actorNamed(token),
    actorById: async () => null,
  })
  tail.subscribe((event) => {
    for (const module of Object.values(modules)) module.heard?.(event)
  })
  registerRoutes(
    app,
    Object.values(modules).flatMap((module) => module.routes ?? []),
    {
      transact,
      hashKey: config.secrets.tokenKey,
      checkAnswers: config.checkAnswers,
      rateLimitPerMinute: config.rateLimitPerMinute,
    },
  )
  await clock.load()
  await tail.start()
  await app.ready()
  return {
    app,
    platform,
    modules,
    get: async (url, as, headers = {}) =>
      await app.inject({
        method: 'GET',
        url: `/api/${url}`,
        headers: { ...(as === undefined ? {} : { authorization: `Bearer ${as}` }), ...headers },
      }),
    person: (as) => createPerson(app, as),
    async close() {
      await app.close()
      for (const module of Object.values(modules)) await module.close?.()
      await tail.close()
      await close()
      place.leave()
    },
  }
}
