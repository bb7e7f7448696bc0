import { askDataExport } from '@stowage/api/privacy'
import { PASSWORD } from '@stowage/server/testing/people'
import type { Make } from './permissions.calls.ts'

/** How the rows of a person's data are tried: each try at a person of its own, since a link opens once and nobody is erased twice. */
export const privacyCalls: Readonly<Record<string, Make>> = {
  'POST users/{id}/data-export': async ({ house }) => {
    const own = await house.person()
    return { url: `users/${own.id}/data-export`, body: { password: PASSWORD }, as: { own } }
  },
  'GET data-export?data={exportId}&{token}': async ({ house }) => {
    const own = await house.person()
    const link = await own.call(askDataExport, { params: { id: own.id }, body: { password: PASSWORD } })
    return { url: `data-export?data=${link.body.data}`, as: { own } }
  },
  'POST users/{id}/erasure-request': async ({ house }) => {
    const own = await house.person()
    return { url: `users/${own.id}/erasure-request`, body: { wanted: true }, as: { own } }
  },
  'GET users/{id}/erasure': async ({ house }) => {
    const own = await house.person()
    return { url: `users/${own.id}/erasure`, as: { own } }
  },
  'POST users/{id}/erasure': async ({ house }) => {
    const own = await house.person()
    return { url: `users/${own.id}/erasure`, body: { email: own.email }, as: { own } }
  },
  'POST erasure-search': () => ({ url: 'erasure-search', body: { email: 'nobody@traces.example' } }),
  'POST visitor-erasures': () => ({ url: 'visitor-erasures', body: { email: 'nobody@traces.example' } }),
  // What a slow machine has not sealed for a minute would be told of.
  'POST audit/verify': async ({ house }) => {
    await house.world.settle()
    return { url: 'audit/verify' }
  },
}
