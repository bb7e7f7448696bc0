import type { Cast, Make } from './permissions.calls.ts'

/** Clara's first invoice is booked into the month in which her rental began. */
const monthOf = ({ house }: Cast) => ({ stockId: house.stock.stockId, month: '2026-11' })

/** How the rows of monthly bills are tried. */
export const billCalls: Readonly<Record<string, Make>> = {
  'GET iqacdocument/monthly-bills?stockId={id}&month={YYYY-MM}': (cast) => {
    const { stockId, month } = monthOf(cast)
    return { url: `iqacdocument/monthly-bills?stockId=${stockId}&month=${month}` }
  },
  'POST iqacdocument/monthly-bills/token': (cast) => ({
    url: 'iqacdocument/monthly-bills/token',
    body: monthOf(cast),
  }),
  'GET iqacdocument/monthly-bills/archive?bills={stockId.YYYY-MM}&{token}': (cast) => {
    const { stockId, month } = monthOf(cast)
    return { url: `iqacdocument/monthly-bills/archive?bills=${stockId}.${month}` }
  },
  'POST iqacdocument/email-monthly-bills': (cast) => ({
    url: 'iqacdocument/email-monthly-bills',
    body: { ...monthOf(cast), email: 'books@accountant.example' },
  }),
  'GET contracts/{contractId}/transactions': ({ clara }) => ({
    url: `contracts/${clara.contractId}/transactions`,
  }),
  'GET users/{userId}/transactions': ({ clara }) => ({ url: `users/${clara.id}/transactions` }),
  'GET payments/json?invoiceId={id}': ({ clara }) => ({ url: `payments/json?invoiceId=${clara.documentId}` }),
}
