import type { Make } from './permissions.calls.ts'

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
  'PUT stocks/{stockId}/contracts/{contractId}/transfer': async ({ house }) => {
    const own = await house.tenant()
    return {
      url: `stocks/${house.stock.stockId}/contracts/${own.contractId}/transfer`,
      body: { boxId: house.freeBox().id },
      as: { own },
    }
  },
}
