import type { Make } from './permissions.calls.ts'

/** How the rows of payments and their messages are tried. */
export const paymentCalls: Readonly<Record<string, Make>> = {
  'GET payments/external-payments': () => ({ url: 'payments/external-payments' }),
  'GET users/{userId}/payments': ({ clara }) => ({ url: `users/${clara.id}/payments` }),
  'GET payments/messages': () => ({ url: 'payments/messages' }),
  'GET payments/messages/{id}': ({ clara }) => ({ url: `payments/messages/${clara.id}` }),
  'POST payments/messages/{id}/replay': ({ clara }) => ({
    url: `payments/messages/${clara.id}/replay`,
    body: {},
  }),
  'GET payments/{paymentId}/refunds': ({ clara }) => ({ url: `payments/${clara.id}/refunds` }),
  'POST payments/{paymentId}/refunds': ({ clara }) => ({
    url: `payments/${clara.id}/refunds`,
    body: { amount: 100, reason: 'Paid twice' },
  }),
  'GET payments/disputes': () => ({ url: 'payments/disputes' }),
  'POST payments/disputes/{id}/handle': ({ clara }) => ({
    url: `payments/disputes/${clara.id}/handle`,
    body: {},
  }),
  'GET payments/settlements': () => ({ url: 'payments/settlements' }),
  'GET payments/methods?stockId={id}': ({ house }) => ({
    url: `payments/methods?stockId=${house.stock.stockId}`,
  }),
}
