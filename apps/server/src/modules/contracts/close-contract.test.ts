import { afterEach, beforeEach, expect, test } from 'vitest'
import { listBalances, payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { closeContract, deleteUser, getContract } from '@stowage/api/contracts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { auditOf } from '../../testing/audit-of.ts'
import { closingDesk } from '../../testing/closing-desk.ts'
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

interface Rented {
  readonly id: string
  readonly stockId: string
  readonly boxId: string
}
const close = async (contract: Pick<Rented, 'id' | 'stockId'>, boxId?: string) =>
  await scene.people.sofia.call(closeContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    ...(boxId === undefined ? {} : { query: { boxId } }),
    body: {},
  })
const { preview, papers, closeAsShown } = closingDesk(scene)
const balanceOf = async (person: NamedPerson) =>
  (await person.call(listBalances, { params: { userId: person.id } })).body[0]
const today = () =>
  scene.world.running.platform.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
const payOut = async (contract: Rented, amount: number, idempotencyKey: string = newId()) =>
  await scene.people.sofia.send(
    'POST',
    `users/${tenant.id}/payouts`,
    {
      stockId: contract.stockId,
      contractId: contract.id,
      amount,
      method: 'bankTransfer',
      paidOn: today(),
      reference: 'SEPA 17',
    },
    { 'idempotency-key': idempotencyKey },
  )

test('an ended contract that owes nothing is closed once: its box is free, its day stands in it, the audit names it', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-21T12:00:00Z')
  const ended = await scene.people.sofia.call(getContract, { params: { contractId: contract.id } })
  expect(ended.body).toMatchObject({ status: 'ended', paidAhead: 0, mayClose: true })
  const closed = await close(contract, contract.boxId)
  expect(closed).toMatchObject({
    status: 200,
    body: { status: 'closed', mayClose: false, mayPlanLeaving: false, earliestLeaveDate: null },
  })
  expect(closed.body.closed?.slice(0, 10)).toBe('2027-02-21')
  expect(closed.body.leaveDate?.slice(0, 10)).toBe('2027-02-21')
  expect(await close(contract)).toMatchObject({ status: 409, code: 9109 })
  expect((await auditOf(scene.world, contract.id)).at(-1)).toMatchObject({
    action: 'contract-closed',
    actor_id: scene.people.sofia.id,
    before: { status: 'ended' },
    after: { status: 'closed', charged: 0, credited: 0, owed: 0, payout: 0 },
  })
  // Nothing to correct: the invoice and a statement, no credit note.
  expect((await papers(contract)).map((one) => one.documentType).toSorted()).toEqual(['Invoice', 'Statement'])
  const next = await scene.people.sofia.call(bookBox, {
    body: {
      stockId: contract.stockId,
      boxId: contract.boxId,
      userId: scene.people.clara.id,
      arrivalDate: '2027-02-21',
      contractDuration: 1,
      invoicingPeriod: 1,
      paymentMethod: 'manual',
    },
  })
  expect(next.errors).toEqual([])
})

