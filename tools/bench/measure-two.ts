import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { main } from '@stowage/server/main'
import { readConfig, type Config } from '@stowage/server/platform/config'
import { FACT_COOKIE } from '@stowage/server/platform/http/fresh-reads'
import { createSmallCompany, createSmallStock } from '@stowage/server/testing/small-stock'
import { accountMaker } from '../volume/make-account.ts'
import { startChild } from './children.ts'
import { type CpuMeter, postgresMeter, processMeter } from './cpu-time.ts'
import { createDatabase, gatherStatistics, openFolder, openServer, withDatabase } from './databases.ts'
import { tokenMaker } from './fill-world.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { type LoadAnswer, openCaller } from './http-load.ts'
import type { Started } from './stage.ts'

/** Calls a second that each process serves: the same for the one alone and for each of the two. */
const PER_SECOND = 100
const SECONDS = 6
/** Turns before the first that counts: what runs once a second in a living system is compiled by then, in each process. */
const WARM_TURNS = 4
const CALLERS = 6
/** Every so manieth thing that a person does is a change, which he then looks at. */
const WRITES_ONE_IN = 10
const STOCKS = 12
const CITIES = 40

interface Side {
  readonly ports: readonly number[]
  readonly servers: CpuMeter
  readonly cityIds: readonly string[]
  readonly token: string
}

/**
 * What a call costs in processor time where a process is one of two on its database, against one that is alone on another: the same calls at
 * the same rate a process, in turns. Reads by people who look around, and changes that each looks at next, over either server as
 * a balancer sends him. All three processes stay up, so that all of them are equally warm.
 */
export async function measureTwo(
  say: (text: string) => void,
  { rounds, execArgv }: { readonly rounds: number; readonly execArgv: readonly string[] },
): Promise<Figure[]> {
  const { folder, closing, close } = openFolder(os.tmpdir(), undefined)
  try {
    const server = await openServer(folder, closing, say)
    const env = (name: string) => ({
      DATABASE_URL: withDatabase(server, name),
      DEMO: 'off',
      PORT: '0',
      DATA_DIR: path.join(folder, name),
      TOKEN_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
      STORAGE_KEY: 'GFEDCBA9876543210zyxwvutsrqponmlkjihgfedcba',
      RATE_LIMIT_PER_MINUTE: '100000000',
      LOG_LEVEL: 'info',
      SMTP_URL: '',
    })
    const open = async (name: string, count: number): Promise<Side> => {
      await createDatabase(server, name)
      const filled = await fill(readConfig(env(name)))
      await gatherStatistics(withDatabase(server, name))
      const children = []
      for (let number = 1; number <= count; number += 1)
        children.push(
          await startChild<Started>('server.ts', {
            log: path.join(folder, `${name}-${number}.log`),
            env: env(name),
            execArgv,
          }),
        )
      for (const child of children) closing.push(child.stop)
      const meters = children.map(({ pid }) => processMeter(pid))
      return {
        ports: children.map(({ ready }) => ready.port),
        servers: () => meters.reduce((sum, meter) => sum + meter(), 0),
        ...filled,
      }
    }
    const alone = await open('stowage_one', 1)
    const pair = await open('stowage_two', 2)
    const postgres = await postgresMeter(withDatabase(server, 'stowage_one'))
    say('Warming all three, until the two know of one another')
    for (let turn = 0; turn < WARM_TURNS; turn += 1)
      for (const side of [alone, pair]) await spend(side, postgres)
    const idle = { alone: await spendIdle(alone), pair: await spendIdle(pair) }
    const [ours, limit, database]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round += 1) {
      // Whoever comes second finds another machine: they take turns in that as well.
      const first = round % 2 === 0 ? [alone, pair] : [pair, alone]
      const spent = new Map<Side, Spent>()
      for (const side of first) spent.set(side, await spend(side, postgres))
      const [one, two] = [spent.get(alone), spent.get(pair)]
      if (one === undefined || two === undefined) continue
      limit.push(one.server)
      ours.push(two.server)
      database.push(two.postgres / one.postgres)
      say(
        `  round ${round + 1}: ${one.server.toFixed(2)} ms alone (${one.perSecond.toFixed(0)} /s), ${two.server.toFixed(2)} ms each of two (${(two.perSecond / 2).toFixed(0)} /s)`,
      )
    }
    return [
      ratioFigure({
        name: 'processor per call, each of two servers',
        ours,
        limit,
        shown: (value) => `${value.toFixed(2)} ms`,
        limitName: 'one alone',
        must: 1.1,
        atMost: true,
      }),
      valueFigure({
        name: 'processor of PostgreSQL per call, two servers against one',
        values: database,
        unit: '×',
        digits: 2,
        must: undefined,
      }),
      valueFigure({
        name: 'processor of a server that nobody calls, each of two',
        values: [idle.pair],
        unit: 'ms/s',
        digits: 1,
        must: undefined,
        note: `${idle.alone.toFixed(1)} alone`,
      }),
    ]
  } finally {
    await close()
  }
}

