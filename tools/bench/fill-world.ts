import { randomBytes } from 'node:crypto'
import { createAccessTokens } from '@stowage/server/modules/accounts/access-token'
import { deriveKeys } from '@stowage/server/modules/accounts/keys'
import { main, type Running } from '@stowage/server/main'
import type { Config } from '@stowage/server/platform/config'
import { newId } from '@stowage/server/platform/ids'
import { createPerson } from '@stowage/server/testing/person'
import * as accountsApi from '@stowage/api/accounts'
import * as bookingApi from '@stowage/api/booking'
import { accountMaker } from '../volume/make-account.ts'
import type { SiteOrder } from './locks-sites.ts'

export const PASSWORD = 'stowage-bench'
/** Of the five stocks that are booked; the listed one has LISTED. */
export const BOXES_PER_STOCK = 900
const LISTED = 600
const STOCKS = 5
const TENANTS = 32
const BUYERS = 200
/** Of the stock whose list is measured: so many of a hundred are let, as in a stock that does well. */
const LET_PERCENT = 70

export interface BenchBox {
  readonly id: string
  readonly lockId: string
}

export interface BenchStock {
  readonly id: string
  readonly boxes: readonly BenchBox[]
}

export interface FilledWorld {
  /** Nothing changes here while its list is measured. */
  readonly listed: BenchStock
  readonly stocks: readonly BenchStock[]
  readonly superUser: string
  readonly tenants: readonly string[]
  /** Enough for everybody to want the same box. */
  readonly buyers: readonly string[]
  readonly emails: Readonly<Record<string, string>>
  readonly sites: readonly SiteOrder[]
}

export interface World extends FilledWorld {
  /** An access token; they live 15 minutes, so each measurement takes fresh ones. */
  token(accountId: string): Promise<string>
}

/** What everybody in the bench chooses. */
export const TERM = {
  arrivalDate: Temporal.Now.plainDateISO('UTC').toString(),
  contractDuration: 3,
  invoicingPeriod: 3,
} as const

const author = { actorId: null }
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A company with six stocks of 600 boxes and people who may sign, made by the product's own use cases on an empty database. */
export async function fillWorld(config: Config): Promise<FilledWorld> {
  const running = await main({ ...config, port: 0, logLevel: 'warn' }, { manual: true })
  try {
    const places = await fillPlaces(running)
    const account = await accountMaker(running, PASSWORD)
    const emails: Record<string, string> = {}
    const people = async (count: number, name: string): Promise<string[]> => {
      const ids: string[] = []
      for (let index = 0; index < count; index += 1) {
        const email = `${name}${index}@stowage.example`
        const id = await account(email, 'client')
        emails[id] = email
        await handIn(running, id)
        ids.push(id)
      }
      return ids
    }
    const superUser = await account('super@stowage.example', 'superUser')
    emails[superUser] = 'super@stowage.example'
    const tenants = await people(TENANTS, 'tenant')
    const buyers = await people(BUYERS, 'buyer')
    const boss = createPerson(running.app, await running.modules.accounts.openSessionFor(superUser))
    for (const id of tenants) {
      const reply = await boss.call(accountsApi.updateUser, { params: { id }, body: { isKycVerified: true } })
      if (reply.status >= 400) throw new Error(`a tenant could not be verified: ${reply.raw}`)
    }
    const someoneOf = (index: number): string => tenants[index % tenants.length] ?? ''
    for (const [index, box] of places.listed.boxes.entries()) {
      if ((index * 7) % 100 >= LET_PERCENT) continue
      const reply = await boss.call(bookingApi.bookBox, {
        body: {
          stockId: places.listed.id,
          boxId: box.id,
          userId: someoneOf(index),
          ...TERM,
          paymentMethod: 'manual',
        },
      })
      if (reply.status >= 400) throw new Error(`a box could not be let: ${reply.raw}`)
    }
    await running.settle()
    return { ...places, superUser, tenants, buyers, emails }
  } finally {
    await running.close()
  }
}

/** Sessions of accounts whose rights have never changed, as the sign-in would give them out. */
export function tokenMaker(config: Config): World['token'] {
  const tokens = createAccessTokens(deriveKeys(config.secrets.tokenKey))
  const familyId = newId()
  return async (accountId) => await tokens.make({ accountId, generation: 0, familyId, by: null }, 'client')
}

