import { beforeAll, expect, test } from 'vitest'
import { closeContract } from '@stowage/api/contracts'
import { accountStatement, listPayouts, listWaitingPayouts } from '@stowage/api/payouts'
import { newId } from '../../platform/ids.ts'
import { openContracts } from '../../testing/running-contracts.ts'

const scene = await openContracts()
const { sofia } = scene.people
beforeAll(async () => await scene.world.setTime('2026-11-21T10:00:00Z'))

test('who has left with a balance waits for his payout, who still rents does not; his statement adds up to it', async () => {
  const [gone, stays] = [await scene.tenant(), await scene.tenant()]
  const contract = await scene.book(gone)
  await scene.book(stays)
  await scene.world.setTime('2026-12-21T10:00:00Z')
  const closed = await sofia.call(closeContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    body: {},
  })
  expect(closed.errors).toEqual([])
  await scene.world.settle()
  const [waiting, ...others] = (await sofia.call(listWaitingPayouts)).body
  expect(others).toEqual([])
  expect(waiting).toMatchObject({ accountId: gone.id, contractId: contract.id, closedAt: '2026-12-21' })
  const statement = async () => (await gone.call(accountStatement, { params: { userId: gone.id } })).body
  const rows = await statement()
  expect(rows.map(({ reason }) => reason)).toEqual(['credited', 'payment', 'issued'])
  expect(rows[0]?.balance).toBe(-(waiting?.balance ?? 0))
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(rows[0]?.balance)
  const body = {
    stockId: contract.stockId,
    contractId: contract.id,
    amount: waiting?.balance,
    method: 'bankTransfer',
    paidOn: '2026-12-21',
  }
  const paid = await sofia.send('POST', `users/${gone.id}/payouts`, body, { 'idempotency-key': newId() })
  expect(paid.status).toBe(200)
  expect((await sofia.call(listWaitingPayouts)).body).toEqual([])
  expect((await sofia.call(listPayouts, { query: {} })).body).toMatchObject({
    total: 1,
    items: [{ accountId: gone.id, amount: waiting?.balance, method: 'bankTransfer' }],
  })
  expect((await statement())[0]).toMatchObject({ reason: 'payout', balance: 0, processor: 'manual' })
  expect((await stays.call(accountStatement, { params: { userId: gone.id } })).status).toBe(404)
})
