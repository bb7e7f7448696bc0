import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as billingApi from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { getStock, updateStock } from '@stowage/api/stocks'
import { newId } from '../../platform/ids.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { composeMail } from './compose-mail.ts'
import { remindOfInvoices } from './remind-of-invoices.ts'

let stock: SmallStock
let rita: NamedPerson
let nextBox = 0
let email = ''

const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      boxes: Array.from({ length: 20 }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 2,
        ownRate: 5000,
      })),
    },
  )
})
beforeEach(async () => {
  email = `rita-${newId().toLowerCase()}@tenants.example`
  rita = await createPerson(world, { email, language: 'pl' })
})

const pay = async (documentId: string): Promise<void> => {
  await people.sofia.call(billingApi.payDocument, { body: { documentId, processor: 'manual' } })
  await world.settle()
}
/** The invoice that is due on the 21st of December, issued on the 14th; the first one is paid unless said otherwise. */
async function owes({ isPaid = true } = {}): Promise<string> {
  await world.setTime('2026-11-21T10:00:00Z')
  const { body } = await people.sofia.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: stock.boxes[nextBox++]?.id ?? '',
      userId: rita.id,
      arrivalDate: '2026-11-21',
      contractDuration: 6,
      invoicingPeriod: 1,
      paymentMethod: isPaid ? 'manual' : 'bankTransfer',
    },
  })
  if (!isPaid) return body.documentId ?? ''
  await pay(body.documentId ?? '')
  await world.setTime('2026-12-14T10:00:00Z')
  const documents = await rita.call(billingApi.listContractInvoices, { params: { contractId: body.id } })
  return documents.body.find(({ status }) => status === 'open')?.id ?? ''
}
const mailsOf = async (documentId: string) =>
  await world.running.platform.db
    .selectFrom('mail')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('kind', '=', 'invoiceReminder')
    .orderBy('id')
    .execute()
const steps = async (documentId: string) =>
  (await mailsOf(documentId)).map((mail) => mail.natural_key.split(':day')[1])
/** The mail server has taken all. */
const allGone = async (): Promise<void> =>
  void (await world.running.platform.db
    .updateTable('mail')
    .set({ status: 'sent', sent_at: world.running.platform.clock.now() })
    .where('status', '=', 'waiting')
    .execute())

test('three days before, then one, seven and fourteen after, by day at the stock, each once', async () => {
  const invoice = await owes()
  const seen: unknown[] = []
  for (const at of [
    '2026-12-17T18:00:00Z',
    '2026-12-18T07:59:00Z',
    '2026-12-18T08:00:00Z',
    '2026-12-22T07:00:00Z',
    '2026-12-22T08:00:00Z',
    '2026-12-28T08:00:00Z',
    '2027-01-04T08:00:00Z',
    '2027-01-12T08:00:00Z',
  ]) {
    await world.setTime(at)
    await allGone()
    seen.push((await steps(invoice)).join(' '))
  }
  expect(seen).toEqual(['', '', '-3', '-3', '-3 1', '-3 1 7', '-3 1 7 14', '-3 1 7 14'])
  expect(
    new Set((await mailsOf(invoice)).map(({ language, recipient }) => `${language} ${recipient}`)),
  ).toEqual(new Set([`pl ${email}`]))
})

test('after three nights without a server one mail comes, whoever runs the job; after more of them none', async () => {
  const invoice = await owes()
  const { running } = world
  await running.moveClock({ offsetMs: Date.parse('2026-12-25T10:00:00Z') - Date.now() })
  const written = await Promise.all([1, 2, 3, 4].map(async () => await remindOfInvoices(running.platform)))
  expect(written.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1)
  expect(await steps(invoice)).toEqual(['1'])
  await allGone()
  await world.setTime('2027-01-01T10:00:00Z')
  expect(await steps(invoice)).toEqual(['1'])
})

test('a reminder that cannot be written keeps no other back', async () => {
  const [first, second] = [await owes(), await owes()].toSorted()
  const { running } = world
  await running.moveClock({ offsetMs: Date.parse('2026-12-18T10:00:00Z') - Date.now() })
  await sql
    .raw(
      `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poison' using errcode = 'XX000'; end $$;
       create trigger poison before insert on mail for each row when (new.document_id = '${first}') execute function poison()`,
    )
    .execute(running.platform.db)
  await remindOfInvoices(running.platform)
  expect([await steps(first ?? ''), await steps(second ?? '')]).toEqual([[], ['-3']])
  await sql.raw('drop trigger poison on mail').execute(running.platform.db)
  await remindOfInvoices(running.platform)
  expect(await steps(first ?? '')).toEqual(['-3'])
  await allGone()
})

test('what is paid is not asked for: not when it is paid, not while money is on its way, not when the mail still waits', async () => {
  const [paid, underWay, waiting] = [await owes(), await owes(), await owes()]
  await pay(paid)
  const { db } = world.running.platform
  await db
    .insertInto('payment')
    .values({
      id: newId(),
      processor: 'paykeeper',
      cabinet: 'test',
      reference: `document:${underWay}`,
      account_id: rita.id,
      stock_id: stock.stockId,
      amount: 5950,
      currency: 'EUR',
      status: 'pending',
      details: {},
      created_at: world.running.platform.clock.now(),
      created_by_id: rita.id,
    })
    .execute()
  await world.setTime('2026-12-18T10:00:00Z')
  expect([await steps(paid), await steps(underWay), await steps(waiting)]).toEqual([[], [], ['-3']])
  await pay(waiting)
  const [mail] = await mailsOf(waiting)
  if (!mail) throw new Error('no mail')
  const { id, kind, recipient, attempts } = mail
  const data = mail.data as Record<string, unknown>
  expect(
    await composeMail(world.running.platform, { id, kind, recipient, attempts, language: 'pl', data }),
  ).toBeUndefined()
})

test('nobody is reminded of a booking that may be given up', async () => {
  const invoice = await owes({ isPaid: false })
  for (const at of ['2026-11-22T10:00:00Z', '2026-11-25T10:00:00Z', '2026-11-28T10:00:00Z']) {
    await world.setTime(at)
    expect(await steps(invoice)).toEqual([])
  }
})

test('a stock says its own days, at most six of each, each once', async () => {
  const change = async (body: object) =>
    await people.sofia.call(updateStock, { params: { id: stock.stockId }, body })
  const before = (await people.sofia.call(getStock, { params: { id: stock.stockId } })).body
  expect([before.remindDaysBefore, before.remindDaysAfter]).toEqual([[3], [1, 7, 14]])
  expect((await change({ remindDaysAfter: [1, 2, 3, 4, 5, 6, 7] })).code).toBe(1004)
  expect((await change({ remindDaysAfter: [2, 2] })).code).toBe(1005)
  expect((await change({ remindDaysAfter: [0] })).code).toBe(1005)
  expect((await change({ remindDaysBefore: [7] })).code).toBe(1005)
  const saved = await change({ remindDaysBefore: [], remindDaysAfter: [5] })
  expect([saved.body.remindDaysBefore, saved.body.remindDaysAfter]).toEqual([[], [5]])
  const { body } = await people.sofia.call(getStock, { params: { id: stock.stockId } })
  expect(body.applied.map(({ section }) => section)).toEqual(['fees'])
  const invoice = await owes()
  for (const at of ['2026-12-18T10:00:00Z', '2026-12-22T10:00:00Z', '2026-12-26T10:00:00Z'])
    await world.setTime(at)
  expect(await steps(invoice)).toEqual(['5'])
})
