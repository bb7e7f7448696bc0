import { randomUUID } from 'node:crypto'
import { updateUser } from '@stowage/api/accounts'
import { payDocument } from '@stowage/api/billing'
import { bookBox, previewLease } from '@stowage/api/booking'
import {
  createPeople,
  createPerson,
  handInDocuments,
  type NamedPerson,
  type People,
} from '@stowage/server/testing/people'
import { createSmallCompany, createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World, type WorldOptions } from '@stowage/server/testing/world'
import type { LocksServer } from '@stowage/simulators/locks/start-locks-server'
import { openSite } from './site.fixture.ts'

const SITE_SECRET = 'a-site-secret-for-tests'
const BOXES = 400

/** A client whose every personal text occurs nowhere else, so that any answer can be searched for it. */
export interface Marked extends NamedPerson {
  readonly markers: readonly string[]
}

export interface Tenant extends Marked {
  readonly boxId: string
  readonly unitNumber: string
  readonly lockId: string
  readonly contractId: string
  readonly documentId: string
}

export interface House {
  readonly world: World
  readonly people: People
  readonly stock: SmallStock
  readonly locks: LocksServer
  /** A client without anything. */
  person(): Promise<Marked>
  /** A client whose documents are handed in and, unless not wanted, verified. */
  documented(isVerified?: boolean): Promise<Marked>
  /** A client who signed a lease himself; paid and running unless not wanted. */
  tenant(isPaid?: boolean): Promise<Tenant>
  /** A box that nobody holds. */
  freeBox(): { readonly id: string; readonly unitNumber: string; readonly lockId: string }
  /** Another sign-in of the same person. */
  again(person: NamedPerson): Promise<NamedPerson>
  close(): Promise<void>
}

/** What a body of a booking says in these tests. */
export const CHOICE = { arrivalDate: '2026-11-21', contractDuration: 3, invoicingPeriod: 1 } as const

/** Locks that occur nowhere else in any answer: 4:01:01, 4:01:02, … */
const lockOf = (index: number): string =>
  `4:${String(1 + Math.floor(index / 90)).padStart(2, '0')}:${String(1 + (index % 90)).padStart(2, '0')}`

/** One stock with a site that answers, four hundred boxes, people of all roles, and tenants on demand. */
export async function openHouse(options: Pick<WorldOptions, 'database' | 'config'> = {}): Promise<House> {
  const world = await createWorld({
    ...options,
    config: {
      locksAllowedAddresses: ['127.0.0.1'],
      sourcesAllowedAddresses: ['127.0.0.1'],
      webhooksAllowedAddresses: ['127.0.0.1'],
      ...options.config,
    },
  })
  const people = await createPeople(world)
  const { platform, modules } = world.running
  await createSmallCompany({ platform, catalog: modules.catalog })
  const units = Array.from({ length: BOXES }, (_, index) => ({
    unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
    size: 5,
    lockId: lockOf(index),
  }))
  const gate = { id: '0:01:01', name: 'Gate', kind: 'gate' as const }
  const stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        code: `H${randomUUID().slice(0, 5).toUpperCase()}`,
        daysWithoutFee: 3,
        equipment: [gate],
        servicePort: 1,
        routerIp: '127.0.0.1',
      },
      boxes: units,
    },
  )
  const locks = await openSite(world, stock.stockId, {
    secret: SITE_SECRET,
    perMinute: 100_000,
    locks: [
      ...units.map(({ lockId, unitNumber }) => ({ id: lockId, kind: 'box' as const, name: unitNumber })),
      gate,
    ],
  })

  let made = 0
  let taken = 0
  async function person(): Promise<Marked> {
    const mark = `${(made += 1)}x${randomUUID().slice(0, 8)}`
    const texts = {
      email: `mail${mark}@markers.example`,
      firstName: `First${mark}`,
      lastName: `Last${mark}`,
      phone: `+49 ${String(7_000_000 + made)}`,
      personalId: `PID${mark}`,
      taxNumber: `TAX${mark}`,
    }
    return {
      ...(await createPerson(world, { ...texts, address: 'Hauptstr.' })),
      markers: Object.values(texts),
    }
  }
  async function documented(isVerified = true): Promise<Marked> {
    const someone = await person()
    await handInDocuments(someone)
    await must(someone.call(updateUser, { params: { id: someone.id }, body: { isAgreedWithDocs: true } }))
    if (isVerified)
      await must(people.sofia.call(updateUser, { params: { id: someone.id }, body: { isKycVerified: true } }))
    return someone
  }
  const freeBox = (): { id: string; unitNumber: string; lockId: string } => {
    const index = taken
    taken += 1
    const box = stock.boxes[index]
    if (!box) throw new Error('no free box is left')
    return { ...box, lockId: lockOf(index) }
  }
  async function tenant(isPaid = true): Promise<Tenant> {
    const someone = await documented()
    const box = freeBox()
    const booked = await must(
      someone.call(bookBox, {
        body: {
          stockId: stock.stockId,
          boxId: box.id,
          ...CHOICE,
          paymentMethod: 'bankTransfer',
          isAdult: true,
          signature: await signatureOf(someone, box.id),
        },
      }),
    )
    const documentId = booked.documentId ?? ''
    if (isPaid) {
      await must(people.sofia.call(payDocument, { body: { documentId, processor: 'manual' } }))
      await world.deliver()
    }
    return {
      ...someone,
      boxId: box.id,
      unitNumber: box.unitNumber,
      lockId: box.lockId,
      contractId: booked.id,
      documentId,
    }
  }
  return {
    world,
    people,
    stock,
    locks,
    person,
    documented,
    tenant,
    freeBox,
    again: async (someone) => ({
      ...world.person(await modules.accounts.openSessionFor(someone.id)),
      id: someone.id,
      email: someone.email,
    }),
    async close() {
      await locks.close()
      await world.close()
    },
  }
}

/** What a page sends after the lease was shown and the name typed. */
export async function signatureOf(
  person: NamedPerson,
  boxId: string,
  reservationId?: string,
): Promise<{ nameTyped: string; textVersion: string; textHash: string }> {
  const shown = await must(
    person.call(previewLease, {
      body: { boxId, ...CHOICE, ...(reservationId === undefined ? {} : { reservationId }) },
    }),
  )
  return { nameTyped: 'A. Person', textVersion: shown.textVersion, textHash: shown.textHash }
}

async function must<T>(reply: Promise<{ status: number; body: T; raw: string }>): Promise<T> {
  const { status, body, raw } = await reply
  if (status >= 400) throw new Error(`the scene could not be set: ${status} ${raw}`)
  return body
}

/** Short messages are offered, and go nowhere. */
export const NOBODYS_GATEWAY = {
  gateway: { url: 'http://127.0.0.1:1', accountSid: `AC${'0'.repeat(32)}`, authToken: 'x', from: 'Stowage' },
  perDay: 1000,
  prefixes: ['+49'],
}
