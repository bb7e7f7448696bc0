import { afterEach, beforeEach, expect, test } from 'vitest'
import { listBalances, listContractInvoices } from '@stowage/api/billing'
import { previewCreditNote } from '@stowage/api/corrections'
import { closeContract } from '@stowage/api/contracts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { auditOf } from '../../testing/audit-of.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

let tenant: NamedPerson
const scene = await openContracts()
const db = scene.world.running.platform.db
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => {
  await scene.world.settle()
  expect((await findFaults(db)).faults).toEqual([])
})

type Lines = { position: number; net: number }[]
const preview = async (id: string, lines?: Lines) =>
  await scene.people.sofia.call(previewCreditNote, { params: { id }, body: lines ? { lines } : {} })
const credit = async (
  id: string,
  shown: { gross: number; left: number },
  lines?: Lines,
  idempotencyKey: string = newId(),
) =>
  await scene.people.sofia.send(
    'POST',
    `documents/${id}/credit-notes`,
    { ...(lines ? { lines } : {}), reason: 'Der Aufzug stand still', shown },
    { 'idempotency-key': idempotencyKey },
  )
const papers = async (contractId: string) =>
  (await scene.people.sofia.call(listContractInvoices, { params: { contractId } })).body
const balanceOf = async (person: NamedPerson) =>
  (await person.call(listBalances, { params: { userId: person.id } })).body[0]
const penaltyOf = async (contractId: string) => {
  const found = (await papers(contractId)).find(({ lines }) => lines.some(({ kind }) => kind === 'penalty'))
  if (!found) throw new Error('no penalty')
  return found
}

test('a part of a paid invoice goes back: with its share of the VAT, onto the balance, on a paper with the reason', async () => {
  // Three months at 50.00, 5 % off, 19 %: 142.50 + 27.08 = 169.58.
  const contract = await scene.book(tenant)
  const lines = [{ position: 1, net: 4750 }]
  const shown = await preview(contract.documentId, lines)
  expect(shown.body).toMatchObject({ net: 4750, vat: 903, gross: 5653, left: 16958, pays: 0, balance: 5653 })
  const made = await credit(contract.documentId, shown.body, lines)
  expect(made.status).toBe(200)
  await scene.world.settle()
  const note = (await papers(contract.id)).find(({ documentType }) => documentType === 'CreditNote')
  expect(note).toMatchObject({
    amount: -5653,
    net: -4750,
    vatAmount: -903,
    invoiceComment: 'Der Aufzug stand still',
    lines: [{ kind: 'rent', net: -4750, vatPercent: 19, explanation: { rule: 'corrected', billed: 14250 } }],
  })
  expect(note?.invoiceNumber).toMatch(/C-2026-\d{6}$/)
  expect(await balanceOf(tenant)).toMatchObject({ accountBalance: 5653, debt: 0 })
  expect((await auditOf(scene.world, contract.documentId)).at(-1)).toMatchObject({
    action: 'document-corrected',
    after: { gross: 5653, left: 11305, reason: 'Der Aufzug stand still' },
  })
  const pdf = await tenant.send('GET', `payments/pdf?invoiceId=${note?.id ?? ''}`)
  expect(pdf.status).toBe(200)
  // The rest goes back to the cent, VAT too; then nothing is left.
  const rest = await preview(contract.documentId)
  expect(rest.body).toMatchObject({ net: 9500, vat: 1805, gross: 11305, left: 11305 })
  expect((await credit(contract.documentId, rest.body)).status).toBe(200)
  expect(await preview(contract.documentId)).toMatchObject({ status: 409, code: 9128 })
})

test('an unpaid invoice: the note pays it first, and a closing afterwards gives back only what is left', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-18T10:00:00Z')
  await scene.world.settle()
  const open = (await papers(contract.id)).find(({ debt }) => debt > 0)
  expect(open).toMatchObject({ amount: 5950, debt: 5950 })
  const lines = [{ position: 1, net: 2000 }]
  const shown = await preview(open?.id ?? '', lines)
  expect(shown.body).toMatchObject({ gross: 2380, pays: 2380, toOthers: 0, balance: 0 })
  expect((await credit(open?.id ?? '', shown.body, lines)).status).toBe(200)
  expect((await papers(contract.id)).find(({ id }) => id === open?.id)).toMatchObject({
    debt: 3570,
    paidAmount: 2380,
    status: 'open',
  })
  const closed = await scene.people.sofia.call(closeContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    body: {},
  })
  expect(closed.errors).toEqual([])
  await scene.world.settle()
  // The month that had not begun goes back whole: what was left of it.
  const back = (await papers(contract.id)).filter(({ documentType }) => documentType === 'CreditNote')
  expect(
    back
      .filter(({ periodFrom }) => periodFrom === '2026-12-21')
      .map(({ amount }) => amount)
      .toSorted((a, b) => a - b),
  ).toEqual([-3570, -2380])
})

