import fs from 'node:fs/promises'
import net from 'node:net'
import type { Running } from '@stowage/server/main'
import { reach } from '@stowage/server/platform/database/migrate'
import type { Lifetime } from './lifetime.ts'
import { say } from './lifetime.ts'

const database = 'stowage_space_manager'
const siteId = 'NORD'
const host = '127.0.0.1'

/**
 * The demo's external management system: a database of its own beside ours, filled once, and the stock that it keeps. Where the
 * database's user may make none there is no such stock, and everything else is as it was.
 */
export async function connectSpaceManager(
  running: Pick<Running, 'platform' | 'modules'>,
  lifetime: Lifetime,
): Promise<void> {
  const { config } = running.platform
  try {
    const url = await fill(config.databaseUrl ?? '')
    await putStock(running, url, await openDoor(url, lifetime))
  } catch (error) {
    say(
      `The demo goes without an external management system (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

/** Not at the turn of its job some seconds on: who opens the demo at once would see a warehouse without boxes. */
export async function readSpaceManager({ turnOf }: Pick<Running, 'turnOf'>): Promise<void> {
  await turnOf('read-external-systems')
}

/** @returns where its database is */
async function fill(ours: string): Promise<URL> {
  const admin = await reach(ours)
  try {
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [database])
    if (rows.length === 0) await admin.query(`create database ${database}`)
  } finally {
    await admin.end()
  }
  const url = new URL(ours)
  url.pathname = `/${database}`
  const inside = await reach(url.href)
  try {
    const { rows } = await inside.query(`select to_regclass('ssr_documents') as there`)
    if ((rows[0] as { there: string | null } | undefined)?.there == null) {
      const text = await fs.readFile(new URL('../demo/space-manager.sql', import.meta.url), 'utf8')
      await inside.query(`begin;\n${text}\ncommit;`)
    }
  } finally {
    await inside.end()
  }
  return url
}

let door: Promise<number> | undefined

/** A port for a database that may speak through a socket file only, as a demo's own does. @returns the port */
async function openDoor(url: URL, lifetime: Lifetime): Promise<number> {
  door ??= listen(url, lifetime)
  return await door
}

async function listen(url: URL, lifetime: Lifetime): Promise<number> {
  const folder = url.searchParams.get('host')
  const port = url.port || '5432'
  const open = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    const inner =
      folder === null ? net.connect(Number(port), url.hostname) : net.connect(`${folder}/.s.PGSQL.${port}`)
    for (const [end, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      open.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        open.delete(end)
        other.destroy()
      })
    }
    socket.pipe(inner).pipe(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, resolve)
  })
  await lifetime.started('The external management system', async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return (server.address() as net.AddressInfo).port
}

/** The stock is made once; where the door is it is told at each start. */
async function putStock(
  { platform, modules }: Pick<Running, 'platform' | 'modules'>,
  url: URL,
  port: number,
): Promise<void> {
  const known = await platform.db
    .updateTable('stock')
    .set({ db_server: host, db_port: port, db_name: database })
    .where('external_id', '=', siteId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (known !== undefined) return
  const berlin = await platform.db
    .selectFrom('stock')
    .select(['city_id', 'seller_id'])
    .where('time_zone', '=', 'Europe/Berlin')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()
  if (berlin === undefined) return
  const author = { actorId: null }
  await platform.transact(
    async (tx) =>
      await modules.catalog.createStock(tx, author, {
        name: 'Lagerhaus Nord',
        code: 'NORD',
        cityId: berlin.city_id,
        sellerId: berlin.seller_id,
        address: 'Seestraße 64',
        zip: '13347',
        phone: '+49 30 1234 5678',
        timeZone: 'Europe/Berlin',
        currency: 'EUR',
        maxContractDuration: 11,
        daysWithoutFee: 5,
        isExternal: true,
        externalId: siteId,
        vat: (today) => [{ validFrom: today, legalPercent: 19, individualPercent: 19 }],
        database: {
          server: host,
          port,
          name: database,
          username: decodeURIComponent(url.username),
          password: decodeURIComponent(url.password) || 'demo',
          kind: 'postgres',
          takesCommands: true,
        },
      }),
  )
}
