import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as api from '@stowage/api/booking'
import * as billingApi from '@stowage/api/billing'
import * as contractsApi from '@stowage/api/contracts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { choice } from '../../testing/booking-desk.ts'
import { createPerson, handInDocuments, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'

let stock: SmallStock
let clara: NamedPerson
let nextBox = 0

const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      boxes: Array.from({ length: 60 }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: index === 59 ? 9 : 2,
        ownRate: 5000,
      })),
    },
  )
})
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  clara = await ready()
})
afterEach(async () => expect((await findFaults(world.running.platform.db)).faults).toEqual([]))

/** A client who may sign. */
async function ready(): Promise<NamedPerson> {
  const person = await createPerson(world, { email: `${newId().toLowerCase()}@tenants.example` })
  await handInDocuments(person)
  return person
}
const box = (): string => stock.boxes[nextBox++]?.id ?? ''
const reserve = async (person: NamedPerson, boxId: string) =>
  await person.call(api.bookBox, { body: { stockId: stock.stockId, boxId, ...choice } })

async function sign(person: NamedPerson, boxId: string, reservationId?: string) {
  const lease = await person.call(api.previewLease, {
    body: { boxId, ...choice, ...(reservationId === undefined ? {} : { reservationId }) },
  })
  expect(lease.errors).toEqual([])
  return { nameTyped: 'Clara Client', textVersion: lease.body.textVersion, textHash: lease.body.textHash }
}
const convert = async (person: NamedPerson, id: string, signature: object) =>
  await person.call(api.convertReservation, {
    params: { id },
    body: { paymentMethod: 'bankTransfer', isAdult: true, signature },
  })
const events = async (type: string, reservationId: string) =>
  (
    await sql<{
      id: number
    }>`select id from event where type = ${type} and payload->>'reservationId' = ${reservationId}`.execute(
      world.running.platform.db,
    )
  ).rows.length
/** Business time goes on; no job runs. */
const later = (hours: number): void =>
  world.running.platform.clock.follow(world.running.platform.clock.offset() + hours * 3_600_000)

describe('reserving', () => {
  test('two boxes at the same moment: one is reserved, the other is refused with its code', async () => {
    const replies = await Promise.all([reserve(clara, box()), reserve(clara, box()), reserve(clara, box())])
    expect(replies.map((reply) => reply.code).toSorted((a, b) => a - b)).toEqual([0, 9105, 9105])
  })

  test('another box, while the old reservation has run out and no job has said so yet', async () => {
    const old = await reserve(clara, box())
    later(73)
    const again = await clara.call(api.bookBox, {
      body: { stockId: stock.stockId, boxId: box(), ...choice, arrivalDate: '2026-11-25' },
    })
    expect(again.errors).toEqual([])
    expect((await clara.call(api.getReservation, { params: { id: old.body.id } })).body.status).toBe(
      'expired',
    )
    await world.settle()
    expect(await events('reservation-expired', old.body.id)).toBe(1)
  })

  test('the same box again answers the same reservation and the price that was promised', async () => {
    const boxId = box()
    const first = await reserve(clara, boxId)
    await world.running.platform.db
      .updateTable('box')
      .set({ own_rate: 9900, month_rate: 9900 })
      .where('id', '=', boxId)
      .execute()
    const again = await reserve(clara, boxId)
    expect(again.body).toMatchObject({ id: first.body.id, total: first.body.total })
  })

  test('a box that is free for one who has waited is free for one who takes any of its size', async () => {
    const [big] = stock.boxes.slice(-1)
    await reserve(clara, big?.id ?? '')
    later(73)
    const any = await people.leo.call(api.bookBox, {
      body: { stockId: stock.stockId, boxSize: 9, ...choice, arrivalDate: '2026-11-25' },
    })
    expect(any.errors).toEqual([])
    await world.settle()
  })
})

describe('giving back', () => {
  test('by a superUser leaves his name in the audit, by its tenant nothing', async () => {
    const other = await ready()
    const [first, second] = [await reserve(clara, box()), await reserve(other, box())]
    expect((await people.sofia.call(api.cancelReservation, { params: { id: first.body.id } })).status).toBe(
      200,
    )
    expect((await other.call(api.cancelReservation, { params: { id: second.body.id } })).status).toBe(200)
    const trail = async (id: string) =>
      await world.running.platform.db
        .selectFrom('audit')
        .select(['action', 'actor_id', 'on_behalf_of'])
        .where('subject_id', '=', id)
        .execute()
    expect(await trail(first.body.id)).toEqual([
      { action: 'reservation-cancelled', actor_id: people.sofia.id, on_behalf_of: clara.id },
    ])
    expect(await trail(second.body.id)).toEqual([])
  })
})

