import * as z from 'zod/mini'
import { permissions, platformRoles } from '@stowage/domain/roles'
import { endpoint } from './endpoint.ts'
import { Role } from './entities/accounts.ts'
import { instant, oneOf, optionalText, pathId, text } from './fields.ts'

const alias = () =>
  text(2, 30).check(
    z.refine((value) => /^[a-z][a-z0-9-]*$/.test(value), '1005'),
    z.meta({ pattern: '^[a-z][a-z0-9-]*$' }),
  )

const roleFields = z.object({
  name: text(1, 60),
  description: optionalText(1, 254),
  /** One per thing that staff do (decision 8); a role of clients or superUsers has none. */
  permissions: z.optional(
    z.array(oneOf(permissions)).check(z.refine((list) => new Set(list).size === list.length, '1005')),
  ),
})

export const listRoles = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'roles',
  summary: 'Roles, the built-in ones first, with how many accounts have each',
  access: [],
  answer: z.array(Role),
})
export const createRole = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'roles',
  summary: 'A role of one platform role; its permissions count for staff',
  access: [],
  proof: 'stale',
  notByKey: true,
  notWhileImpersonating: true,
  body: z.extend(roleFields, { alias: alias(), platformRole: oneOf(platformRoles) }),
  answer: Role,
  errors: [9000, 1005],
})
export const updateRole = endpoint({
  module: 'accounts',
  method: 'PUT',
  path: 'roles/{id}',
  summary: 'Change a custom role; who has it acts by the new list at once',
  access: [],
  proof: 'stale',
  notByKey: true,
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  body: z.extend(z.partial(roleFields), {
    alias: z.optional(alias()),
    updated: z.optional(z.nullable(instant())),
  }),
  answer: Role,
  errors: [9000, 9103, 9104, 9109],
})
export const deleteRole = endpoint({
  module: 'accounts',
  method: 'DELETE',
  path: 'roles/{id}',
  summary: 'Delete a custom role that nobody has',
  access: [],
  proof: 'stale',
  notByKey: true,
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  errors: [9103, 9104, 9110],
})
