import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { myBoxes } from '@stowage/api/access'
import { updateUser } from '@stowage/api/accounts'
import { listBalances, listContractInvoices } from '@stowage/api/billing'
import { closeContract, getContract, openMoveOut, previewClosing } from '@stowage/api/contracts'
import { askWithdrawal, clearBox, confirmWithdrawal, previewWithdrawal } from '@stowage/api/withdrawals'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { auditOf } from '../../testing/audit-of.ts'
import { handInDocuments, type NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import { withdrawalCode } from './withdrawal-code.ts'

let tenant: NamedPerson
const scene = await openContracts()
const { world, people } = scene
const { platform } = world.running
const { db } = platform
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => {
  await world.settle()
  expect((await findFaults(db)).faults).toEqual([])
})

interface Rented {
  readonly id: string
  readonly stockId: string
  readonly boxId: string
}
const read = async ({ id }: Rented) =>
  (await people.sofia.call(getContract, { params: { contractId: id } })).body
const ask = async (contractNumber: string, email: string) =>
  await people.visitor.call(askWithdrawal, { body: { contractNumber, email } })
const codesOf = async ({ id }: Rented): Promise<string[]> => {
  const rows = await db.selectFrom('withdrawal_request').select('id').where('contract_id', '=', id).execute()
  return rows.map((row) => withdrawalCode(platform, row.id))
}
const codeFor = async (contract: Rented, email = tenant.email): Promise<string> => {
  expect((await ask((await read(contract)).contractNumber, email)).status).toBe(200)
  return (await codesOf(contract)).at(-1) ?? ''
}
const preview = async (code: string) => await people.visitor.call(previewWithdrawal, { body: { code } })
const confirm = async (code: string, shown?: Shown) =>
  await people.visitor.call(confirmWithdrawal, { body: { code, ...(shown === undefined ? {} : { shown }) } })
type Shown = Readonly<Record<'charged' | 'credited' | 'deposit' | 'owed' | 'payout', number>>
const mailsOf = async (kind: string) =>
  await db
    .selectFrom('mail')
    .select(['kind', 'data'])
    .where('account_id', '=', tenant.id)
    .where('kind', '=', kind)
    .execute()
const claimed = async ({ boxId }: Rented): Promise<boolean> =>
  (await db
    .selectFrom('box_claim')
    .select('id')
    .where('box_id', '=', boxId)
    .where('released_at', 'is', null)
    .executeTakeFirst()) !== undefined

describe('asking for the link', () => {
  test('answers alike whatever is known, and writes to the tenant alone', async () => {
    const contract = await scene.book(tenant)
    const { contractNumber } = await read(contract)
    const answers = [
      await ask(contractNumber, tenant.email.toUpperCase()),
      await ask(contractNumber, 'somebody@else.example'),
      await ask('2026-999999', tenant.email),
    ]
    expect(answers.map(({ status, raw }) => [status, raw])).toEqual(
      Array.from({ length: 3 }, () => [200, '{}']),
    )
    expect(await codesOf(contract)).toHaveLength(1)
    await world.settle()
    expect(await mailsOf('withdrawalAsked')).toHaveLength(1)
  })
  test('five times in 15 minutes for one address, known or not', async () => {
    for (let index = 0; index < 5; index += 1)
      expect((await ask('2026-000001', 'often@nowhere.example')).status).toBe(200)
    expect(await ask('2026-000001', 'often@nowhere.example')).toMatchObject({ status: 429, code: 9129 })
  })
  test('a code that is wrong, old or used opens nothing', async () => {
    const contract = await scene.book(tenant)
    const code = await codeFor(contract)
    expect(await preview(`${code}x`)).toMatchObject({ status: 400, code: 9001 })
    await db.updateTable('withdrawal_request').set({ expires_at: Temporal.Now.instant() }).execute()
    expect(await preview(code)).toMatchObject({ status: 400, code: 9001 })
    expect(await confirm(code)).toMatchObject({ status: 400, code: 9001 })
    expect((await read(contract)).status).toBe('active')
  })
})

