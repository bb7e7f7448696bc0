import { beginUnpaid } from '@stowage/server/testing/begin-unpaid'
import type { Cast, Make } from './permissions.calls.ts'

/** A tenant of a running contract with an unpaid invoice: months would have to pass for the second one, so the first stands for it. */
async function owing({ house }: Cast) {
  const tenant = await house.tenant(false)
  await house.world.running.platform.db
    .updateTable('contract')
    .set({ status: 'active' })
    .where('id', '=', tenant.contractId)
    .execute()
  return tenant
}

/** A contract that has run for months with an unpaid invoice of the first, on which a penalty can be charged. */
async function late(cast: Cast): Promise<string> {
  const { contractId, documentId } = await owing(cast)
  const { db, clock } = cast.house.world.running.platform
  const day = clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 40 })
  await beginUnpaid(cast.house.world, documentId)
  await db.updateTable('document').set({ due_on: day }).where('id', '=', documentId).execute()
  await db.updateTable('stock').set({ invoice_not_paid_fee_percent: 1 }).execute()
  return contractId
}

/** How the rows of the desk are tried: what ends, who owes, whose invoice has not been mailed. */
export const deskCalls: Readonly<Record<string, Make>> = {
  'GET statistics/contracts?status={s}': () => ({ url: 'statistics/contracts?status=all&page=1' }),
  'GET statistics/debtors': () => ({ url: 'statistics/debtors' }),
  'GET statistics/invoice-emailing': () => ({ url: 'statistics/invoice-emailing' }),
  'GET parked-contracts': () => ({ url: 'parked-contracts' }),
  'POST parked-contracts/retry': () => ({ url: 'parked-contracts/retry', body: {} }),
  'GET penalties': () => ({ url: 'penalties' }),
  'POST penalties': async (cast, role) => {
    // Nobody else gets as far as the contract.
    if (role !== 'superUser') return { url: 'penalties', body: { contractId: cast.clara.contractId } }
    return { url: 'penalties', body: { contractId: await late(cast) } }
  },
  'GET notifications/invoices-emailing?userId={id}&invoicesIds={ids}': ({ clara }) => ({
    url: `notifications/invoices-emailing?userId=${clara.id}&invoicesIds=${clara.documentId}`,
  }),
  'POST notifications/invoices-emailing': async (cast, role) => {
    const tenant = await owing(cast)
    return {
      url: 'notifications/invoices-emailing',
      body: { invoiceId: tenant.documentId },
      ...(role === 'own' ? { as: { own: tenant } } : {}),
    }
  },
}