test('left early in a prepaid term: settled by the day with the discount of the months begun, and paid out', async () => {
  // 11 months at 50.00, 15 % off, 19 % VAT: 467.50 + 88.83 = 556.33, paid at once.
  const contract = await scene.book(tenant, { months: 11, invoicingPeriod: 11 })
  await scene.world.setTime('2027-03-06T10:00:00Z')
  // 105 of 334 days, 4 months begun: 550.00 × 105/334 = 172.90, less 5 % 8.65 (8.645) = 164.25, VAT 31.21.
  const shown = await closeAsShown(contract)
  expect(shown).toMatchObject({ charged: 0, deposit: 0, owed: 0, debt: 0, refundsUnusedTime: true })
  expect(shown.credits).toMatchObject([{ usedDays: 105, days: 334, from: '2027-03-06', until: '2027-10-21' }])
  expect(shown.credited).toBe(55633 - (16425 + 3121))
  expect(shown.payout).toBe(shown.credited)
  const documents = await papers(contract)
  const note = documents.find((one) => one.documentType === 'CreditNote')
  expect(note).toMatchObject({ amount: -36087, net: -30325, vatAmount: -5762, debt: 0, mayPay: false })
  expect(note?.invoiceNumber).toMatch(/C-2027-\d{6}$/)
  expect(note?.lines[0]?.explanation).toMatchObject({
    rule: 'unusedDays',
    days: 334,
    usedDays: 105,
    billed: 46750,
    cost: 16425,
    rate: 5000,
  })
  expect(documents.find((one) => one.documentType === 'Statement')?.invoiceNumber).toMatch(/S-2027-\d{6}$/)
  expect(await balanceOf(tenant)).toMatchObject({ accountBalance: 36087, debt: 0 })
  // One mail says it all, in his language, with the statement; no word of payments that were none.
  const mails = await db
    .selectFrom('mail')
    .select(['kind', 'document_id as documentId'])
    .where('account_id', '=', tenant.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const statement = documents.find((one) => one.documentType === 'Statement')
  expect(statement).toMatchObject({ amount: -36087, debt: 0 })
  // Its reasons: the documents by their numbers, and figures that add up to it.
  const said = statement?.statement
  const told = (one: {
    documentType: string
    invoiceNumber?: string | null | undefined
    amount: number
  }): string => `${one.documentType} ${one.invoiceNumber} ${one.amount}`
  expect(new Set(said?.documents.map(told))).toEqual(
    new Set(documents.filter((one) => one.documentType !== 'Statement').map(told)),
  )
  const { billed = 0, paid = 0, credited = 0, deposit = 0, balance = 0, toOthers = 0 } = said ?? {}
  expect(billed - paid - credited - deposit - balance + toOthers).toBe(-36087)
  expect(mails[0]).toEqual({ kind: 'finalStatement', documentId: statement?.id })
  expect(mails.filter(({ kind }) => kind === 'paymentReceived')).toHaveLength(1)
  for (const paper of [note, statement]) {
    const pdf = await tenant.send('GET', `payments/pdf?invoiceId=${paper?.id ?? ''}&language=de`)
    expect(pdf.status).toBe(200)
    expect(pdf.raw.startsWith('%PDF-')).toBe(true)
  }

  const inTheWay = await scene.people.sofia.call(deleteUser, { params: { id: tenant.id } })
  expect(inTheWay).toMatchObject({ code: 5000 })
  expect(await payOut(contract, 36088)).toMatchObject({ status: 409, code: 9118 })
  const two = await Promise.all([payOut(contract, 36087), payOut(contract, 36087)])
  expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await balanceOf(tenant)).toMatchObject({
    accountBalance: 0,
    payouts: [{ amount: 36087, method: 'bankTransfer', reference: 'SEPA 17', contractId: contract.id }],
  })
  expect((await scene.people.sofia.call(deleteUser, { params: { id: tenant.id } })).errors).toEqual([])
})

test('a payout under one key is one, however often it is sent', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2026-12-01T10:00:00Z')
  await closeAsShown(contract)
  const before = (await balanceOf(tenant))?.accountBalance ?? 0
  const idempotencyKey = newId()
  await payOut(contract, 100, idempotencyKey)
  expect((await payOut(contract, 100, idempotencyKey)).status).toBe(200)
  expect(await balanceOf(tenant)).toMatchObject({ accountBalance: before - 100 })
})

test('the deposit goes back, and pays what is owed before', async () => {
  // Months of 50.00 + 19 % = 59.50; a deposit of 50.00 with the first. Two months unpaid when he leaves after the end.
  const contract = await scene.book(tenant, { at: scene.depositStock, invoicingPeriod: 1 })
  await scene.world.setTime('2027-01-15T10:00:00Z')
  await scene.world.setTime('2027-02-21T12:00:00Z')
  const shown = await closeAsShown(contract)
  expect(shown).toMatchObject({
    debt: 11900,
    credited: 0,
    deposit: 5000,
    charged: 0,
    owed: 6900,
    payout: 0,
  })
  // The box is free and the debt stands.
  const closed = await scene.people.sofia.call(getContract, { params: { contractId: contract.id } })
  expect(closed.body).toMatchObject({ status: 'closed', debt: 6900 })
  const open = (await papers(contract)).filter((one) => one.debt > 0)
  // The oldest first: December is paid by 50.00 of its 59.50.
  expect(open.map(({ periodFrom, debt }) => [periodFrom, debt])).toEqual([
    ['2027-01-21', 5950],
    ['2026-12-21', 950],
  ])
  await scene.payAll(contract.id)
  expect(await balanceOf(tenant)).toMatchObject({ accountBalance: 0, debt: 0 })
})

