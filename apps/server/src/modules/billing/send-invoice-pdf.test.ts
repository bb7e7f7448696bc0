import { expect, test } from 'vitest'
import { openDesk } from '../../testing/booking-desk.ts'
import { printableDocument } from './document-view.ts'
import { invoicePage } from './print-invoice.ts'
import { printOf } from './send-invoice-pdf.ts'

const desk = await openDesk()

/** All that stands on the page of a booking's first invoice. */
const invoiceOf = async (email: string, unitNumber: string): Promise<string> => {
  const person = await desk.ready(email)
  const booked = await desk.book(person, desk.boxNamed(unitNumber))
  expect(booked.errors).toEqual([])
  const { db } = desk.world.running.platform
  const document = await printableDocument(db, booked.body.documentId ?? '', null)
  if (!document) throw new Error('the booking has no document')
  return JSON.stringify(invoicePage(printOf(document), 'en')).replace(/[\u00a0\u202f]/g, ' ')
}

test('an invoice explains the rate by size and price where that is how it came about', async () => {
  // 6.5 m² at 12.30 €.
  expect(await invoiceOf('size@tenants.example', 'YA001')).toContain('€79.95 a month: 6.5 m² × €12.30')
  const { db } = desk.world.running.platform
  await db
    .updateTable('box')
    .set({ own_rate: 5000, month_rate: 5000 })
    .where('id', '=', desk.boxNamed('YA002'))
    .execute()
  const own = await invoiceOf('own@tenants.example', 'YA002')
  expect(own).toContain('€50.00 a month, net')
  expect(own).not.toContain('×')
})