async function fillPlaces(running: Running): Promise<Pick<FilledWorld, 'listed' | 'stocks' | 'sites'>> {
  const { platform, modules } = running
  const { catalog, access } = modules
  const { cityId, sellerId } = await platform.transact(async (tx) => {
    await catalog.setCompany(tx, author, {
      name: 'Stowage Bench',
      legalDocuments: [
        { key: 'terms', title: { de: 'Hausordnung' }, url: '/api/leases/sample', version: '2026-11' },
      ],
    })
    await catalog.createCategory(tx, author, {
      name: 'Box',
      alias: 'box',
      description: 'Boxes of all sizes',
      minSize: 1,
      maxSize: 92,
      prices: { EUR: 1230 },
    })
    return {
      cityId: await catalog.createCity(tx, author, { city: 'Berlin', country: 'DE', size: 1 }),
      sellerId: await catalog.createSeller(tx, author, {
        name: 'Stowage Bench GmbH',
        address: 'Turmstraße 21, 10559 Berlin',
        country: 'DE',
        vatId: 'DE123456789',
        registrationNumber: 'HRB 123456 B',
        bankName: 'Bank',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        email: 'bench@stowage.example',
        phone: '+493012345670',
      }),
    }
  })
  const made: BenchStock[] = []
  const sites: SiteOrder[] = []
  for (let number = 0; number <= STOCKS; number += 1) {
    const stock = await platform.transact(async (tx) => {
      const id = await catalog.createStock(tx, author, {
        code: `BEN${number}`,
        name: `Berlin ${number}`,
        cityId,
        sellerId,
        address: 'Turmstraße 21',
        zip: '10559',
        phone: '+493012345670',
        timeZone: 'UTC',
        currency: 'EUR',
        openingTime: '00:00',
        closingTime: '23:59',
        maxContractDuration: 11,
        depositMonths: 1,
        insuranceMonthlyAmount: 490,
        insuranceCoverageAmount: 250_000,
        insuranceTaxPercent: 19,
        vat: [{ validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 19, individualPercent: 19 }],
      })
      const boxes = await catalog.createBoxes(
        tx,
        author,
        id,
        newBoxes(number === 0 ? LISTED : BOXES_PER_STOCK),
      )
      return { id, boxes: boxes.map((box, index) => ({ id: box.id, lockId: lockIdAt(index) })) }
    })
    made.push(stock)
    const key = { keyId: `site-${number}`, secret: randomBytes(32).toString('base64url') }
    await access.sites.register(platform.transact, { stockId: stock.id, ...key })
    sites.push({
      siteId: stock.id,
      ...key,
      locks: stock.boxes.map(({ lockId }) => ({ id: lockId, kind: 'box', name: lockId })),
    })
  }
  const [listed, ...stocks] = made
  if (!listed) throw new Error('no stock was made')
  return { listed, stocks, sites }
}

function newBoxes(length: number) {
  return Array.from({ length }, (_, index) => {
    const size = 2 + (index % 57) * 0.5
    const prefix = index < length / 2 ? 'YA' : 'YB'
    return {
      unitNumber: `${prefix}${String(index + 1).padStart(3, '0')}`,
      size,
      height: 2.6,
      width: 2.5,
      depth: Math.round((size / 2.5) * 100) / 100,
      lockId: lockIdAt(index),
      description: index % 3 === 0 ? 'Erdgeschoss, neben dem Aufzug' : null,
    }
  })
}

/** X:YY:ZZ: bus 1, 32 locks a controller. */
export function lockIdAt(index: number): string {
  return `1:${String(1 + Math.floor(index / 32)).padStart(2, '0')}:${String(1 + (index % 32)).padStart(2, '0')}`
}

/** A client signs only when his documents are there. */
export async function handIn(running: Running, id: string): Promise<void> {
  const self = createPerson(running.app, await running.modules.accounts.openSessionFor(id))
  const file = { type: 'image/png', base64: PIXEL }
  for (const body of [
    { passportFile: file },
    { selfieFile: file },
    { addressFile: file },
    { isAgreedWithDocs: true },
  ]) {
    const reply = await self.call(accountsApi.updateUser, { params: { id }, body })
    if (reply.status >= 400) throw new Error(`documents could not be handed in: ${reply.raw}`)
  }
}