test('pressed twice is once, by key and without; two at once: one is refused; more than is left is refused', async () => {
  const contract = await scene.book(tenant)
  const lines = [{ position: 1, net: 1000 }]
  const shown = (await preview(contract.documentId, lines)).body
  const key = newId()
  const [first, again] = [
    await credit(contract.documentId, shown, lines, key),
    await credit(contract.documentId, shown, lines, key),
  ]
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
  expect(await credit(contract.documentId, shown, lines)).toMatchObject({ status: 409, code: 9109 })
  const fresh = (await preview(contract.documentId, lines)).body
  const both = await Promise.all([1, 2, 3].map(async () => await credit(contract.documentId, fresh, lines)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await preview(contract.documentId, [{ position: 1, net: 14_250 }])).toMatchObject({ code: 9128 })
  expect(await preview(contract.documentId, [{ position: 7, net: 1 }])).toMatchObject({ code: 9128 })
  const nobody = await tenant.send('POST', `documents/${contract.documentId}/credit-notes`, {
    reason: 'please',
    shown: { gross: 1, left: 1 },
  })
  expect(nobody.status).toBe(403)
  expect(
    (
      await scene.people.sofia.send('POST', `documents/${contract.documentId}/credit-notes`, {
        reason: '',
        shown: { gross: 1, left: 1 },
      })
    ).status,
  ).toBe(400)
})

test('a penalty is waived, wholly or a line of it; what is not issued, a credit note and a statement are not corrected', async () => {
  const pending = await scene.book(await scene.tenant(), { isPaid: false })
  expect(await preview(pending.documentId)).toMatchObject({ status: 409, code: 9128 })
  const contract = await scene.book(tenant, {
    invoicingPeriod: 1,
    at: await scene.openStock({ invoiceNotPaidFeePercent: 1, daysWithoutFee: 2 }),
  })
  await scene.world.setTime('2026-12-14T10:00:00Z')
  await scene.world.settle()
  await scene.world.setTime('2027-01-02T10:00:00Z')
  await scene.world.settle()
  const penalty = await penaltyOf(contract.id)
  expect(penalty.debt).toBeGreaterThan(0)
  const shown = (await preview(penalty.id)).body
  expect(shown).toMatchObject({ gross: penalty.amount, vat: 0, pays: penalty.debt })
  expect((await credit(penalty.id, shown)).status).toBe(200)
  await scene.world.settle()
  expect((await papers(contract.id)).find(({ id }) => id === penalty.id)).toMatchObject({ debt: 0 })
  expect((await auditOf(scene.world, penalty.id)).at(-1)).toMatchObject({ action: 'penalty-waived' })
  const note = (await papers(contract.id)).find(({ documentType }) => documentType === 'CreditNote')
  expect((await tenant.send('GET', `payments/pdf?invoiceId=${note?.id ?? ''}`)).status).toBe(200)
  // Its days are not charged again.
  await scene.world.setTime('2027-01-03T10:00:00Z')
  await scene.world.settle()
  expect(await preview(note?.id ?? '')).toMatchObject({ status: 409, code: 9128 })
  expect(await preview(newId())).toMatchObject({ status: 404, code: 9104 })
})

test('while a contract runs its deposit stays unless its line is named; once it is closed nothing of it is left', async () => {
  const contract = await scene.book(tenant, { at: scene.depositStock })
  const whole = (await preview(contract.documentId)).body
  const deposit = whole.lines.find(({ kind }) => kind === 'deposit')
  expect(deposit?.left.gross).toBeGreaterThan(0)
  expect(deposit?.back).toEqual({ net: 0, vat: 0, gross: 0 })
  expect(whole.gross).toBe(whole.left - (deposit?.left.gross ?? 0))
  const named = [{ position: deposit?.position ?? 0, net: 100 }]
  const part = (await preview(contract.documentId, named)).body
  expect(part.gross).toBe(100)
  expect((await credit(contract.documentId, part, named)).status).toBe(200)
  const rest = (await preview(contract.documentId)).body
  expect(rest).toMatchObject({ gross: whole.gross, left: whole.left - 100 })
  expect((await credit(contract.documentId, rest)).status).toBe(200)
  // Nothing else is left: then it is what is spoken of, and the person is told so.
  expect((await preview(contract.documentId)).body.gross).toBe((deposit?.left.gross ?? 0) - 100)
  const closed = await scene.people.sofia.call(closeContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    body: {},
  })
  expect(closed.errors).toEqual([])
  await scene.world.settle()
  expect(await preview(contract.documentId)).toMatchObject({ status: 409, code: 9128 })
})
