import { beforeEach, expect, test } from 'vitest'
import { listContractInvoices } from '@stowage/api/billing'
import { invoiceJson } from '@stowage/api/electronic-invoice'
import { addExchangeRate, deleteExchangeRate, listExchangeRates } from '@stowage/api/exchange-rates'
import { bookMonth } from '@stowage/api/months'
import { updateStock } from '@stowage/api/stocks'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import { printableDocument } from './document-view.ts'
import { invoicePage } from './print-invoice.ts'
import { printOf } from './send-invoice-pdf.ts'

let tenant: NamedPerson
const scene = await openContracts()
const { world, people } = scene
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
const json = async (invoiceId: string) => await people.sofia.call(invoiceJson, { query: { invoiceId } })
const notesOf = async (documentId: string): Promise<readonly string[]> => {
  const document = await printableDocument(world.running.platform.db, documentId, null)
  if (!document) throw new Error('no such document')
  return invoicePage(printOf(document), 'de').notes
}

test('an invoice with a deposit: VAT on the rent, the deposit beside it with its reason, sums to the cent', async () => {
  const { documentId } = await scene.book(tenant, { at: scene.depositStock })
  const { status, body } = await json(documentId)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    specification: 'urn:cen.eu:en16931:2017',
    number: expect.stringMatching(/-2026-\d{6}$/) as string,
    issueDate: '2026-11-21',
    typeCode: 380,
    currency: 'EUR',
    invoicingPeriod: { start: '2026-11-21', end: '2027-02-20' },
    precedingInvoice: null,
    buyer: { email: tenant.email },
  })
  expect(body.vatBreakdown.map(({ category, taxable }) => [category, taxable])).toEqual([
    ['S', expect.any(Number)],
    ['E', 5000],
  ])
  expect(body.vatBreakdown[1]?.exemptionReason).toContain('refundable security')
  expect(body.totals.gross).toBe(body.totals.net + body.totals.vat)
  expect(body.totals.payable).toBe(0)
})

test('a request for payment is no invoice, and a tenant has his PDF', async () => {
  const { documentId } = await scene.book(tenant, { isPaid: false })
  expect(await json(documentId)).toMatchObject({ status: 409, code: 9132 })
  expect(await tenant.call(invoiceJson, { query: { invoiceId: documentId } })).toMatchObject({ status: 403 })
  expect(await json('01JD00000000000000000000ZZ')).toMatchObject({ status: 404, code: 9104 })
})

test('a credit note is told above zero and names what it corrects; a final statement has no such form', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 3 })
  await world.setTime('2026-12-06T10:00:00Z')
  const closed = await people.sofia.send(
    'PUT',
    `stocks/${contract.stockId}/contracts/${contract.id}/terminate?boxId_sm=${contract.boxId}`,
  )
  expect(closed.status).toBe(200)
  const { body: documents } = await people.sofia.call(listContractInvoices, {
    params: { contractId: contract.id },
  })
  const idOf = (type: string): string => documents.find((one) => one.documentType === type)?.id ?? ''
  const { body } = await json(idOf('CreditNote'))
  const credit = documents.find((one) => one.documentType === 'CreditNote')
  expect(body).toMatchObject({
    typeCode: 381,
    dueDate: null,
    precedingInvoice: { number: expect.stringMatching(/-2026-/) as string, issueDate: '2026-11-21' },
  })
  expect(body.totals.gross).toBe(-(credit?.amount ?? 0))
  expect(body.lines.every(({ net, unitPrice }) => net > 0 && unitPrice > 0)).toBe(true)
  expect(await json(idOf('Statement'))).toMatchObject({ status: 409, code: 9132 })
})

test('the reason of an exemption is the stock’s for this kind of customer, as it is when the invoice is issued', async () => {
  const { stockId } = scene.stock
  const set = async (body: object) => await people.sofia.call(updateStock, { params: { id: stockId }, body })
  const reason = 'Steuerfrei nach § 4 Nr. 12 a UStG'
  await set({ individualUsersVatRate: 0, individualExemptionReason: reason, legalExemptionReason: 'andere' })
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  expect(await notesOf(contract.documentId)).toContain(reason)
  const { body } = await json(contract.documentId)
  expect(body.vatBreakdown).toMatchObject([{ category: 'E', vat: 0, exemptionReason: reason }])
  expect(body.notes).toEqual([reason])

  await set({ individualExemptionReason: 'Kleinunternehmer, § 19 UStG' })
  await world.setTime('2026-12-14T10:00:00Z')
  const { body: documents } = await people.sofia.call(listContractInvoices, {
    params: { contractId: contract.id },
  })
  const next = documents.find(({ id }) => id !== contract.documentId)?.id ?? ''
  expect(await notesOf(next)).toContain('Kleinunternehmer, § 19 UStG')
  // What was issued before says what held then.
  expect(await notesOf(contract.documentId)).toContain(reason)
  // Nothing typed is no reason.
  const { body: cleared } = await set({ individualExemptionReason: '' })
  expect(cleared.individualExemptionReason).toBeNull()
})

test('in another currency than that of the seller’s country, VAT is told in that one too, by the rate of its day', async () => {
  const { sofia } = people
  const stock = await scene.openStock({ currency: 'USD' })
  const { documentId } = await scene.book(tenant, { at: stock })
  const { platform } = world.running
  const { seller_id: sellerId } = await platform.db
    .selectFrom('document')
    .select('seller_id')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const missing = async () =>
    (await sofia.call(bookMonth, { params: { sellerId, month: '2026-11' } })).body.checks.find(
      ({ name }) => name === 'rates',
    )?.count
  const enter = async (day: string, rate: number) =>
    await sofia.call(addExchangeRate, {
      body: { fromCurrency: 'USD', toCurrency: 'EUR', day, rate, source: 'EZB' },
    })
  expect((await json(documentId)).body).toMatchObject({ currency: 'USD', taxCurrency: null })
  expect(await missing()).toBe(1)
  // Older than a month, and later than the invoice: neither is the rate of its day.
  expect((await enter('2026-10-21', 0.9)).errors).toEqual([])
  expect((await enter('2026-11-22', 0.9)).errors).toEqual([])
  expect(await missing()).toBe(1)
  expect((await enter('2026-11-20', 0.8605)).errors).toEqual([])
  expect(await missing()).toBe(0)
  const { body } = await json(documentId)
  expect(body).toMatchObject({
    taxCurrency: 'EUR',
    totals: { vatInTaxCurrency: Math.round(body.totals.vat * 0.8605) },
  })
  expect(body.totals.vat).toBeGreaterThan(0)
  expect((await notesOf(documentId)).join(' ')).toContain('1 USD = 0,8605 EUR, 20.11.2026, EZB')
  // What the invoice says stays: no rate comes between, and its own does not go.
  expect(await enter('2026-11-21', 0.7)).toMatchObject({ status: 409, code: 9115 })
  expect(await enter('2026-11-20', 0.7)).toMatchObject({ status: 400, code: 1005 })
  const remove = async (day: string) =>
    await sofia.call(deleteExchangeRate, { params: { fromCurrency: 'USD', toCurrency: 'EUR', day } })
  expect(await remove('2026-11-20')).toMatchObject({ status: 409, code: 9115 })
  expect((await remove('2026-10-21')).errors).toEqual([])
  expect(await remove('2026-10-21')).toMatchObject({ status: 404, code: 9104 })
  expect((await sofia.call(listExchangeRates)).body.map(({ day, documents }) => [day, documents])).toEqual([
    ['2026-11-22', 0],
    ['2026-11-20', 1],
  ])
})