test('a contract that runs: pro rata at the agreed price, deposit back, receipt, box held until somebody has looked', async () => {
  // 11 months at 50.00, 15 % off, 19 % VAT: 467.50 + 88.83, and a deposit of 50.00.
  const contract = await scene.book(tenant, { at: scene.depositStock, months: 11, invoicingPeriod: 11 })
  await world.setTime('2026-12-01T10:00:00Z')
  const code = await codeFor(contract)
  const { body } = await preview(code)
  expect(body).toMatchObject({
    signedOn: '2026-11-21',
    // The 14th day is a Saturday.
    until: '2026-12-07',
    refusal: null,
    hasBegun: true,
    isPaid: true,
  })
  // 10 of 334 days: 550.00 × 10/334 = 16.47 less 15 % 2.47 = 14.00, VAT 2.66; nobody loses his discount.
  const { settlement } = body
  expect(settlement).toMatchObject({ charged: 0, deposit: 5000, credited: 55633 - (1400 + 266), owed: 0 })
  const { charged = 0, credited = 0, deposit = 0, owed = 0, payout = 0 } = settlement ?? {}
  expect(await confirm(code, { charged, credited: credited + 1, deposit, owed, payout })).toMatchObject({
    status: 409,
    code: 9109,
  })
  const done = await confirm(code, { charged, credited, deposit, owed, payout })
  expect(done).toMatchObject({ status: 200, body: { payout, owed: 0, mayBeInside: true } })
  expect(done.body.receivedAt).toMatch(/^2026-12-01T10:00/)
  await world.settle()

  expect(await read(contract)).toMatchObject({
    status: 'cancelled',
    debt: 0,
    paidAhead: 0,
    mayClear: true,
    mayClose: false,
    mayOpenMoveOut: true,
  })
  const [balance] = (await people.sofia.call(listBalances, { params: { userId: tenant.id } })).body
  expect(balance).toMatchObject({ accountBalance: payout, debt: 0 })
  const papers = (await people.sofia.call(listContractInvoices, { params: { contractId: contract.id } })).body
  expect(papers.map(({ documentType }) => documentType).toSorted()).toEqual([
    'CreditNote',
    'Invoice',
    'Statement',
  ])
  expect(await mailsOf('withdrawalReceived')).toMatchObject([{ data: { settled: 'yes' } }])
  expect(await mailsOf('finalStatement')).toHaveLength(1)
  expect(await mailsOf('contractCancelled')).toHaveLength(0)
  expect((await auditOf(world, contract.id)).at(-1)).toMatchObject({
    action: 'contract-withdrawn',
    actor_id: null,
    before: { status: 'active' },
    after: { status: 'cancelled', payout },
  })
  // Used once.
  expect(await confirm(code)).toMatchObject({ status: 400, code: 9001 })

  expect(await claimed(contract)).toBe(true)
  const params = { stockId: contract.stockId, contractId: contract.id }
  expect((await tenant.call(clearBox, { params })).status).toBe(403)
  expect((await people.sofia.call(clearBox, { params })).body).toMatchObject({
    mayClear: false,
    mayOpenMoveOut: false,
  })
  expect(await claimed(contract)).toBe(false)
  expect(await people.sofia.call(clearBox, { params })).toMatchObject({ status: 409, code: 9109 })
})

test('the doors close at once, and open for the window in which staff let him in', async () => {
  await handInDocuments(tenant)
  const own = { params: { id: tenant.id } }
  await tenant.call(updateUser, { ...own, body: { isAgreedWithDocs: true } })
  await people.sofia.call(updateUser, { ...own, body: { isKycVerified: true } })
  const contract = await scene.book(tenant)
  const opens = async (): Promise<number | undefined> =>
    (await tenant.send('POST', `boxes/${contract.boxId}/open`, { stockId: contract.stockId })).code
  const usual = await opens()
  await confirm(await codeFor(contract))
  const seen = async () =>
    (await tenant.call(myBoxes, { params: { userId: tenant.id } })).body.flatMap(({ boxes }) =>
      boxes.map(({ id, opening }) => [id, opening.code]),
    )
  // The door and his screen say the same: his box is past its end until he has handed it back.
  expect(await opens()).toBe(7008)
  expect(await seen()).toEqual([[contract.boxId, 7008]])
  const params = { stockId: contract.stockId, contractId: contract.id }
  await people.sofia.call(openMoveOut, { params })
  expect(await opens()).toBe(usual)
  expect((await seen())[0]?.[1]).not.toBe(7008)
  await world.setTime('2026-11-22T10:01:00Z')
  expect(await opens()).toBe(7008)
  expect(await seen()).toEqual([[contract.boxId, 7008]])
  await people.sofia.call(clearBox, { params })
  expect(await opens()).toBe(6005)
  expect(await seen()).toEqual([])
})

