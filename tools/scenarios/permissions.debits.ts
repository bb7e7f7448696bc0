import type { Make } from './permissions.calls.ts'

const NONE = '01JD0000000000000000000000'
const AGREED = {
  holder: 'Clara Test',
  iban: 'DE89 3704 0044 0532 0130 00',
  textHash: '0'.repeat(64),
  isAgreed: true,
}

/** How the rows of direct debits through a bank are tried. The house's seller has no identifier: nobody signs, nothing waits. */
export const debitCalls: Readonly<Record<string, Make>> = {
  'GET contracts/{contractId}/mandate': ({ clara }) => ({ url: `contracts/${clara.contractId}/mandate` }),
  'POST contracts/{contractId}/mandate': ({ clara }) => ({
    url: `contracts/${clara.contractId}/mandate`,
    body: AGREED,
  }),
  'GET debit-batches': () => ({ url: 'debit-batches' }),
  'POST debit-batches': () => ({ url: 'debit-batches', body: { sellerId: NONE } }),
  'GET debit-batches/{id}': () => ({ url: `debit-batches/${NONE}` }),
  'POST debit-batches/{id}/file': () => ({ url: `debit-batches/${NONE}/file` }),
  'POST debit-batches/{id}/withdraw': () => ({ url: `debit-batches/${NONE}/withdraw` }),
  'POST debit-batches/{id}/refuse': () => ({ url: `debit-batches/${NONE}/refuse` }),
  'POST debit-batches/{id}/settle': () => ({
    url: `debit-batches/${NONE}/settle`,
    body: { day: '2026-11-20' },
  }),
  'POST debit-batches/{id}/returns': () => ({
    url: `debit-batches/${NONE}/returns`,
    body: { paymentId: NONE, day: '2026-11-20', code: 'AM04' },
  }),
}
