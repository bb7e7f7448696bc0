import { createPayKeeper, createStripe } from '@stowage/api/processors'
import type { Cast, Make } from './permissions.calls.ts'

let count = 0
const cabinet = () => ({
  label: `Cabinet ${(count += 1)}`,
  url: 'https://stowage.example.com',
  login: 'stowage',
  currency: 'RUB' as const,
  password: 'cabinet-password',
  secretWord: 'secret-words',
})
const account = () => ({
  label: `Account ${(count += 1)}`,
  methods: ['card' as const],
  currencies: ['EUR' as const],
  secretKey: 'sk_test_51permissions',
  webhookSecret: 'whsec_permissions',
})

async function made({ house }: Cast): Promise<string> {
  const { body } = await house.people.sofia.call(createPayKeeper, { body: cabinet() })
  return body.id
}

/** How the rows of payment processors are tried. */
export const processorCalls: Readonly<Record<string, Make>> = {
  'GET payment-processors': () => ({ url: 'payment-processors' }),
  'POST payment-processors/paykeeper': () => ({ url: 'payment-processors/paykeeper', body: cabinet() }),
  'PUT payment-processors/paykeeper/{id}': async (cast) => ({
    url: `payment-processors/paykeeper/${await made(cast)}`,
    body: { login: 'other' },
  }),
  'POST payment-processors/stripe': () => ({ url: 'payment-processors/stripe', body: account() }),
  'PUT payment-processors/stripe/{id}': async ({ house }) => {
    const { body } = await house.people.sofia.call(createStripe, { body: account() })
    return { url: `payment-processors/stripe/${body.id}`, body: { methods: ['sepa'] } }
  },
  // Nobody is called: the name leads nowhere, and that is an answer.
  'POST payment-processors/{id}/test': async (cast) => ({
    url: `payment-processors/${await made(cast)}/test`,
    body: {},
  }),
  'PUT payment-processors/{id}/live': async (cast) => ({
    url: `payment-processors/${await made(cast)}/live`,
    body: { isLive: false },
  }),
  'DELETE payment-processors/{id}': async (cast) => ({ url: `payment-processors/${await made(cast)}` }),
  'GET stocks/{id}/processors': ({ house }) => ({ url: `stocks/${house.stock.stockId}/processors` }),
  'PUT stocks/{id}/processors': ({ house }) => ({
    url: `stocks/${house.stock.stockId}/processors`,
    body: { offers: [] },
  }),
}