async function fill(config: Config): Promise<Pick<Side, 'cityIds' | 'token'>> {
  const running = await main({ ...config, logLevel: 'warn' }, { manual: true, webFolder: '/nowhere' })
  try {
    const { platform, modules } = running
    const tools = { platform, catalog: modules.catalog }
    const boss = await (await accountMaker(running, 'stowage-bench'))('super@stowage.example', 'superUser')
    await createSmallCompany(tools)
    for (let count = 0; count < STOCKS; count += 1) await createSmallStock(tools)
    const cityIds = await platform.transact(async (tx) => {
      const ids: string[] = []
      for (let count = 0; count < CITIES; count += 1)
        ids.push(
          await modules.catalog.createCity(
            tx,
            { actorId: null },
            { city: `City ${count}`, country: 'DE', size: 1 },
          ),
        )
      return ids
    })
    // Of an account whose rights never change; good for a quarter of an hour, which all the turns are shorter than.
    return { cityIds, token: await tokenMaker(config)(boss) }
  } finally {
    await running.close()
  }
}

interface Spent {
  /** Milliseconds of processor time a call, of the servers and of PostgreSQL. */
  readonly server: number
  readonly postgres: number
  readonly perSecond: number
}

const READS = ['auth/me', 'stocks', 'cities', 'statistics/debtors', 'boxcategories', 'sellers'] as const

async function spend({ ports, servers, cityIds, token }: Side, postgres: CpuMeter): Promise<Spent> {
  let calls = 0
  let deeds = 0
  const begun = performance.now()
  const before = { servers: servers(), postgres: postgres() }
  const until = begun + SECONDS * 1000
  // Each caller has his pace; a slow answer is not caught up by a burst.
  const pause = (CALLERS * 1000) / (PER_SECOND * ports.length)
  const work = async (number: number): Promise<void> => {
    const callers = await Promise.all(ports.map(async (port) => await openCaller(port)))
    const call = async (
      method: string,
      where: string,
      given: { body?: object; cookie?: string } = {},
    ): Promise<LoadAnswer> => {
      const next = performance.now() + pause * (0.5 + ((calls * 7) % 10) / 10)
      const caller = callers[calls++ % callers.length]
      const answer = await caller!.call({
        method,
        path: `/api/${where}`,
        token,
        ...(given.body === undefined ? {} : { body: given.body }),
        ...(given.cookie === undefined ? {} : { headers: { cookie: given.cookie } }),
      })
      if (answer.status !== 200)
        throw new Error(`${method} ${where}: ${answer.status} ${answer.body.toString().slice(0, 200)}`)
      await sleep(Math.max(0, next - performance.now()))
      return answer
    }
    while (performance.now() < until) {
      const deed = deeds++
      if (deed % WRITES_ONE_IN !== 0) {
        await call('GET', READS[deed % READS.length] ?? 'stocks')
        continue
      }
      // A change that makes nothing larger: a list that grows would cost more with each turn.
      const { headers } = await call('PUT', `cities/${cityIds[(deed + number) % CITIES]}`, {
        body: { size: 1 + (deed % 9) },
      })
      const [, fact] = new RegExp(`${FACT_COOKIE}=(\\d+)`).exec(headers) ?? []
      await call('GET', 'cities', fact === undefined ? {} : { cookie: `${FACT_COOKIE}=${fact}` })
    }
    for (const caller of callers) caller.close()
  }
  await Promise.all(Array.from({ length: CALLERS }, async (_, number) => await work(number)))
  return {
    server: (servers() - before.servers) / calls,
    postgres: (postgres() - before.postgres) / calls,
    perSecond: calls / ((performance.now() - begun) / 1000),
  }
}

/** Milliseconds a second of one process. */
async function spendIdle({ servers, ports }: Side): Promise<number> {
  const before = servers()
  await sleep(SECONDS * 1000)
  return (servers() - before) / SECONDS / ports.length
}
