import { sql } from 'kysely'
import { expect } from 'vitest'
import { payDocument } from '@stowage/api/billing'
import { bookBox, cancelReservation, convertReservation } from '@stowage/api/booking'
import { cancelContract } from '@stowage/api/contracts'
import { money } from '@stowage/domain/money'
import type { NamedPerson } from '@stowage/server/testing/people'
import type { Reply } from '@stowage/server/testing/world'
import type { Expected, ModelContract, ModelReservation } from './random-history.model.ts'
import { endOf, now, today, type Scene } from './random-history.scene.ts'

const HOUR = 3_600_000

/** What may happen next, by weight: done for real, and held against what the model foretells. */
export const actions: readonly [weight: number, name: string, run: (scene: Scene) => Promise<void>][] = [
  [
    20,
    'reserve',
    async (scene) => {
      const [person, box] = [scene.random.pick(scene.people), scene.random.pick(scene.boxes)]
      const [at, expected] = [now(scene), scene.model.reserve(person.id, box, now(scene))]
      const reply = await person.call(bookBox, {
        body: {
          stockId: box.stockId,
          boxId: box.id,
          arrivalDate: today(scene).toString(),
          contractDuration: 2,
          invoicingPeriod: 1,
        },
      })
      hold(scene, expected, reply)
      if (expected === 'new')
        scene.model.madeReservation(
          {
            id: reply.body.id,
            boxId: box.id,
            stockId: box.stockId,
            account: person.id,
            expiresAt: Date.parse(reply.body.holdUntil ?? ''),
          },
          at,
        )
    },
  ],
  [
    16,
    'book',
    async (scene) => await book(scene, scene.random.pick(scene.people), scene.random.pick(scene.boxes)),
  ],
  [
    14,
    'convert',
    async (scene) => {
      const reservation = recent(scene, scene.model.reservations)
      if (!reservation) return
      const [at, start, expected] = [now(scene), today(scene), scene.model.convert(reservation, now(scene))]
      const reply = await scene.sofia.call(convertReservation, {
        params: { id: reservation.id },
        body: { paymentMethod: 'manual' },
      })
      hold(scene, expected, reply)
      if (expected === 'new')
        made(
          scene,
          reply,
          { boxId: reservation.boxId, account: reservation.account, endsAt: endOf(start, 2) },
          at,
        )
    },
  ],
  [
    10,
    'cancel a reservation',
    async (scene) => {
      const reservation = recent(scene, scene.model.reservations)
      if (!reservation) return
      const actor =
        scene.random.next() < 0.8
          ? scene.people.find((one) => one.id === reservation.account)
          : scene.random.pick(scene.people)
      if (!actor) return
      const expected = scene.model.cancelReservation(actor.id, reservation, now(scene))
      expect((await actor.call(cancelReservation, { params: { id: reservation.id } })).code, scene.step).toBe(
        expected,
      )
    },
  ],
  [
    12,
    'cancel a contract',
    async (scene) => {
      const contract = recent(scene, scene.model.contracts)
      if (!contract) return
      const actor =
        scene.random.next() < 0.8
          ? scene.people.find((one) => one.id === contract.account)
          : scene.random.pick(scene.people)
      if (!actor) return
      const expected = scene.model.cancelContract(actor.id, contract)
      expect(
        (await actor.call(cancelContract, { params: { contractId: contract.id } })).code,
        scene.step,
      ).toBe(expected)
    },
  ],
  [
    5,
    'pay',
    async (scene) => {
      const contract = recent(scene, scene.model.contracts)
      if (!contract) return
      const isFirst = contract.status === 'pending' && !contract.isPaid
      const expected = scene.model.pay(contract)
      const presses = scene.random.next() < 0.3 ? 2 : 1
      const replies = await Promise.all(
        Array.from(
          { length: presses },
          async () =>
            await scene.sofia.call(payDocument, {
              body: { documentId: contract.documentId, processor: 'manual' },
            }),
        ),
      )
      for (const reply of replies) expect(reply.code, scene.step).toBe(expected)
      if (isFirst) receive(scene, contract.account, scene.promised.get(contract.id) ?? NaN)
    },
  ],
  [
    3,
    'pay a later invoice',
    async (scene) => {
      const open = await openInvoice(scene)
      if (!open) return
      expect(
        (await scene.sofia.call(payDocument, { body: { documentId: open.id, processor: 'manual' } })).code,
        scene.step,
      ).toBe(0)
      // Pressed on before, and not settled yet: nothing comes in twice.
      if (!open.isPaid) receive(scene, open.account, open.debt)
    },
  ],
  [
    2,
    'money that nobody asked for',
    async (scene) => {
      const contract = recent(scene, scene.model.contracts)
      if (!contract) return
      const { platform, modules } = scene.world.running
      const due = scene.promised.get(contract.id) ?? NaN
      // Enough for the first document: a part of it leaves a contract pending, which no tenant and no processor can do.
      const amount = due + scene.random.between(1, 9999)
      const document = await platform.db
        .selectFrom('document')
        .select('stock_id')
        .where('id', '=', contract.documentId)
        .executeTakeFirstOrThrow()
      await platform.transact(async (tx) => {
        await modules.payments.recordManual(tx, {
          reference: `document:${contract.documentId}`,
          accountId: contract.account,
          stockId: document.stock_id,
          amount: money(amount, 'EUR'),
          createdById: scene.sofia.id,
          at: platform.clock.now(),
        })
      })
      if (contract.status === 'pending') contract.isPaid = true
      receive(scene, contract.account, amount)
    },
  ],
  [
    3,
    'several at once on one box',
    async (scene) => {
      const box = scene.random.pick(scene.boxes)
      const holder = scene.model.holders.get(box.id)
      if (holder) return
      const [at, start] = [now(scene), today(scene)]
      const replies = await Promise.all(
        scene.people.map(async (person) => ({ person, reply: await bookFor(scene, person, box) })),
      )
      const winners = replies.filter(({ reply }) => reply.code === 0)
      expect(
        [
          winners.length,
          new Set(replies.filter(({ reply }) => reply.code !== 0).map(({ reply }) => reply.code)),
        ],
        scene.step,
      ).toEqual([1, new Set([6001])])
      const [winner] = winners
      if (winner)
        made(scene, winner.reply, { boxId: box.id, account: winner.person.id, endsAt: endOf(start, 2) }, at)
    },
  ],
  [
    4,
    'time goes on, and no job has run yet',
    async (scene) => {
      const { clock } = scene.world.running.platform
      clock.follow(clock.offset() + scene.random.between(1, 40) * HOUR)
      await Promise.resolve()
    },
  ],
  [
    6,
    'time goes on',
    async (scene) => {
      const chance = scene.random.next()
      const span =
        chance < 0.6
          ? scene.random.between(1, 600) / 60
          : chance < 0.85
            ? scene.random.between(12, 80)
            : chance < 0.95
              ? scene.random.between(5 * 24, 20 * 24)
              : -scene.random.between(30, 180) / 60
      await scene.world.setTime(
        scene.world.running.platform.clock
          .now()
          .add({ milliseconds: Math.round(span * HOUR) })
          .toString(),
      )
      scene.model.settle(now(scene))
    },
  ],
]

