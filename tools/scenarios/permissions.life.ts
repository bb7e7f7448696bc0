import type { Make } from './permissions.calls.ts'

/** How the rows of turns in a contract's life are tried: each at a contract of its own. */
export const lifeCalls: Readonly<Record<string, Make>> = {
  'GET stocks/{stockId}/contracts/{contractId}/transfer?boxId={boxid}': async ({ house }) => {
    const own = await house.tenant()
    const path = `stocks/${house.stock.stockId}/contracts/${own.contractId}/transfer`
    return { url: `${path}?boxId=${house.freeBox().id}`, as: { own } }
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
