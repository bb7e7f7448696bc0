import { createRole } from '@stowage/api/roles'
import type { Cast, Make } from './permissions.calls.ts'

let count = 0

async function role({ house }: Cast): Promise<string> {
  const { body } = await house.people.sofia.call(createRole, {
    body: { name: 'Clerk', alias: `clerk-${(count += 1)}`, platformRole: 'staff' },
  })
  return body.id
}

/** How the rows of roles, company and audit are tried. */
export const registerCalls: Readonly<Record<string, Make>> = {
  'GET roles': () => ({ url: 'roles' }),
  'POST roles': () => ({
    url: 'roles',
    body: { name: 'Night shift', alias: `night-${(count += 1)}`, platformRole: 'staff' },
  }),
  'PUT roles/{id}': async (cast) => ({ url: `roles/${await role(cast)}`, body: { name: 'Other' } }),
  'DELETE roles/{id}': async (cast) => ({ url: `roles/${await role(cast)}` }),
  'PUT company': () => ({ url: 'company', body: { supportPhone: '+49 30 1' } }),
  'GET audit?page={n}': () => ({ url: 'audit?page=1' }),
}
