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

/** How the rows of the desk are tried: what ends, who owes, whose invoice has not been mailed. */
export const deskCalls: Readonly<Record<string, Make>> = {
  'GET statistics/contracts?status={s}': () => ({ url: 'statistics/contracts?status=all&page=1' }),
  'GET statistics/debtors': () => ({ url: 'statistics/debtors' }),
  'GET statistics/invoice-emailing': () => ({ url: 'statistics/invoice-emailing' }),
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
