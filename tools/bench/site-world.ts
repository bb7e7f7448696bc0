import { randomBytes } from 'node:crypto'
import * as accountsApi from '@stowage/api/accounts'
import * as billingApi from '@stowage/api/billing'
import * as bookingApi from '@stowage/api/booking'
import type { Answer, AnyEndpoint } from '@stowage/api/endpoint'
import { main, type Running } from '@stowage/server/main'
import type { Config } from '@stowage/server/platform/config'
import { createPerson, type Input, type Person } from '@stowage/server/testing/person'
import { createSmallCompany, createSmallStock } from '@stowage/server/testing/small-stock'
import type { SiteKeys } from '@stowage/site-agent/carriers/keys'
import { accountMaker } from '../volume/make-account.ts'
import { handIn, lockIdAt, PASSWORD } from './fill-world.ts'

/** Boards of 32 locks at a site. */
export const BOARDS = 19
const BOXES = 600
/** Boxes that the bench opens, the others stand let in the list. */
export const OPENED = 150
const TENANTS = 20
/** Who owes rent: enough to measure a payment for each of them. */
export const DEBTORS = 10
const DAY = 86_400_000

export interface SiteHouse {
  readonly stockId: string
  readonly keys: SiteKeys
  readonly boxes: readonly { readonly boxId: string; readonly lockId: string; readonly tenantId: string }[]
  readonly debtors: readonly Debtor[]
}
export interface Debtor {
  readonly accountId: string
  readonly boxId: string
  readonly unitNumber: string
  readonly documentId: string
}
export interface SiteWorld {
  readonly superUser: string
  /** By their carriers. */
  readonly direct: SiteHouse
  readonly tunnel: SiteHouse
}

/** Two stocks with their sites, 150 boxes let and paid in each, and tenants who owe rent since a week; all by use cases. */
export async function fillSites(config: Config, directPort: number): Promise<SiteWorld> {
  const running = await main(
    { ...config, port: 0, logLevel: 'warn' },
    { manual: true, webFolder: '/nowhere' },
  )
  try {
    const { platform, modules } = running
    await createSmallCompany({ platform, catalog: modules.catalog }, 1230)
    const account = await accountMaker(running, PASSWORD)
    const superUser = await account('super@stowage.example', 'superUser')
    const boss = createPerson(running.app, await modules.accounts.openSessionFor(superUser))
    const person = async (name: string, pinCode: string): Promise<string> => {
      const id = await account(`${name}@stowage.example`, 'client')
      await handIn(running, id)
      await call(boss, accountsApi.updateUser, { params: { id }, body: { isKycVerified: true, pinCode } })
      return id
    }
    const tenants: string[] = []
    for (let index = 0; index < TENANTS; index += 1) tenants.push(await person(`tenant${index}`, '314159'))
    const debtors: string[] = []
    for (let index = 0; index < 2 * DEBTORS; index += 1)
      debtors.push(await person(`debtor${index}`, '271828'))
    const houses = {
      direct: await createHouse(running, directPort),
      tunnel: await createHouse(running, null),
    }
    // Who rents by the month, paid once and has had an invoice since: it was due nine days ago.
    const from = running.platform.clock.now().subtract({ hours: 24 * 40 })
    const offset = (days: number): number => from.epochMilliseconds + days * DAY - Date.now()
    await running.moveClock({ offsetMs: offset(0) })
    const owing = { direct: [] as Rented[], tunnel: [] as Rented[] }
    for (const [index, accountId] of debtors.entries()) {
      const where = index % 2 === 0 ? 'direct' : 'tunnel'
      owing[where].push(await rent(running, boss, houses[where], OPENED + index, accountId, 1))
    }
    await running.settle()
    for (const days of [22, 24, 32]) {
      await running.moveClock({ offsetMs: offset(days) })
      await running.settle()
    }
    await running.moveClock({ offsetMs: 0 })
    await running.settle()
    const opened = { direct: [] as Rented[], tunnel: [] as Rented[] }
    for (const where of ['direct', 'tunnel'] as const)
      for (let index = 0; index < OPENED; index += 1)
        opened[where].push(await rent(running, boss, houses[where], index, tenants[index % TENANTS] ?? '', 3))
    await running.settle()
    const houseOf = async (where: 'direct' | 'tunnel'): Promise<SiteHouse> => ({
      stockId: houses[where].stockId,
      keys: houses[where].keys,
      boxes: opened[where].map(({ boxId, lockId, accountId }) => ({ boxId, lockId, tenantId: accountId })),
      debtors: await Promise.all(
        owing[where].map(async ({ accountId, boxId, unitNumber, contractId }) => {
          const row = await platform.db
            .selectFrom('document')
            .select('id')
            .where('contract_id', '=', contractId)
            .where('status', '=', 'open')
            .executeTakeFirstOrThrow()
          return { accountId, boxId, unitNumber, documentId: row.id }
        }),
      ),
    })
    return { superUser, direct: await houseOf('direct'), tunnel: await houseOf('tunnel') }
  } finally {
    await running.close()
  }
}

interface House {
  readonly stockId: string
  readonly keys: SiteKeys
  readonly boxes: readonly { readonly id: string; readonly unitNumber: string }[]
}

async function createHouse({ platform, modules }: Running, directPort: number | null): Promise<House> {
  const { stockId, boxes } = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        timeZone: 'UTC',
        openingTime: '00:00',
        closingTime: '23:59',
        maxContractDuration: 11,
        daysWithoutFee: 3,
        routerIp: directPort === null ? null : '127.0.0.1',
        servicePort: directPort,
        equipment: [],
      },
      boxes: Array.from({ length: BOXES }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 2 + (index % 57) * 0.5,
        lockId: lockIdAt(index),
      })),
    },
  )
  const key = { keyId: `site-${directPort ?? 'tunnel'}`, secret: randomBytes(32).toString('base64url') }
  await modules.access.sites.register(platform.transact, { stockId, ...key })
  const serverPublicKey = await modules.access.serverPublicKey()
  return { stockId, boxes, keys: { siteId: stockId, serverPublicKey, keys: [key] } }
}

interface Rented {
  readonly accountId: string
  readonly boxId: string
  readonly unitNumber: string
  readonly lockId: string
  readonly contractId: string
}

/** A box, booked by the superUser for somebody and paid. */
async function rent(
  { platform }: Running,
  boss: Person,
  { stockId, boxes }: House,
  index: number,
  accountId: string,
  invoicingPeriod: number,
): Promise<Rented> {
  const { id: boxId = '', unitNumber = '' } = boxes[index] ?? {}
  const { id: contractId, documentId } = await call(boss, bookingApi.bookBox, {
    body: {
      stockId,
      boxId,
      userId: accountId,
      arrivalDate: platform.clock.now().toString().slice(0, 10),
      contractDuration: 3,
      invoicingPeriod,
      paymentMethod: 'manual',
    },
  })
  await call(boss, billingApi.payDocument, { body: { documentId: documentId ?? '', processor: 'manual' } })
  return { accountId, boxId, unitNumber, lockId: lockIdAt(index), contractId }
}

async function call<E extends AnyEndpoint>(person: Person, endpoint: E, input: Input<E>): Promise<Answer<E>> {
  const reply = await person.call(endpoint, input)
  if (reply.status >= 400) throw new Error(`${endpoint.path} was refused: ${reply.raw}`)
  return reply.body
}
