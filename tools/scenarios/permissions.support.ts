import { addAppeal, requestAvailability } from '@stowage/api/support'
import type { Cast, Make } from './permissions.calls.ts'

let count = 0

async function appeal({ house }: Cast): Promise<string> {
  const body = { name: 'Caller', phone: `+49 30 ${(count += 1)}`, type: 'callback' as const }
  return (await house.people.sofia.call(addAppeal, { body })).body.id
}

/** Somebody waits for any box anywhere, and some box is always free in this house. */
async function waiting({ house }: Cast): Promise<string> {
  const email = `waiting${(count += 1)}@nowhere.example`
  return (
    await house.people.sofia.call(requestAvailability, { body: { name: 'Waiting', email, privacy: true } })
  ).body.id
}

/** How the rows of what people ask of us are tried; asking has an allowance per account, so that nobody asks too often here. */
export const supportCalls: Readonly<Record<string, Make>> = {
  'GET appeal?status={pending|handled}': () => ({ url: 'appeal?status=pending' }),
  'GET appeal/count': () => ({ url: 'appeal/count' }),
  'GET waiting-list': () => ({ url: 'waiting-list' }),
  'POST appeal': () => ({
    url: 'appeal',
    body: { name: 'Caller', email: 'caller@nowhere.example', phone: '+49 30 1', type: 'callback' },
  }),
  'PUT appeal/{id}': async (cast) => ({ url: `appeal/${await appeal(cast)}`, body: {} }),
  'PUT appeal/{id}/reopen': async (cast) => ({ url: `appeal/${await appeal(cast)}/reopen`, body: {} }),
  'POST appeal/{id}/offer': async (cast) => ({ url: `appeal/${await waiting(cast)}/offer`, body: {} }),
}
