import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Contract } from './entities/contracts.ts'
import { oneOf, pathId } from './fields.ts'

export const getContract = endpoint({
  module: 'contracts',
  method: 'GET',
  path: 'contracts/{contractId}',
  summary: 'One contract; staff without the permission see the one that is internal for them',
  access: 'signed-in',
  params: z.object({ contractId: pathId() }),
  answer: Contract,
  errors: [9104],
})
export const listUserContracts = endpoint({
  module: 'contracts',
  method: 'GET',
  path: 'users/{userId}/contracts',
  summary: 'Contracts of an account',
  access: 'signed-in',
  params: z.object({ userId: pathId() }),
  query: z.object({ status: z.optional(oneOf(['all', 'opened', 'closed'])) }),
  answer: z.array(Contract),
  errors: [6004],
})
export const contractPdf = endpoint({
  module: 'contracts',
  method: 'GET',
  path: 'contracts/pdf',
  summary: 'The signed lease as PDF',
  access: 'signed-in',
  kind: 'file',
  query: z.object({
    contractId: pathId(),
    userId: z.optional(pathId()),
    language: z.optional(z.string()),
    token: z.optional(z.string()),
    authToken: z.optional(z.string()),
  }),
  errors: [9104],
})
export const cancelContract = endpoint({
  module: 'contracts',
  method: 'DELETE',
  path: 'contracts/{contractId}',
  summary: 'Give up a pending contract before it is paid',
  access: ['client'],
  params: z.object({ contractId: pathId() }),
  answer: Contract,
  errors: [9104, 9109],
})
/** Marks a contract as internal for a staff user, or lifts that (decisions.md B8). */
export const markInternal = endpoint({
  module: 'contracts',
  method: 'PUT',
  path: 'contracts/{contractId}/internal',
  summary: 'Mark as internal',
  access: [],
  params: z.object({ contractId: pathId() }),
  body: z.object({ internalUserId: z.nullable(z.string()) }),
  answer: Contract,
  errors: [6002, 9104],
})
