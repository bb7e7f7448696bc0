import * as api from '@stowage/api/booking'
import { beforeAll, expect, test } from 'vitest'
import { choice, openDesk } from '../../testing/booking-desk.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'

let other: SmallStock
const desk = await openDesk()
beforeAll(async () => {
  const { platform, modules } = desk.world.running
  other = await createSmallStock(
    { platform, catalog: modules.catalog },
    { boxes: [{ unitNumber: 'YA001', size: 3 }] },
  )
})

const reserve = async (body: object, email: string) => {
  const person = await desk.ready(email)
  const reply = await person.call(api.bookBox, { body: { ...choice, ...body } })
  if (reply.code !== 0) return [reply.code, reply.errors[0]?.field]
  return (await person.call(api.getReservation, { params: { id: reply.body.id } })).body.boxId
}

test('a unit number chooses its box in the stock, whatever size is said beside it', async () => {
  const { stockId } = desk.stock
  const wanted = desk.boxNamed('YA017')
  expect(await reserve({ stockId, unitNumber: 'YA017', boxSize: 3 }, 'one@tenants.example')).toBe(wanted)
  expect(await reserve({ stockId, unitNumber: 'YA017' }, 'two@tenants.example')).toEqual([6001, undefined])
  expect(await reserve({ stockId: other.stockId, unitNumber: 'YA001' }, 'three@tenants.example')).toBe(
    other.boxes[0]?.id,
  )
  expect(await reserve({ stockId, unitNumber: 'ZZ999' }, 'four@tenants.example')).toEqual([
    6005,
    'unitNumber',
  ])
  expect(await reserve({ unitNumber: 'YA018' }, 'five@tenants.example')).toEqual([6003, undefined])
})

test('beside the id of a box its number says nothing: the box may have been numbered anew since the page was made', async () => {
  const { stockId } = desk.stock
  const boxId = desk.boxNamed('YA020')
  expect(await reserve({ stockId, boxId, unitNumber: 'YA021' }, 'six@tenants.example')).toBe(boxId)
})
