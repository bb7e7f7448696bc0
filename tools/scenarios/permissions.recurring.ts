import type { Make } from './permissions.calls.ts'

/** How the rows of automatic payments are tried. The house has no card processor: switching on is refused for that. */
export const recurringCalls: Readonly<Record<string, Make>> = {
  'GET /payment-form': () => ({ url: '/payment-form?payment=01JD0000000000000000000000&token=doc.x.y' }),
  'GET contracts/{contractId}/subscription': ({ clara }) => ({
    url: `contracts/${clara.contractId}/subscription`,
  }),
  'POST contracts/{contractId}/subscription': ({ clara }) => ({
    url: `contracts/${clara.contractId}/subscription`,
  }),
  'DELETE contracts/{contractId}/subscription': ({ clara }) => ({
    url: `contracts/${clara.contractId}/subscription`,
  }),
  'GET subscriptions': () => ({ url: 'subscriptions?page=1&status=active&sort=-client' }),
}
