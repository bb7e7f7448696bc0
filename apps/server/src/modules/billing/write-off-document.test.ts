import { afterEach, beforeEach, expect, test } from 'vitest'
import { listBalances, listContractInvoices, payDocument } from '@stowage/api/billing'
import { closeContract } from '@stowage/api/contracts'
import { issueCreditNote, previewCreditNote } from '@stowage/api/corrections'
import { listDebtors } from '@stowage/api/reports'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { money } from '@stowage/domain/money'
import { newId } from '../../platform/ids.ts'
import { auditOf } from '../../testing/audit-of.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import { settlePayment } from './settle-payment.ts'

let tenant: NamedPerson
const scene = await openContracts()
const { platform } = scene.world.running
const { sofia } = scene.people
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => {
  await scene.world.settle()
  expect((await findFaults(platform.db)).faults).toEqual([])
})

const documentOf = async (contractId: string, id: string) => {
  const { body } = await sofia.call(listContractInvoices, { params: { contractId } })
  const found = body.find((one) => one.id === id)
  if (!found) throw new Error('no such document')
  return found
}
const writeOff = async (id: string, debt: number, person: NamedPerson = sofia) =>
  await person.send(
    'POST',
    `documents/${id}/write-off`,
    { debt, reason: 'Unbekannt verzogen' },
    { 'idempotency-key': newId() },
  )
const writtenOffInBook = async (documentId: string): Promise<number> => {
  const rows = await platform.db
    .selectFrom('ledger_entry')
    .select('amount')
    .where('document_id', '=', documentId)
    .where('account', '=', 'writeOff')
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
/** A month used and never paid: 59.50 are owed by a closed contract. */
const badDebt = async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-14T10:00:00Z')
  await scene.world.settle()
  const { body } = await sofia.call(listContractInvoices, { params: { contractId: contract.id } })
  const id = body.find(({ debt }) => debt > 0)?.id ?? ''
  expect(await writeOff(id, 5950)).toMatchObject({ status: 409, code: 9134 })
  await scene.world.setTime('2027-01-21T10:00:00Z')
  const closed = await sofia.call(closeContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    body: {},
  })
  expect(closed.errors).toEqual([])
  await scene.world.settle()
  const document = await documentOf(contract.id, id)
  expect(document).toMatchObject({ debt: 5950, mayWriteOff: true })
  return { contractId: contract.id, id }
}
const comes = async (documentId: string, amount: number): Promise<void> => {
  await platform.transact(
    async (tx) =>
      await settlePayment(tx, {
        paymentId: newId(),
        documentId,
        amount: money(amount, 'EUR'),
        processor: 'manual',
        at: platform.clock.now(),
      }),
  )
}

test('a bad debt is given up once: it leaves debtors, stands on its document and in the book, and the audit names who and why', async () => {
  const { contractId, id } = await badDebt()
  expect((await writeOff(id, 5950, tenant)).status).toBe(403)
  expect(await writeOff(id, 5949)).toMatchObject({ status: 409, code: 9109 })
  const both = await Promise.all([writeOff(id, 5950), writeOff(id, 5950)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await documentOf(contractId, id)).toMatchObject({
    debt: 0,
    paid: false,
    paidAmount: 0,
    writtenOff: 5950,
    writeOffReason: 'Unbekannt verzogen',
    overdue: false,
    mayPay: false,
    mayWriteOff: false,
  })
  expect(await writtenOffInBook(id)).toBe(5950)
  const debtors = await sofia.call(listDebtors, { query: {} })
  expect(JSON.stringify(debtors.body)).not.toContain(contractId)
  expect((await auditOf(scene.world, id)).at(-1)).toMatchObject({
    action: 'debt-written-off',
    after: { writtenOff: 5950, reason: 'Unbekannt verzogen' },
  })
  expect(await writeOff(id, 0)).toMatchObject({ status: 409, code: 9134 })
})

test('a payment that comes all the same is taken: as much of the loss is taken back as it pays, the rest stays given up', async () => {
  const { contractId, id } = await badDebt()
  expect((await writeOff(id, 5950)).status).toBe(200)
  await comes(id, 2000)
  expect(await documentOf(contractId, id)).toMatchObject({ debt: 0, paidAmount: 2000, writtenOff: 3950 })
  expect(await writtenOffInBook(id)).toBe(3950)
  // A superUser marks the rest as paid; what comes beyond is balance.
  const paid = await sofia.call(payDocument, {
    body: { documentId: id, debt: 3950, processor: 'manual' },
  })
  expect(paid.body.status).toBe('paid')
  await scene.world.settle()
  await comes(id, 100)
  expect(await documentOf(contractId, id)).toMatchObject({ paid: true, paidAmount: 5950, writtenOff: 0 })
  expect(await writtenOffInBook(id)).toBe(0)
  expect((await tenant.call(listBalances, { params: { userId: tenant.id } })).body[0]).toMatchObject({
    accountBalance: 100,
    debt: 0,
  })
})

test('a credit note on what was given up gives nobody a balance', async () => {
  const { contractId, id } = await badDebt()
  expect((await writeOff(id, 5950)).status).toBe(200)
  const shown = (await sofia.call(previewCreditNote, { params: { id }, body: {} })).body
  expect(shown).toMatchObject({ gross: 5950, pays: 5950, balance: 0 })
  const made = await sofia.call(issueCreditNote, {
    params: { id },
    body: { reason: 'nie eingezogen', shown: { gross: 5950, left: 5950 } },
  })
  expect(made.errors).toEqual([])
  expect(await documentOf(contractId, id)).toMatchObject({ debt: 0, writtenOff: 0, paidAmount: 5950 })
  expect(await writtenOffInBook(id)).toBe(0)
  expect((await tenant.call(listBalances, { params: { userId: tenant.id } })).body[0]).toMatchObject({
    accountBalance: 0,
  })
})