describe('from a reservation to a contract', () => {
  test('a second click answers the same contract', async () => {
    const boxId = box()
    const reserved = await reserve(clara, boxId)
    const signature = await sign(clara, boxId, reserved.body.id)
    const replies = await Promise.all([
      convert(clara, reserved.body.id, signature),
      convert(clara, reserved.body.id, signature),
    ])
    replies.push(await convert(clara, reserved.body.id, signature))
    expect(replies.map((reply) => reply.errors)).toEqual([[], [], []])
    expect(
      new Set(replies.map((reply) => `${reply.body.id} ${reply.body.documentId} ${reply.body.total}`)).size,
    ).toBe(1)
  })

  test('converted in one tab and booked in another: one contract, and nobody waits for a deadlock', async () => {
    const deadlocks = async () =>
      (
        await sql<{
          count: number
        }>`select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(
          world.running.platform.db,
        )
      ).rows[0]?.count
    const before = await deadlocks()
    for (let round = 0; round < 6; round += 1) {
      const person = await ready()
      const boxId = box()
      const reserved = await reserve(person, boxId)
      const [one, two] = [await sign(person, boxId, reserved.body.id), await sign(person, boxId)]
      const replies = await Promise.all([
        convert(person, reserved.body.id, one),
        person.call(api.bookBox, {
          body: { stockId: stock.stockId, boxId, ...choice, paymentMethod: 'bankTransfer', signature: two },
        }),
        ...(round % 2 === 0
          ? [person.call(api.cancelReservation, { params: { id: reserved.body.id } })]
          : []),
      ])
      expect(replies.filter((reply) => reply.status >= 500)).toEqual([])
      const contracts = await person.call(contractsApi.listUserContracts, {
        params: { userId: person.id },
        query: { status: 'opened' },
      })
      expect(contracts.body.length).toBeLessThanOrEqual(1)
    }
    // PostgreSQL counts a second late.
    await sleep(1200)
    expect(await deadlocks()).toBe(before)
  })

  test('begins on the day it is concluded where the reserved day has passed: nobody pays for a shut door', async () => {
    const boxId = box()
    const reserved = await reserve(clara, boxId)
    later(50)
    const signature = await sign(clara, boxId, reserved.body.id)
    const converted = await convert(clara, reserved.body.id, signature)
    expect(converted.errors).toEqual([])
    const contract = (
      await clara.call(contractsApi.getContract, { params: { contractId: converted.body.id } })
    ).body
    expect(contract).toMatchObject({ startDate: '2026-11-23', endDate: '2027-02-23' })
  })
})

describe('booking', () => {
  test('the same box again after its price was raised says what the invoice asks for', async () => {
    const boxId = box()
    const body = {
      stockId: stock.stockId,
      boxId,
      ...choice,
      paymentMethod: 'bankTransfer',
      signature: await sign(clara, boxId),
    }
    const first = await clara.call(api.bookBox, { body })
    await world.running.platform.db
      .updateTable('box')
      .set({ own_rate: 9900, month_rate: 9900 })
      .where('id', '=', boxId)
      .execute()
    const again = await clara.call(api.bookBox, { body })
    const [invoice] = (
      await clara.call(billingApi.listContractInvoices, { params: { contractId: first.body.id } })
    ).body
    expect(again.body).toMatchObject({
      id: first.body.id,
      documentId: first.body.documentId,
      total: invoice?.amount,
    })
  })

  test('staff who act as a tenant reserve with their own name in the audit, and sign nothing', async () => {
    const opened = await people.sofia.send('POST', `auth/login-as-user?userId=${clara.id}`, {})
    const { token } = opened.body as { token: string }
    const asClara = world.person(token)
    const boxId = box()
    const lease = await asClara.call(api.previewLease, { body: { boxId, ...choice } })
    const booked = await asClara.call(api.bookBox, {
      body: {
        stockId: stock.stockId,
        boxId,
        ...choice,
        paymentMethod: 'bankTransfer',
        signature: {
          nameTyped: 'Sofia for Clara',
          textVersion: lease.body.textVersion,
          textHash: lease.body.textHash,
        },
      },
    })
    expect(booked.status).toBe(403)
    const reserved = await asClara.call(api.bookBox, { body: { stockId: stock.stockId, boxId, ...choice } })
    expect(reserved.errors).toEqual([])
    const trail = await world.running.platform.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'on_behalf_of'])
      .where('subject_id', '=', reserved.body.id)
      .execute()
    expect(trail).toEqual([{ action: 'box-reserved', actor_id: people.sofia.id, on_behalf_of: clara.id }])
  })

  test('goods are worth nothing or more, and no more than money can be', async () => {
    for (const valueOfGoods of [-1, 1e15, 1.5]) {
      const reply = await clara.call(api.bookBox, {
        body: { stockId: stock.stockId, boxId: stock.boxes[58]?.id, ...choice, valueOfGoods },
      })
      expect(reply.errors.map((error) => [error.errorCode, error.field])).toEqual([[1005, 'valueOfGoods']])
    }
  })
})