test('a deposit that was paid comes back whole, with the share of the month', async () => {
  const contract = await scene.book(tenant, { at: scene.depositStock, invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-06T10:00:00Z')
  // 15 of 30 days: 25.00 + 4.75 used, the same goes back.
  expect(await closeAsShown(contract)).toMatchObject({ credited: 2975, deposit: 5000, payout: 7975, owed: 0 })
})

test('an unpaid invoice of days to come is credited, an older one stays owed', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  // December unpaid since the 21st; January's invoice is out a week ahead.
  await scene.world.setTime('2027-01-18T10:00:00Z')
  const shown = await closeAsShown(contract)
  expect(shown).toMatchObject({ debt: 11900, payout: 0 })
  const documents = await papers(contract)
  const invoices = documents.filter((one) => one.documentType === 'Invoice')
  expect(invoices.find((one) => one.periodFrom === '2027-01-21')).toMatchObject({ debt: 0 })
  // 28 of 31 days: 45.16 + 8.58 = 53.74.
  expect(shown.owed).toBe(5374)
  expect(invoices.find((one) => one.periodFrom === '2026-12-21')).toMatchObject({ debt: 5374 })
  await scene.world.setTime('2027-03-01T10:00:00Z')
  expect(await papers(contract)).toHaveLength(documents.length)
})

test('days after the end are billed at the share of the last rate, and say so', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-25T10:00:00Z')
  // 3 months of 50.00 in 92 days: 4 days are 6.52 (6.5217…), VAT 1.24.
  const shown = await closeAsShown(contract)
  expect(shown).toMatchObject({ charged: 776, credited: 0, owed: 776, payout: 0 })
  expect(shown.charges).toMatchObject([
    { reason: 'overstay', days: 4, periodDays: 92, rate: 5000, months: 3 },
  ])
  const invoice = (await papers(contract)).find((one) => one.periodFrom === '2027-02-21')
  expect(invoice).toMatchObject({ amount: 776, debt: 776, dueDate: '2027-02-25', periodTo: '2027-02-25' })
  expect(invoice?.lines[0]?.explanation).toMatchObject({ rule: 'overstayDays', days: 92, usedDays: 4 })
  expect(
    (await scene.people.sofia.call(getContract, { params: { contractId: contract.id } })).body,
  ).toMatchObject({ status: 'closed', paidAhead: 0, debt: 776 })
})

test('without the switch the begun period stays, and what has not begun goes back all the same', async () => {
  const strict = await scene.openStock({ refundUnusedTime: false })
  const term = await scene.book(tenant, { at: strict })
  await scene.world.setTime('2026-12-06T10:00:00Z')
  expect(await closeAsShown(term)).toMatchObject({ credited: 0, payout: 0, refundsUnusedTime: false })
  await scene.world.setTime('2026-11-21T10:00:00Z')
  // As it was signed, whatever the switch is now.
  const later = await scene.book(tenant, { at: strict, invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-16T10:00:00Z')
  await db.updateTable('stock').set({ refund_unused_time: true }).where('id', '=', strict.stockId).execute()
  expect(await closeAsShown(later)).toMatchObject({ debt: 5950, credited: 5950, owed: 0, payout: 0 })
})

test('a settlement that is another by now is not made: 9109, and nothing has happened', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2026-12-06T10:00:00Z')
  const { charged, credited, deposit, owed, payout } = await preview(contract)
  await scene.world.setTime('2026-12-07T10:00:00Z')
  const stale = await scene.people.sofia.call(closeContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    body: { shown: { charged, credited, deposit, owed, payout } },
  })
  expect(stale).toMatchObject({ status: 409, code: 9109 })
  expect(await papers(contract)).toHaveLength(1)
  const still = await scene.people.sofia.call(getContract, { params: { contractId: contract.id } })
  expect(still.body.status).toBe('active')
})

