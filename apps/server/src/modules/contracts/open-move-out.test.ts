import { expect, test } from 'vitest'
import { updateUser } from '@stowage/api/accounts'
import { extendContract, getContract, openMoveOut } from '@stowage/api/contracts'
import { auditOf } from '../../testing/audit-of.ts'
import { handInDocuments } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

const scene = await openContracts()
const { world, people } = scene
const paramsOf = (contract: { readonly id: string; readonly stockId: string }) => ({
  params: { stockId: contract.stockId, contractId: contract.id },
})

test('an ended contract opens for a day, tells its tenant and is over by itself', async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  const tenant = await scene.tenant()
  await handInDocuments(tenant)
  const own = { params: { id: tenant.id } }
  await tenant.call(updateUser, { ...own, body: { isAgreedWithDocs: true } })
  await people.sofia.call(updateUser, { ...own, body: { isKycVerified: true } })
  const contract = await scene.book(tenant)
  const opens = async (): Promise<number | undefined> =>
    (await tenant.send('POST', `boxes/${contract.boxId}/open`, { stockId: contract.stockId })).code
  const usual = await opens()
  expect(await people.sofia.call(openMoveOut, paramsOf(contract))).toMatchObject({ status: 409, code: 9109 })
  await world.setTime('2027-02-22T10:00:00Z')
  expect(await opens()).toBe(7008)
  expect((await tenant.call(openMoveOut, paramsOf(contract))).status).toBe(403)

  const opened = await people.sofia.call(openMoveOut, paramsOf(contract))
  expect(opened.body).toMatchObject({
    status: 'ended',
    moveOutUntil: expect.stringMatching(/^2027-02-23T10:00/),
    mayOpenMoveOut: true,
  })
  // Whatever the site says then, the end is no reason any more.
  expect(await opens()).toBe(usual)
  await world.setTime('2027-02-22T20:00:00Z')
  const again = await people.sofia.call(openMoveOut, paramsOf(contract))
  expect(again.body.moveOutUntil).toMatch(/^2027-02-23T20:00/)
  await world.settle()
  const acts = (await auditOf(world, contract.id)).filter(({ action }) => action === 'move-out-window-opened')
  expect(acts).toMatchObject([
    { actor_id: people.sofia.id, before: { until: null }, after: { until: opened.body.moveOutUntil } },
    { before: { until: opened.body.moveOutUntil }, after: { until: again.body.moveOutUntil } },
  ])
  const mails = await world.running.platform.db
    .selectFrom('mail')
    .select('data')
    .where('account_id', '=', tenant.id)
    .where('kind', '=', 'moveOutOpened')
    .execute()
  expect(mails).toHaveLength(2)

  await world.setTime('2027-02-23T20:01:00Z')
  expect(await opens()).toBe(7008)
  expect(
    (await tenant.call(getContract, { params: { contractId: contract.id } })).body.moveOutUntil,
  ).toBeNull()

  // One more window, and then he stays: it ends with the extension.
  await people.sofia.call(openMoveOut, paramsOf(contract))
  const extended = await people.sofia.call(extendContract, {
    params: { unitId: contract.boxId },
    body: { userId: tenant.id },
  })
  expect(extended.body).toMatchObject({ status: 'active', moveOutUntil: null, mayOpenMoveOut: false })
})
