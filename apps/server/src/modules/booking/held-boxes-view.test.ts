import * as api from '@stowage/api/booking'
import { cancelContract } from '@stowage/api/contracts'
import { expect, test } from 'vitest'
import { choice, openDesk } from '../../testing/booking-desk.ts'

const desk = await openDesk()

const boxId = (index: number): string => desk.stock.boxes[index]?.id ?? ''

test('an account holds five unpaid boxes at most, however many it asks for at once; a superUser may give it more', async () => {
  const clara = await desk.ready('holds@tenants.example')
  const reserved = await clara.call(api.bookBox, {
    body: { stockId: desk.stock.stockId, boxId: boxId(0), ...choice },
  })
  expect([reserved.code, (await desk.book(clara, boxId(1))).code]).toEqual([0, 0])
  const replies = await Promise.all([2, 3, 4, 5, 6, 7].map((index) => desk.book(clara, boxId(index))))
  expect(replies.map((reply) => reply.code).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 9107, 9107, 9107])
  expect(replies.find((reply) => reply.code === 9107)?.status).toBe(409)

  // What is held already may be booked again, and the reservation become a contract.
  const [again, converted] = [await desk.book(clara, boxId(1)), await desk.book(clara, boxId(0))]
  expect([again.code, converted.code]).toEqual([0, 0])
  const given = await desk.people.sofia.call(api.bookBox, {
    body: {
      stockId: desk.stock.stockId,
      boxId: boxId(8),
      ...choice,
      userId: clara.id,
      paymentMethod: 'bankTransfer',
    },
  })
  expect(given.errors).toEqual([])

  // Six are held: one given back leaves five, a second one makes room.
  const giveBack = async (id: string) =>
    (await clara.call(cancelContract, { params: { contractId: id } })).code
  expect(await giveBack(again.body.id)).toBe(0)
  expect((await desk.book(clara, boxId(9))).code).toBe(9107)
  expect(await giveBack(converted.body.id)).toBe(0)
  expect((await desk.book(clara, boxId(9))).code).toBe(0)
})

test('a reservation is one of them', async () => {
  const clara = await desk.ready('holds-too@tenants.example')
  for (const index of [10, 11, 12, 13, 14]) expect((await desk.book(clara, boxId(index))).code).toBe(0)
  const reserved = await clara.call(api.bookBox, {
    body: { stockId: desk.stock.stockId, boxId: boxId(15), ...choice },
  })
  expect(reserved.code).toBe(9107)
})
