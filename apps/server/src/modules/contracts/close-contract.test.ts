import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookBox } from '@stowage/api/booking'
import { closeContract, getContract } from '@stowage/api/contracts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { auditOf } from '../../testing/audit-of.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

let tenant: NamedPerson
const scene = await openContracts()
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => {
  await scene.world.settle()
  expect((await findFaults(scene.world.running.platform.db)).faults).toEqual([])
})

const close = async (contract: { id: string; stockId: string }, boxId?: string) =>
  await scene.people.sofia.call(closeContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    ...(boxId === undefined ? {} : { query: { boxId } }),
  })

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
    after: { status: 'closed' },
  })
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

test('on its last day, before it has ended, nothing is paid ahead any more', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-21T08:00:00Z')
  expect((await close(contract)).body.status).toBe('closed')
})

test('days after the end that nobody has billed are not forgotten: the audit says how many', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-25T10:00:00Z')
  expect((await close(contract)).body).toMatchObject({ status: 'closed', paidAhead: -4, debt: 0 })
  expect((await auditOf(scene.world, contract.id)).at(-1)).toMatchObject({
    action: 'contract-closed',
    after: { status: 'closed', daysNotBilled: 4 },
  })
})

test('days paid ahead stand in the way', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-19T10:00:00Z')
  const refused = await close(contract)
  expect(refused).toMatchObject({ status: 409, code: 9111 })
  expect(refused.errors[0]?.message).toContain('2 days are paid ahead')
  const still = await scene.people.sofia.call(getContract, { params: { contractId: contract.id } })
  expect(still.body.status).toBe('active')
})

test('what is owed stands in the way, with its amount', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-21T10:00:00Z')
  const refused = await close(contract)
  expect(refused).toMatchObject({ status: 409, code: 9111 })
  expect(refused.errors[0]?.message).toContain('€59.50 is still owed')
  const german = await scene.people.sofia.send(
    'PUT',
    `stocks/${contract.stockId}/contracts/${contract.id}/terminate`,
    undefined,
    { 'x-language': 'de' },
  )
  expect(german.errors[0]?.message).toContain('59,50\u00A0€ sind noch offen')
})

test('days that nobody has invoiced stand in the way: a plan that stopped, or one that is behind', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  const { db } = scene.world.running.platform
  const setPlan = async (change: { parked_reason?: string | null; next_issue_on?: null }) =>
    await db.updateTable('billing_plan').set(change).where('contract_id', '=', contract.id).execute()
  await setPlan({ parked_reason: 'no rate' })
  await scene.world.setTime('2027-01-10T10:00:00Z')
  const refused = await close(contract)
  expect(refused).toMatchObject({ status: 409, code: 9111 })
  expect(refused.errors[0]?.message).toContain('not invoiced yet')
  const still = await scene.people.sofia.call(getContract, { params: { contractId: contract.id } })
  expect(still.body).toMatchObject({ status: 'active', debt: 0 })
  await setPlan({ parked_reason: null, next_issue_on: null })
  expect((await close(contract)).errors[0]?.message).toContain('not invoiced yet')
})

test('a deposit that is held stands in the way until it is given back', async () => {
  const contract = await scene.book(tenant, { at: scene.depositStock })
  await scene.world.setTime('2027-02-21T12:00:00Z')
  const refused = await close(contract)
  expect(refused).toMatchObject({ status: 409, code: 9111 })
  expect(refused.errors[0]?.message).toContain('a deposit of €50.00')
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

test('closing is a superUser’s', async () => {
  const contract = await scene.book(tenant)
  const url = `stocks/${contract.stockId}/contracts/${contract.id}/terminate?boxId_sm=${contract.boxId}`
  const { visitor, adam, mara, leo } = scene.people
  expect((await visitor.send('PUT', url)).code).toBe(9003)
  for (const person of [adam, mara, leo, tenant])
    expect(await person.send('PUT', url)).toMatchObject({ status: 403, code: 9103 })
})

test('two who close at once: one does, the other is told', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-21T12:00:00Z')
  const replies = await Promise.all([close(contract), close(contract)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