test('a payment that arrives while he is settled, or after, is his: nothing is lost, nothing counted twice', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-21T10:00:00Z')
  const december = (await papers(contract)).find((one) => one.periodFrom === '2026-12-21')
  // He pays December on the day he leaves: all of it comes back, in whichever order the two come.
  const [closed, paid] = await Promise.all([
    close(contract),
    scene.people.sofia.call(payDocument, {
      body: { documentId: december?.id ?? '', processor: 'manual' },
    }),
  ])
  expect(closed.status).toBe(200)
  await scene.world.settle()
  const isPaid = paid.body.status === 'paid' && paid.body.paymentId !== december?.id
  expect(await balanceOf(tenant)).toMatchObject({ accountBalance: isPaid ? 5950 : 0, debt: 0 })
})

test('a plan that is behind is caught up; one that has stopped stands in the way', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  const setPlan = async (change: { parked_reason?: string | null; next_issue_on?: null }) =>
    await db.updateTable('billing_plan').set(change).where('contract_id', '=', contract.id).execute()
  await setPlan({ parked_reason: 'no rate' })
  await scene.world.setTime('2027-01-05T10:00:00Z')
  const refused = await close(contract)
  expect(refused).toMatchObject({ status: 409, code: 9111 })
  expect(refused.errors[0]?.message).toContain('its billing has stopped')
  await setPlan({ parked_reason: null, next_issue_on: null })
  // 15 of 31 days of the second month: 24.19 + 4.60.
  expect(await closeAsShown(contract)).toMatchObject({ charged: 2879, owed: 2879, credited: 0 })
})

test('who leaves before his first day gets all of it back, and his statement is of no day', async () => {
  const contract = await scene.book(tenant, { from: '2026-12-10' })
  expect(await closeAsShown(contract)).toMatchObject({ charged: 0, owed: 0 })
  const statement = (await papers(contract)).find(({ documentType }) => documentType === 'Statement')
  expect(statement).toMatchObject({ periodFrom: null, periodTo: null })
})

test('a pending contract is cancelled, not closed', async () => {
  const contract = await scene.book(tenant, { isPaid: false })
  expect(await close(contract)).toMatchObject({ status: 409, code: 9109 })
})

test('a foreign box, stock or contract is not there', async () => {
  const contract = await scene.book(tenant)
  expect(await close(contract, scene.depositStock.boxes[0]?.id)).toMatchObject({ status: 404, code: 6005 })
  expect(await close({ ...contract, stockId: scene.depositStock.stockId })).toMatchObject({ code: 9104 })
  expect(await close({ ...contract, id: newId() })).toMatchObject({ status: 404, code: 9104 })
})

test('closing, its preview and payouts are a superUser’s', async () => {
  const contract = await scene.book(tenant)
  const terminate = `stocks/${contract.stockId}/contracts/${contract.id}/terminate?boxId_sm=${contract.boxId}`
  const shown = `stocks/${contract.stockId}/contracts/${contract.id}/closing`
  const { visitor, adam, mara, leo } = scene.people
  expect((await visitor.send('PUT', terminate)).code).toBe(9003)
  expect((await visitor.send('GET', shown)).code).toBe(9003)
  for (const person of [adam, mara, leo, tenant]) {
    expect(await person.send('PUT', terminate)).toMatchObject({ status: 403, code: 9103 })
    expect(await person.send('GET', shown)).toMatchObject({ status: 403, code: 9103 })
    expect(await person.send('POST', `users/${tenant.id}/payouts`, {})).toMatchObject({ code: 9103 })
  }
  expect((await leo.send('GET', `users/${tenant.id}/balances`)).status).toBeGreaterThanOrEqual(403)
})

test('two who close at once: one does, the other is told', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-21T12:00:00Z')
  const replies = await Promise.all([close(contract), close(contract)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
