import { expect, test } from 'vitest'
import { listBoxes } from '@stowage/api/catalog'
import { getContract, giveNotice } from '@stowage/api/contracts'
import { openContracts } from '../../testing/running-contracts.ts'

const scene = await openContracts()

test('what the plan of the staff tells of a contract is what its own page tells, at every hour of its life', async () => {
  const tenant = await scene.tenant()
  const contracts = {
    waiting: await scene.book(tenant, { isPaid: false }),
    ahead: await scene.book(tenant),
    monthly: await scene.book(tenant, { invoicingPeriod: 1 }),
    leaving: await scene.book(tenant, { invoicingPeriod: 1 }),
  }
  for (const day of ['2026-11-21', '2026-12-20', '2026-12-23', '2027-01-25', '2027-02-08', '2027-02-21']) {
    await scene.world.setTime(`${day}T10:00:00Z`)
    if (day === '2027-01-25') {
      await scene.payAll(contracts.leaving.id)
      const leaveDate = '12/02/2027 10:00'
      const told = await scene.people.sofia.call(giveNotice, {
        params: { unitId: contracts.leaving.boxId },
        body: { userId: tenant.id, leaveDate },
      })
      expect(told.status).toBe(200)
    }
    await scene.world.settle()
    const { body } = await scene.people.sofia.call(listBoxes, { query: { stockId: scene.stock.stockId } })
    const boxes = Array.isArray(body) ? body : []
    expect(await debtors()).toEqual({
      ids: boxes.filter(({ inDebt }) => inDebt).map(({ id }) => id),
      count: boxes.filter(({ inDebt }) => inDebt).length,
    })
    for (const [name, { id, boxId }] of Object.entries(contracts)) {
      const contract = (await scene.people.sofia.call(getContract, { params: { contractId: id } })).body
      const box = boxes.find((one) => one.id === boxId)
      if (box?.contractId !== id) {
        // What has ended or was given up is no longer on its box.
        expect({ name, day, status: contract.status }).toEqual({
          name,
          day,
          status: expect.stringMatching(/closed|cancelled|expired/),
        })
        expect(box).toMatchObject({ contractStatus: null, overdue: 0, paidAhead: null, freeFrom: null })
        continue
      }
      const isRunning = contract.status === 'active' || contract.status === 'ended'
      expect({ name, day, ...box }).toMatchObject({
        contractStatus: contract.status,
        overdue: contract.overdue,
        paidAhead: isRunning ? contract.paidAhead : null,
        freeFrom: contract.status === 'active' ? (contract.noticeLeaveDate ?? contract.endDate) : null,
      })
    }
    if (day === '2026-12-23')
      expect(boxes.find((one) => one.id === contracts.monthly.boxId)).toMatchObject({
        inDebt: true,
        paidAhead: -2,
        overdue: expect.toSatisfy((sum: number) => sum > 0),
      })
  }
})

/** Boxes in debt as the filter finds them and the head of the table counts them. */
async function debtors(): Promise<{ ids: string[]; count: number }> {
  const { body } = await scene.people.sofia.call(listBoxes, {
    query: { stockId: scene.stock.stockId, page: '1', state: 'debt' },
  })
  if (Array.isArray(body)) throw new Error('a page was asked for')
  return { ids: body.items.map(({ id }) => id), count: body.counts.debt }
}
