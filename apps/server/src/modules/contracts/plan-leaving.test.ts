import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { getContract, listUserContracts, planLeaving } from '@stowage/api/contracts'
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

const plan = async (contract: { id: string; stockId: string }, body: Record<string, unknown>) =>
  await scene.people.sofia.call(planLeaving, {
    params: { stockId: contract.stockId, contractId: contract.id },
    body,
  })

test('a day is noted, moved and taken back; each is in the audit, and the answer says what may be planned', async () => {
  const contract = await scene.book(tenant)
  const noted = await plan(contract, { plannedLeaveDate: '2026-12-31' })
  expect(noted).toMatchObject({
    status: 200,
    body: { noticeLeaveDate: '2026-12-31', mayPlanLeaving: true, earliestLeaveDate: '2026-11-21' },
  })
  expect((await plan(contract, { plannedLeaveDate: '2026-11-21' })).body.noticeLeaveDate).toBe('2026-11-21')
  expect((await plan(contract, { plannedLeaveDate: '2026-11-21' })).status).toBe(200)
  expect((await plan(contract, { plannedLeaveDate: null })).body.noticeLeaveDate).toBeNull()
  const trail = (await auditOf(scene.world, contract.id)).filter(({ action }) => action === 'leaving-planned')
  expect(trail.map(({ before, after }) => [before, after])).toEqual([
    [{ plannedLeaveDate: null }, { plannedLeaveDate: '2026-12-31' }],
    [{ plannedLeaveDate: '2026-12-31' }, { plannedLeaveDate: '2026-11-21' }],
    [{ plannedLeaveDate: '2026-11-21' }, { plannedLeaveDate: null }],
  ])
  const seen = await tenant.call(getContract, { params: { contractId: contract.id } })
  expect(seen.body).toMatchObject({ mayPlanLeaving: false, mayClose: false })
})

test('today is the day of the stock, not of the server', async () => {
  const contract = await scene.book(tenant)
  // Half past midnight in Berlin, still the day before in UTC.
  await scene.world.setTime('2026-12-01T23:30:00Z')
  expect(await plan(contract, { plannedLeaveDate: '2026-12-01' })).toMatchObject({ status: 400, code: 9001 })
  expect((await plan(contract, { plannedLeaveDate: '2026-12-02' })).status).toBe(200)
})

test.each([
  ['a past day', { plannedLeaveDate: '2026-11-20' }, 9001],
  ['no day at all', {}, 1003],
  ['nothing typed', { plannedLeaveDate: '' }, 1003],
  ['a day that no month has', { plannedLeaveDate: '2026-02-30' }, 1005],
  ['another form', { plannedLeaveDate: '31.12.2026' }, 1005],
  ['a moment that is none', { plannedLeaveDate: '2026-12-31', updated: 'yesterday' }, 1005],
])('bad input: %s', async (_name, body, code) => {
  const contract = await scene.book(tenant)
  const reply = await plan(contract, body)
  expect([reply.status, reply.code]).toEqual([400, code])
  expect(reply.errors[0]?.field).toBe('updated' in body ? 'updated' : 'plannedLeaveDate')
})

test('the second of two editors is told, with the contract as it is now', async () => {
  const contract = await scene.book(tenant)
  const read = await scene.people.sofia.call(getContract, { params: { contractId: contract.id } })
  const updated = read.body.updated ?? null
  expect((await plan(contract, { plannedLeaveDate: '2026-12-30', updated })).status).toBe(200)
  const second = await plan(contract, { plannedLeaveDate: '2026-12-24', updated })
  expect(second).toMatchObject({ status: 409, code: 9109 })
  expect(second.errors[0]?.present).toMatchObject({ NoticeLeaveDate: '2026-12-30' })
})

test('only what runs can be planned, at its own stock, by a superUser', async () => {
  const pending = await scene.book(tenant, { isPaid: false })
  expect(await plan(pending, { plannedLeaveDate: '2026-12-31' })).toMatchObject({ status: 409, code: 9109 })
  const contract = await scene.book(tenant)
  const day = { plannedLeaveDate: '2026-12-31' }
  expect(await plan({ ...contract, stockId: scene.depositStock.stockId }, day)).toMatchObject({ code: 9104 })
  expect(await plan({ ...contract, id: newId() }, day)).toMatchObject({ status: 404, code: 9104 })
  const url = `stocks/${contract.stockId}/contracts/${contract.id}`
  const { visitor, adam, mara, leo } = scene.people
  expect((await visitor.send('PUT', url, day)).code).toBe(9003)
  for (const person of [adam, mara, leo, tenant])
    expect(await person.send('PUT', url, day)).toMatchObject({ status: 403, code: 9103 })
})

test('a list of contracts of nobody is not there', async () => {
  const list = async (userId: string) =>
    await scene.people.sofia.call(listUserContracts, { params: { userId } })
  expect(await list(newId())).toMatchObject({ status: 404, code: 6004 })
  expect((await list(tenant.id)).body).toEqual([])
})

test('A5: an account with more than a thousand contracts is shown all of them', async () => {
  const { platform } = scene.world.running
  const contract = await scene.book(tenant)
  await sql`insert into contract
    select (jsonb_populate_record(c, jsonb_build_object(
             'id', left(c.id, 20) || to_char(n, 'FM000000'), 'number', 'copy-' || n, 'status', 'closed', 'first_document_id', null))).*
      from contract c, generate_series(1, 1100) n where c.id = ${contract.id}`.execute(platform.db)
  onTestFinished(async () => {
    await sql`delete from contract where number like 'copy-%'`.execute(platform.db)
  })
  const count = async (status: 'all' | 'opened' | 'closed') =>
    (await scene.people.sofia.call(listUserContracts, { params: { userId: tenant.id }, query: { status } }))
      .body.length
  expect([await count('all'), await count('opened'), await count('closed')]).toEqual([1101, 1, 1100])
})
