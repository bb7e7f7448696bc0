import { randomUUID } from 'node:crypto'
import { newId } from '../platform/ids.ts'
import type { Platform } from '../platform/platform.ts'
import type { Catalog, NewBox, NewStock } from '../modules/catalog/index.ts'

const system = { actorId: null }

export interface SmallStock {
  readonly stockId: string
  readonly cityId: string
  readonly sellerId: string
  readonly boxes: readonly { readonly id: string; readonly unitNumber: string }[]
}

/** A stock with some boxes, made by the use cases; secrets in it are all called `secret-…`. */
export async function createSmallStock(
  { platform, catalog }: { platform: Platform; catalog: Catalog },
  wish: { stock?: Partial<NewStock>; boxes?: readonly NewBox[] } = {},
): Promise<SmallStock> {
  return await platform.transact(async (tx) => {
    const cityId = await catalog.createCity(tx, system, { city: 'Berlin', country: 'DE', size: 10 })
    const sellerId = await catalog.createSeller(tx, system, {
      name: 'Stowage Berlin GmbH',
      address: 'Lager 1, 10115 Berlin',
      country: 'DE',
      iban: 'DE02120300000000202051',
      email: 'berlin@stowage.example',
      phone: '+49301',
    })
    const stockId = await catalog.createStock(tx, system, {
      code: `S${randomUUID().slice(0, 6).toUpperCase()}`,
      name: 'Berlin Mitte',
      cityId,
      sellerId,
      address: 'Lagerstr. 5',
      zip: '10115',
      phone: '+49 30 1',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      maxContractDuration: 24,
      vat: [{ validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 19, individualPercent: 19 }],
      equipment: [{ id: '1:01:90', name: 'Gate', kind: 'gate', isExit: true }],
      externalId: `secret-external-${randomUUID()}`,
      wifiNetworkName: 'secret-wifi',
      wifiPassword: 'secret-wifi-password',
      offlineAppUrl: 'http://secret-offline.example',
      routerIp: '192.0.2.77',
      servicePort: 40123,
      database: {
        server: 'secret-server',
        port: 5433,
        name: 'secret-name',
        username: 'secret-user',
        password: 'secret-password',
      },
      ...wish.stock,
    })
    const boxes = await catalog.createBoxes(
      tx,
      system,
      stockId,
      wish.boxes ?? [
        { unitNumber: 'YA001', size: 2, lockId: '1:01:01' },
        { unitNumber: 'YA002', size: 6.5, lockId: '1:01:02' },
        { unitNumber: 'YB003', size: 12 },
        { unitNumber: 'KB004', size: 30, height: 2.4, width: 3, depth: 4.25 },
      ],
    )
    return { stockId, cityId, sellerId, boxes }
  })
}

/** A company with terms to agree to, and one category of all sizes at a price per m² in cents. */
export async function createSmallCompany(
  { platform, catalog }: { platform: Platform; catalog: Catalog },
  pricePerSquareMeter = 1000,
): Promise<void> {
  await platform.transact(async (tx) => {
    const legalDocuments = [{ key: 'terms', title: { en: 'Terms' }, url: '/terms', version: '2026-11' }]
    await catalog.setCompany(tx, system, { name: 'Stowage Test', legalDocuments })
    await catalog.createCategory(tx, system, {
      name: 'All',
      alias: 'all',
      description: 'All sizes',
      minSize: 0.5,
      maxSize: 92,
      prices: { EUR: pricePerSquareMeter },
    })
  })
}

/** An account that can hold boxes; nothing else about it is true. */
export async function createTenant(platform: Platform, name = 'Secret-Tenant'): Promise<string> {
  const id = newId()
  await platform.db
    .insertInto('account')
    .values({
      id,
      email: `${id}@secret-mail.example`,
      email_key: `${id.toLowerCase()}@secret-mail.example`,
      platform_role: 'client',
      language: 'de',
      account_type: 'individual',
      is_individual_entrepreneur: false,
      first_name: name,
      last_name: 'Müller',
      country: 'DE',
      city: 'Berlin',
      is_adult: true,
      is_advertising_agree: false,
      is_kyc_verified: true,
      was_kyc_verified: true,
      created_at: platform.clock.now(),
    })
    .execute()
  return id
}