test('a billing that has stopped does not stand in the way: received at once, never billed again, settled by staff', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  const stopped = { parked_reason: 'no rate', retry_on: Temporal.PlainDate.from('2026-11-30') }
  await db.updateTable('billing_plan').set(stopped).where('contract_id', '=', contract.id).execute()
  await world.setTime('2026-11-28T10:00:00Z')
  const code = await codeFor(contract)
  expect((await preview(code)).body).toMatchObject({ refusal: null, isPaid: true, settlement: null })
  expect(await confirm(code)).toMatchObject({ status: 200, body: { isSettled: false, mayBeInside: true } })
  expect(await read(contract)).toMatchObject({ status: 'cancelled', mayClose: true, mayClear: true })
  await world.settle()
  expect(await mailsOf('withdrawalReceived')).toMatchObject([{ data: { settled: 'no' } }])
  await world.setTime('2027-03-01T10:00:00Z')
  const papers = async () =>
    (await people.sofia.call(listContractInvoices, { params: { contractId: contract.id } })).body
  expect(await papers()).toHaveLength(1)
  const params = { stockId: contract.stockId, contractId: contract.id }
  const shown = (await people.sofia.call(previewClosing, { params })).body
  // 7 of 30 days as of the day he withdrew: 11.67 + 2.22 stay of 59.50.
  expect(shown).toMatchObject({ leftOn: '2026-11-28', charged: 0, credited: 4561, payout: 4561 })
  expect((await people.sofia.call(closeContract, { params, body: {} })).body).toMatchObject({
    status: 'cancelled',
    mayClose: false,
    mayClear: true,
  })
  await world.settle()
  expect((await papers()).map(({ documentType }) => documentType).sort()).toEqual([
    'CreditNote',
    'Invoice',
    'Statement',
  ])
  expect(await people.sofia.call(closeContract, { params, body: {} })).toMatchObject({ code: 9109 })
})

test('what is not paid yet is given up without a number, its box free at once', async () => {
  const contract = await scene.book(tenant, { isPaid: false })
  const code = await codeFor(contract)
  expect((await preview(code)).body).toMatchObject({ isPaid: false, settlement: null, refusal: null })
  expect((await confirm(code)).body).toMatchObject({ owed: 0, payout: 0, mayBeInside: false })
  await world.settle()
  expect(await read(contract)).toMatchObject({ status: 'cancelled', mayClear: false })
  expect(await claimed(contract)).toBe(false)
  const { status, number } = await db
    .selectFrom('document')
    .select(['status', 'number'])
    .where('id', '=', contract.documentId)
    .executeTakeFirstOrThrow()
  expect({ status, number }).toEqual({ status: 'void', number: null })
})

describe('who may not is told so', () => {
  test('after the last day', async () => {
    const contract = await scene.book(tenant)
    await world.setTime('2026-12-07T22:00:00Z')
    const code = await codeFor(contract)
    expect((await preview(code)).body).toMatchObject({ refusal: null })
    await world.setTime('2026-12-07T23:30:00Z')
    expect((await preview(code)).body).toMatchObject({ refusal: 'late', settlement: null })
    expect(await confirm(code)).toMatchObject({ status: 409, code: 9127 })
    expect((await read(contract)).status).toBe('active')
  })
  test('a business', async () => {
    const { leo } = people
    const contract = await scene.book(leo)
    const code = await codeFor(contract, leo.email)
    expect((await preview(code)).body.refusal).toBe('business')
    expect(await confirm(code)).toMatchObject({ status: 409, code: 9127 })
  })
})
