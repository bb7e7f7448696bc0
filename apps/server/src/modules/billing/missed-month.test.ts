import { expect, test } from 'vitest'
import { openContracts } from '../../testing/running-contracts.ts'
import { standStill } from '../../testing/stand-still.ts'
import { chargeMonthEnds } from './charge-penalties.ts'

const scene = await openContracts()

test('A7: a month that was missed is charged alone until the next one is six hours over', async () => {
  const { world } = scene
  const { platform } = world.running
  await world.setTime('2026-11-21T10:00:00Z')
  const stock = await scene.openStock({ invoiceNotPaidFeePercent: 1, daysWithoutFee: 5 })
  const contract = await scene.book(await scene.tenant(), { at: stock, invoicingPeriod: 1 })
  const charged = async () =>
    (
      await platform.db
        .selectFrom('document')
        .select(['period_from', 'period_to', 'gross'])
        .where('contract_id', '=', contract.id)
        .where('kind', '=', 'penalty')
        .orderBy('period_from')
        .execute()
    ).map((one) => [String(one.period_from), String(one.period_to), one.gross])
  // The second invoice is due on the 21st of December and free of a fee until the 26th.
  await world.setTime('2026-12-14T10:00:00Z')
  await standStill(async () => {
    await world.running.moveClock({ offsetMs: Date.parse('2027-02-01T04:00:00Z') - Date.now() })
    await chargeMonthEnds(platform)
  })
  const december = ['2026-12-27', '2027-01-01', 298]
  expect(await charged()).toEqual([december])
  await world.setTime('2027-02-01T05:00:00Z')
  expect(await charged()).toEqual([december, ['2027-01-01', '2027-02-01', 1845]])
})
