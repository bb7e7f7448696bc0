import { listContractInvoices } from '@stowage/api/billing'
import { closeContract, previewClosing } from '@stowage/api/contracts'
import type { RunningContracts } from './running-contracts.ts'

interface Rented {
  readonly id: string
  readonly stockId: string
}

/** A superUser at the desk who settles contracts. */
export function closingDesk({ people, world }: Pick<RunningContracts, 'people' | 'world'>) {
  const preview = async ({ id, stockId }: Rented) =>
    (await people.sofia.call(previewClosing, { params: { stockId, contractId: id } })).body
  return {
    preview,
    papers: async ({ id }: Pick<Rented, 'id'>) =>
      (await people.sofia.call(listContractInvoices, { params: { contractId: id } })).body,
    /** Closes with exactly what the preview showed. */
    async closeAsShown({ id, stockId }: Rented) {
      const shown = await preview({ id, stockId })
      const { charged, credited, deposit, owed, payout } = shown
      const closed = await people.sofia.call(closeContract, {
        params: { stockId, contractId: id },
        body: { shown: { charged, credited, deposit, owed, payout } },
      })
      if (closed.errors.length > 0) throw new Error(`not closed: ${closed.raw}`)
      await world.deliver()
      return shown
    },
  }
}