async function book(scene: Scene, person: NamedPerson, box: { id: string; stockId: string }): Promise<void> {
  const [at, start, expected] = [now(scene), today(scene), scene.model.book(person.id, box, now(scene))]
  const reply = await bookFor(scene, person, box, scene.random.next() < 0.3 ? 'bankTransfer' : 'manual')
  hold(scene, expected, reply)
  if (expected === 'new')
    made(scene, reply, { boxId: box.id, account: person.id, endsAt: endOf(start, 2) }, at)
}

const bookFor = async (
  scene: Scene,
  person: NamedPerson,
  box: { id: string; stockId: string },
  paymentMethod = 'manual',
) =>
  await scene.sofia.call(bookBox, {
    body: {
      stockId: box.stockId,
      boxId: box.id,
      userId: person.id,
      arrivalDate: today(scene).toString(),
      contractDuration: 2,
      invoicingPeriod: 1,
      insuranceSchemeId: 'standard',
      paymentMethod,
    },
  })

function made(
  scene: Scene,
  reply: Reply<{
    id: string
    documentId?: string | undefined
    holdUntil?: string | undefined
    total: number
  }>,
  about: { boxId: string; account: string; endsAt: number },
  at: number,
): void {
  scene.model.madeContract(
    {
      id: reply.body.id,
      documentId: reply.body.documentId ?? '',
      holdUntil: Date.parse(reply.body.holdUntil ?? ''),
      ...about,
    },
    at,
  )
  scene.promised.set(reply.body.id, reply.body.total)
}

function hold(scene: Scene, expected: Expected, reply: Reply<{ id?: string }>): void {
  const said = reply.code === 0 ? reply.body.id : reply.code
  if (expected === 'new')
    expect(
      [
        reply.code,
        said !== undefined &&
          !scene.model.contracts.has(String(said)) &&
          !scene.model.reservations.has(String(said)),
      ],
      scene.step,
    ).toEqual([0, true])
  else expect(said, scene.step).toBe('id' in expected ? expected.id : expected.code)
}

/** One of the last few: old ones answer the same for ever. */
function recent<T extends ModelReservation | ModelContract>(
  scene: Scene,
  all: ReadonlyMap<string, T>,
): T | undefined {
  const last = [...all.values()].slice(-8)
  return last.length === 0 ? undefined : scene.random.pick(last)
}

function receive(scene: Scene, account: string, amount: number): void {
  scene.received.set(account, (scene.received.get(account) ?? 0) + amount)
}

async function openInvoice(
  scene: Scene,
): Promise<{ id: string; account: string; debt: number; isPaid: boolean } | undefined> {
  const { rows } = await sql<{ id: string; account: string; debt: number; isPaid: boolean }>`
    select d.id, d.account_id as account, (d.gross - d.paid)::bigint as debt, exists (select 1 from payment p where p.reference = 'document:' || d.id and p.status = 'succeeded') as "isPaid"
      from document d where d.account_id = any(${scene.people.map((one) => one.id)}) and d.status = 'open' and d.number is not null order by d.id limit 1`.execute(
    scene.world.running.platform.db,
  )
  return rows[0]
}
