import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { closeContract } from '@stowage/api/contracts'
import { newId } from '@stowage/server/platform/ids'
import type { Database } from '@stowage/server/platform/database/connect'
import type { Running } from '@stowage/server/main'
import { createSmallStock, createTenant, type SmallStock } from '@stowage/server/testing/small-stock'
import type { Random } from '../../demo/random.ts'
import type { Asking } from './ask.ts'

/** A stock in which boxes come and go, and who takes them. */
export interface Market {
  readonly stock: SmallStock
  readonly tenants: readonly string[]
}

const RATE = 4711

/** @param boxes few, so that some are wanted by two */
export async function fillMarket({ platform, modules }: Running, boxes = 60): Promise<Market> {
  const stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: { code: `M${newId().slice(-5)}`, depositMonths: 1 },
      boxes: Array.from({ length: boxes }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 4,
        ownRate: RATE + index * 13,
      })),
    },
  )
  const tenants: string[] = []
  for (let count = 0; count < 12; count += 1) tenants.push(await createTenant(platform, `Tenant ${count}`))
  return { stock, tenants }
}

/** What people were told is done. */
export interface Told {
  readonly booked: Set<string>
  /** Documents by their payment. */
  readonly paid: Map<string, string>
  readonly closed: Set<string>
  /** Refusals by code. */
  readonly refused: Map<number, number>
}

export interface Renting {
  readonly told: Told
  /** Nobody begins anything new; waits for what is under way. */
  stop(): Promise<void>
}

/** How long somebody waits until what he has paid for has begun. */
const BEGINS_WITHIN_MS = 20_000

/** People who book, pay and leave again over one address, several at once, without end. */
export function startRenting(wish: {
  readonly asking: Asking
  readonly market: Market
  readonly random: Random
  /** Of somebody who may book for others. */
  readonly token: () => Promise<string>
  readonly today: () => string
  readonly atOnce: number
}): Renting {
  const { asking, market, random } = wish
  const { stockId, boxes } = market.stock
  const told: Told = { booked: new Set(), paid: new Map(), closed: new Set(), refused: new Map() }
  const refused = (code: number): void => void told.refused.set(code, (told.refused.get(code) ?? 0) + 1)
  let isOver = false

  async function rentOnce(): Promise<void> {
    const token = await wish.token()
    const booked = await asking.as(token, bookBox, {
      body: {
        stockId,
        boxId: random.pick(boxes).id,
        userId: random.pick(market.tenants),
        arrivalDate: wish.today(),
        contractDuration: 1,
        invoicingPeriod: 1,
        paymentMethod: 'manual',
      },
    })
    if (booked === undefined) return
    if (booked.code !== 0) return refused(booked.code)
    const contractId = booked.body.id
    told.booked.add(contractId)
    const documentId = booked.body.documentId ?? ''
    const paid = await asking.as(token, payDocument, { body: { documentId, processor: 'manual' } })
    if (paid === undefined) return
    if (paid.code !== 0) return refused(paid.code)
    // A payment that was told of as the document itself is one that somebody else had made before.
    if (paid.body.paymentId !== documentId) told.paid.set(paid.body.paymentId, documentId)
    // The contract begins behind the payment; then its box is given back, so that there are always some.
    for (const until = performance.now() + BEGINS_WITHIN_MS; performance.now() < until; await sleep(250)) {
      const closed = await asking.as(token, closeContract, { params: { stockId, contractId }, body: {} })
      if (closed === undefined) return
      if (closed.code === 0) return void told.closed.add(contractId)
      if (isOver) return
    }
    refused(9111)
  }
  const work = async (): Promise<void> => {
    while (!isOver) await rentOnce()
  }
  const all = Promise.all(Array.from({ length: wish.atOnce }, work))
  return {
    told,
    async stop() {
      isOver = true
      await all
    },
  }
}

/** What was acknowledged and is not there, or is there twice. */
export async function findLostRents(db: Database, told: Told): Promise<string[]> {
  const lost: string[] = []
  const { rows: contracts } = await sql<{ id: string; status: string }>`
    select id, status from contract where id = any(${[...told.booked]}::text[])`.execute(db)
  const statuses = new Map(contracts.map(({ id, status }) => [id, status]))
  for (const id of told.booked)
    if (!statuses.has(id)) lost.push(`contract ${id} was acknowledged and is not there`)
  for (const id of told.closed)
    if (statuses.get(id) !== 'closed')
      lost.push(`contract ${id} was closed and is ${statuses.get(id) ?? 'nowhere'}`)
  const { rows: payments } = await sql<{ id: string; reference: string; status: string }>`
    select id, reference, status from payment where id = any(${[...told.paid.keys()]}::text[])`.execute(db)
  const found = new Map(payments.map((payment) => [payment.id, payment]))
  for (const [id, documentId] of told.paid) {
    const payment = found.get(id)
    if (payment === undefined) lost.push(`payment ${id} was acknowledged and is not there`)
    else if (payment.reference !== `document:${documentId}` || payment.status !== 'succeeded')
      lost.push(`payment ${id} is ${payment.status} for ${payment.reference}`)
  }
  const { rows: twice } = await sql<{ what: string }>`
    select reference || ' was paid ' || count(*) || ' times by hand' as what from payment
     where status = 'succeeded' and reference like 'document:%' group by reference having count(*) > 1`.execute(
    db,
  )
  return [...lost, ...twice.map(({ what }) => what)]
}
