import { askWithdrawal } from '@stowage/api/withdrawals'
import { withdrawalCode } from '@stowage/server/modules/contracts/index'
import type { Cast, Make } from './permissions.calls.ts'

let asked = 0

/** The code of a link that a new tenant has asked for. */
async function askedCode({ house }: Cast): Promise<string> {
  const { platform } = house.world.running
  const { email, contractId } = await house.tenant()
  const { number } = await platform.db
    .selectFrom('contract')
    .select('number')
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow()
  await house.people.visitor.call(askWithdrawal, { body: { contractNumber: number, email } })
  const { id } = await platform.db
    .selectFrom('withdrawal_request')
    .select('id')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return withdrawalCode(platform, id)
}

/** How the rows of turns in a contract's life are tried: each at a contract of its own. */
export const lifeCalls: Readonly<Record<string, Make>> = {
  'GET stocks/{stockId}/contracts/{contractId}/transfer?boxId={boxid}': async ({ house }) => {
    const own = await house.tenant()
    const path = `stocks/${house.stock.stockId}/contracts/${own.contractId}/transfer`
    return { url: `${path}?boxId=${house.freeBox().id}`, as: { own } }
  },
  'POST stocks/{stockId}/contracts/{contractId}/move-out-window': async ({ house }) => {
    const own = await house.tenant()
    await house.world.running.platform.db
      .updateTable('contract')
      .set({ status: 'ended' })
      .where('id', '=', own.contractId)
      .execute()
    return { url: `stocks/${house.stock.stockId}/contracts/${own.contractId}/move-out-window`, as: { own } }
  },
  'POST withdrawals': () => ({
    url: 'withdrawals',
    body: { contractNumber: '2026-000001', email: `nobody${(asked += 1)}@nowhere.example` },
  }),
  'POST withdrawals/preview': async (cast) => ({
    url: 'withdrawals/preview',
    body: { code: await askedCode(cast) },
  }),
  'POST withdrawals/confirm': async (cast) => ({
    url: 'withdrawals/confirm',
    body: { code: await askedCode(cast) },
  }),
  'POST stocks/{stockId}/contracts/{contractId}/cleared': async ({ house }) => {
    const own = await house.tenant()
    const at = house.world.running.platform.clock.now()
    await house.world.running.platform.db
      .updateTable('contract')
      .set({ status: 'cancelled', withdrawn_at: at })
      .where('id', '=', own.contractId)
      .execute()
    return { url: `stocks/${house.stock.stockId}/contracts/${own.contractId}/cleared`, as: { own } }
  },
  'PUT stocks/{stockId}/contracts/{contractId}/transfer': async ({ house }) => {
    const own = await house.tenant()
    return {
      url: `stocks/${house.stock.stockId}/contracts/${own.contractId}/transfer`,
      body: { boxId: house.freeBox().id },
      as: { own },
    }
  },
}
