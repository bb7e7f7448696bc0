import fs from 'node:fs/promises'
import net from 'node:net'
import { sql } from 'kysely'
import { newId } from '../platform/ids.ts'
import type { Platform } from '../platform/platform.ts'
import type { Catalog, NewStock } from '../modules/catalog/index.ts'
import { createSmallStock } from './small-stock.ts'

/** A database of ours behind a port, as an external system's is: tests speak with theirs through a socket file. */
export interface ExternalDatabase {
  /** The five fields of a stock's settings. */
  readonly fields: NonNullable<NewStock['database']> & { readonly port: number }
  close(): Promise<void>
}

export async function openExternalDatabase(url: string): Promise<ExternalDatabase> {
  const { hostname, port, pathname, username, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  const open = new Set<net.Socket>()
  const listener = net.createServer((socket) => {
    const inner =
      folder === null
        ? net.connect(Number(port || 5432), hostname)
        : net.connect(`${folder}/.s.PGSQL.${port || 5432}`)
    for (const [end, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      open.add(end)
      end.on('error', () => undefined)
      // A line that was cut is cut at both ends, or a session would keep its locks behind it.
      end.on('close', () => other.destroy())
    }
    socket.pipe(inner).pipe(socket)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port: own } = listener.address() as net.AddressInfo
  return {
    fields: { server: '127.0.0.1', port: own, name: pathname.slice(1), username, password: 'none' },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}

/** Puts the external system's views with a little warehouse in them into a database of a test. */
export async function seedExternalSystem(db: Platform['db']): Promise<void> {
  const text = await fs.readFile(new URL('sm-seed.sql', import.meta.url), 'utf8')
  const statements = text
    .replaceAll('{{TS}}', 'timestamp')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('--'))
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A stock whose external management system is such a database. @returns its id */
export async function createExternalStock(
  where: { platform: Platform; catalog: Catalog },
  { fields }: ExternalDatabase,
  wish: Partial<NewStock> = {},
): Promise<string> {
  // The seed has one site, and no two stocks are the same one.
  await sql`update stock set external_id = null where external_id = '1'`.execute(where.platform.db)
  const { stockId } = await createSmallStock(where, {
    stock: { externalId: '1', isExternal: true, database: fields, name: newId(), ...wish },
    boxes: [],
  })
  return stockId
}
