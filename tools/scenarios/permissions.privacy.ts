import { askCompanyExport } from '@stowage/api/company-exports'
import { askDataExport } from '@stowage/api/privacy'
import { makeExports } from '@stowage/server/modules/reports/company-export/make-export'
import { PASSWORD } from '@stowage/server/testing/people'
import type { Cast, Make } from './permissions.calls.ts'

/** Nobody waits for an archive of the company. */
async function freeTurn({ world }: Cast['house']): Promise<void> {
  await makeExports(world.running.platform)
}

/** An archive of the company that can be downloaded; the last one, while it is there. */
async function finished({ world, people }: Cast['house']): Promise<string> {
  const { db } = world.running.platform
  const there = await db
    .selectFrom('company_export')
    .select('id')
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (there !== undefined) return there.id
  await makeExports(world.running.platform)
  const made = await people.sofia.call(askCompanyExport, {
    body: { withIdentity: false, ownPassword: PASSWORD },
  })
  await makeExports(world.running.platform)
  return made.body.id
}

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
  'GET company-exports': () => ({ url: 'company-exports' }),
  'POST company-exports': async ({ house }) => {
    await freeTurn(house)
    return { url: 'company-exports', body: { withIdentity: true, ownPassword: PASSWORD } }
  },
  'POST company-exports/{id}/link': async ({ house }) => ({
    url: `company-exports/${await finished(house)}/link`,
    body: { ownPassword: PASSWORD },
  }),
  'GET company-export-file?export={id}&{token}': async ({ house }) => ({
    url: `company-export-file?export=${await finished(house)}`,
  }),
  'DELETE company-exports/{id}': async ({ house }) => ({ url: `company-exports/${await finished(house)}` }),
  'POST erasure-search': () => ({ url: 'erasure-search', body: { email: 'nobody@traces.example' } }),
  'POST visitor-erasures': () => ({ url: 'visitor-erasures', body: { email: 'nobody@traces.example' } }),
  // What a slow machine has not sealed for a minute would be told of.
  'POST audit/verify': async ({ house }) => {
    await house.world.settle()
    return { url: 'audit/verify' }
  },
}
