import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, AnyEndpoint } from '@stowage/api/endpoint'
import { main } from '@stowage/server/main'
import { readConfig } from '@stowage/server/platform/config'
import { connect, type Connection } from '@stowage/server/platform/database/connect'
import { createPerson as accountAt } from '@stowage/server/testing/people'
import {
  createPerson,
  type Carrier,
  type Input,
  type Person,
  type Reply,
} from '@stowage/server/testing/person'
import { createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import type { PayKeeper } from '@stowage/simulators/paykeeper/start-paykeeper'
import { openKillableServer, type KillableServer } from '../../testing/killable-server.ts'

/** A server in a process of its own on a database of its own, a PayKeeper beside it, and people who call it over the network. */
export interface Stage {
  readonly connection: Connection
  readonly cards: PayKeeper
  readonly stock: SmallStock
  readonly superUser: string
  readonly tenants: readonly string[]
  /** Calls as somebody, again with the same key until the server is there and has answered. */
  as<E extends AnyEndpoint>(accountId: string, endpoint: E, input: Input<E>): Promise<Reply<Answer<E>>>
  /** What only the simulation may ask for. */
  order(what: string, body?: object): Promise<unknown>
  /** kill -9 after so many milliseconds, whatever is under way by then; the server comes up again. */
  killAfter(milliseconds: number): Promise<void>
  close(): Promise<void>
}

export async function openStage(
  database: { readonly url: string; drop(): Promise<void> },
  {
    tenants: count,
    startAt,
    boxes,
  }: { readonly tenants: number; readonly boxes: number; readonly startAt: string },
): Promise<Stage> {
  const server = await openKillableServer({
    databaseUrl: database.url,
    script: path.join(import.meta.dirname, 'server.ts'),
    cards: { refundAfterMs: 5, slowMs: 30 },
  })
  const { url, cards } = server
  const people = await prepare(server, { count, startAt, boxes })
  const connection = connect(database.url, { max: 2 })
  let child = await server.start()
  let restarting: Promise<void> = Promise.resolve()
  let kills = 0
  const tokens = new Map<string, string>()

  const raw = async (
    method: string,
    where: string,
    headers: Readonly<Record<string, string>>,
    body: object | undefined,
  ): Promise<{ statusCode: number; headers: Record<string, string>; body: string }> => {
    for (const end = Date.now() + 60_000; ;) {
      const before = kills
      try {
        const answer = await fetch(`${url}${where}`, {
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(30_000),
        })
        const text = await answer.text()
        if (answer.status < 500 || before === kills)
          return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: text }
      } catch (error) {
        if (before === kills || Date.now() > end) throw error
      }
      // Killed meanwhile: the same again, as a phone in a lift does.
      await restarting
    }
  }
  const order: Stage['order'] = async (what, body = {}) => {
    const answer = await raw('POST', `/simulation/${what}`, {}, body)
    if (answer.statusCode >= 400) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`)
    return JSON.parse(answer.body) as unknown
  }
  let keys = 0
  const carrier: Carrier = {
    inject: async ({ method, url: where, headers, payload }) => await raw(method, where, headers, payload),
  }
  return {
    connection,
    cards,
    stock: people.stock,
    superUser: people.superUser,
    tenants: people.tenants,
    order,
    async as(accountId, endpoint, input) {
      const key = `simulated-${(keys += 1)}`
      for (let attempt = 0; ; attempt += 1) {
        const token =
          tokens.get(accountId) ?? ((await order('session', { accountId })) as { token: string }).token
        tokens.set(accountId, token)
        const person: Person = createPerson(carrier, token)
        const reply = await person.call(endpoint, { ...input, key })
        // A session lasts some minutes of machine time, and a year of business time more than that.
        if (reply.status === 401 && attempt === 0) {
          tokens.delete(accountId)
          continue
        }
        if (reply.status >= 500)
          throw new Error(`${endpoint.method} ${endpoint.path}: ${reply.status} ${reply.raw}`)
        return reply
      }
    },
    killAfter(milliseconds) {
      restarting = (async () => {
        await sleep(milliseconds)
        kills += 1
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
        child = await server.start()
      })()
      return restarting
    },
    async close() {
      await restarting
      child.kill('SIGKILL')
      await connection.close()
      await server.close()
      await database.drop()
    },
  }
}

/** People, a stock and its boxes, made by a server that goes down properly; the later ones know its keys by the folder. */
async function prepare(
  { env, folder }: KillableServer,
  { count, startAt, boxes }: { readonly count: number; readonly boxes: number; readonly startAt: string },
): Promise<{ stock: SmallStock; superUser: string; tenants: readonly string[] }> {
  const running = await main(readConfig({ ...env, PORT: '0' }), {
    manual: true,
    webFolder: path.join(folder, 'no-web'),
  })
  const nothing = async (): Promise<void> => undefined
  const world = {
    running,
    person: (token?: string) => createPerson(running.app, token),
    setTime: nothing,
    settle: nothing,
    deliver: nothing,
    close: nothing,
  }
  await running.moveClock({ offsetMs: Date.parse(startAt) - Date.now() })
  const superUser = await accountAt(world, { email: 'sofia@stowage.example', platformRole: 'superUser' })
  const tenants: string[] = []
  for (let index = 0; index < count; index += 1)
    tenants.push((await accountAt(world, { email: `tenant-${index}@tenants.example` })).id)
  const stock = await createSmallStock(
    { platform: running.platform, catalog: running.modules.catalog },
    {
      stock: {
        depositMonths: 1,
        discount: 2.5,
        insuranceMonthlyAmount: 499,
        insuranceCoverageAmount: 100_000,
        invoiceNotPaidFeePercent: 0.33,
        daysWithoutFee: 3,
      },
      boxes: Array.from({ length: boxes }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 2,
        ownRate: 3333 + index * 1111,
      })),
    },
  )
  await running.settle()
  await running.close()
  return { stock, superUser: superUser.id, tenants }
}
