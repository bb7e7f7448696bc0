import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '@stowage/server/platform/config'
import { openPort } from '../start/open-port.ts'
import { residentMegabytes, startChild } from './children.ts'
import { postgresMeter, processMeter } from './cpu-time.ts'
import { openFolder, openServer, withDatabase } from './databases.ts'
import { type Figure, valueFigure } from './figures.ts'
import type { FleetCounts, FleetOrder } from './site-fleet.ts'
import { fillFleet, fleetLockIds, LOCKS_A_SITE } from './site-fleet-world.ts'
import type { Started } from './stage.ts'

const EVENTS_PER_SECOND = 100
/** Whole turns of the heartbeat. */
const STEADY_SECONDS = 75
const CONNECT_PER_SECOND = 25

export interface FleetOptions {
  readonly sites: number
  readonly rounds: number
  readonly execArgv: readonly string[]
  readonly keep: string | undefined
}

/** A thousand sites at one server process: what it costs to hear them, to ask them how they are and to know how their doors stand. */
export async function measureSiteFleet(
  say: (text: string) => void,
  { sites: count, rounds, execArgv, keep }: FleetOptions,
): Promise<Figure[]> {
  const { folder, closing, close } = openFolder(os.tmpdir(), keep)
  try {
    const server = await openServer(folder, closing, say)
    const name = `stowage_fleet_${count}`
    const databaseUrl = withDatabase(server, name)
    const port = await openPort(0, '127.0.0.1')
    const directPort = await openPort(0, '127.0.0.1')
    const env = {
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: path.join(folder, 'data'),
      RATE_LIMIT_PER_MINUTE: '100000000',
      LOG_LEVEL: 'info',
      LOCKS_ALLOWED_ADDRESSES: '127.0.0.1',
      SMTP_URL: '',
    }
    say(`Filling a company of ${count} sites of ${LOCKS_A_SITE} locks`)
    const sites = await fillFleet(server, readConfig(env), { folder, name, sites: count, directPort }, say)
    const order = path.join(folder, 'fleet.json')
    const wish: FleetOrder = { port, sites, directPort, lockIds: fleetLockIds() }
    fs.writeFileSync(order, JSON.stringify(wish), { mode: 0o600 })
    const fleet = await startChild<Started>('site-fleet.ts', {
      log: path.join(folder, 'fleet.log'),
      env: { BENCH_FLEET: order },
    })
    closing.push(fleet.stop)
    const product = await startChild<Started>('server.ts', {
      log: path.join(folder, 'server.log'),
      env,
      execArgv,
    })
    closing.push(product.stop)
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    closing.push(async () => await database.end())
    const one = async (text: string): Promise<number> =>
      Number((await database.query<{ n: string }>(text)).rows[0]?.n)
    const ours = processMeter(product.pid)
    const theirs = await postgresMeter(databaseUrl)

    const began = { at: performance.now(), ours: ours(), theirs: theirs() }
    const fault = await fleet.ask<FleetCounts & { fault?: string }>({ connect: CONNECT_PER_SECOND })
    if (fault.fault !== undefined) throw new Error(fault.fault)
    const wanted = `select count(*) n from site where stock_id not in (select stock_id from site_health where is_ok and locks_read_at is not null)
                       or stock_id not in (select stock_id from access_list where applied_version > 0 and wanted_at is null)`
    while ((await one(wanted)) > 0) {
      if (performance.now() - began.at > 420_000)
        throw new Error(`${await one(wanted)} sites were not read or have no list`)
      await seconds(1)
    }
    const rampSeconds = (performance.now() - began.at) / 1000
    const ramp = [(ours() - began.ours) / 1000, (theirs() - began.theirs) / 1000]
    say(
      `All ${count} sites are there, read and have their lists after ${rampSeconds.toFixed(0)} s: CPU ${ramp.map((value) => value.toFixed(1)).join(' + ')} s, ${residentMegabytes(product.pid).toFixed(0)} MB`,
    )
    // As after a day of running: what comes round does so for each site at its own time.
    await database.query(
      `update site_health set locks_read_at = now() - random() * interval '5 minutes' where locks_read_at is not null`,
    )
    await database.query(
      `update access_list set issued_at = now() - random() * interval '15 minutes' where issued_at is not null`,
    )
    await fleet.ask({ eventsPerSecond: EVENTS_PER_SECOND })
    await seconds(15)

    const cores: number[] = []
    const databaseCores: number[] = []
    const resident: number[] = []
    const acks: number[] = []
    let told: FleetCounts | undefined
    for (let round = 0; round < rounds; round += 1) {
      await fleet.ask({ counts: true })
      const from = { at: performance.now(), ours: ours(), theirs: theirs() }
      let most = 0
      for (let second = 0; second < STEADY_SECONDS; second += 1) {
        await seconds(1)
        most = Math.max(most, residentMegabytes(product.pid))
      }
      const wall = performance.now() - from.at
      cores.push((ours() - from.ours) / wall)
      databaseCores.push((theirs() - from.theirs) / wall)
      resident.push(most)
      told = await fleet.ask<FleetCounts>({ counts: true })
      acks.push(told.ackP99)
      say(`${JSON.stringify(told)}; load ${os.loadavg()[0]?.toFixed(1)}`)
      if (told.acknowledged < told.sent * 0.99) throw new Error('events were not acknowledged')
      if (told.lost > 0) throw new Error(`${told.lost} tunnels broke`)
      if (told.health < (count * STEADY_SECONDS) / 15 / 1.2) throw new Error('heartbeats are missing')
    }
    const away = await one(
      'select count(*) n from site_health where is_ok is not true and stock_id in (select stock_id from site)',
    )
    if (away > 0) throw new Error(`${away} sites count as away`)
    const what = `${count} sites, ${count * LOCKS_A_SITE} locks`
    const note = told
      ? `per second ${(told.acknowledged / STEADY_SECONDS).toFixed(0)} events, ${(told.health / STEADY_SECONDS).toFixed(0)} heartbeats, ${(told.locks / STEADY_SECONDS).toFixed(1)} readings, ${(told.lists / STEADY_SECONDS).toFixed(1)} lists`
      : ''
    return [
      valueFigure({
        name: `${what}: CPU of the server`,
        values: cores,
        unit: 'cores',
        digits: 2,
        must: 0.5,
        note,
      }),
      valueFigure({ name: `${what}: memory of the server`, values: resident, unit: 'MB', must: 500 }),
      valueFigure({
        name: `${what}: CPU of PostgreSQL`,
        values: databaseCores,
        unit: 'cores',
        digits: 2,
        must: undefined,
      }),
      valueFigure({
        name: `${what}: an event is acknowledged, p99`,
        values: acks,
        unit: 'ms',
        must: undefined,
      }),
      valueFigure({
        name: `${what}: all come at once, until all are read and have lists`,
        values: [rampSeconds],
        unit: 's',
        must: undefined,
        note: `CPU ${ramp[0]?.toFixed(0)} s of the server, ${ramp[1]?.toFixed(0)} s of PostgreSQL; ${CONNECT_PER_SECOND} tunnels a second`,
      }),
    ]
  } finally {
    await close()
  }
}

const seconds = async (count: number): Promise<void> =>
  await new Promise((resolve) => setTimeout(resolve, count * 1000))
