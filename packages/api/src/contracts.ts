import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  ClosingPreview,
  ClosingTotals,
  Contract,
  TransferPreview,
  TransferTotals,
} from './entities/contracts.ts'
import { day, flag, id, instant, localMoment, oneOf, pathId } from './fields.ts'
import { wire } from './wire.ts'

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
  scopedBy: 'contractId',
  opensByAccessToken: true,
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
  notWhileImpersonating: true,
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

/** What the tenant of a contract has agreed to; one that was signed here has both. */
export const setAgreements = endpoint({
  module: 'contracts',
  method: 'PUT',
  path: 'contracts/{contractId}/agreements',
  summary: 'Whether a late fee and a door that closes over debts were agreed',
  access: [],
  notWhileImpersonating: true,
  params: z.object({ contractId: pathId() }),
  body: z.object({ lateFeeAgreed: flag(), doorClosingAgreed: flag() }),
  answer: Contract,
  errors: [6010, 9104],
})

/** Notes the day on which the tenant means to leave, or takes it back with null; the owner says it with boxes/{UnitID}/leave. */
export const planLeaving = endpoint({
  module: 'contracts',
  method: 'PUT',
  path: 'stocks/{stockId}/contracts/{contractId}',
  summary: 'Planned leaving date of a running contract: from today on, not before its start',
  access: [],
  params: z.object({ stockId: pathId(), contractId: pathId() }),
  body: z.object({
    plannedLeaveDate: z.nullable(day()),
    /** As it was read: a contract changed since is answered with 9109 and the present one. */
    updated: z.optional(z.nullable(instant())),
  }),
  answer: Contract,
  errors: [1003, 1005, 9001, 9104, 9109],
})
const closed = { stockId: pathId(), contractId: pathId() }
/** What closing a contract today would come to. */
export const previewClosing = endpoint({
  module: 'contracts',
  method: 'GET',
  path: 'stocks/{stockId}/contracts/{contractId}/closing',
  summary: 'The settlement that closing a contract today would make',
  access: [],
  params: z.object(closed),
  answer: ClosingPreview,
  errors: [9104, 9109, 9111],
})
/**
 * Closes a running contract whose things are out and settles it by the day. With the totals that were shown: others are 9109, and
 * nothing is done.
 */
export const closeContract = endpoint({
  module: 'contracts',
  method: 'PUT',
  path: 'stocks/{stockId}/contracts/{contractId}/terminate',
  summary: 'Close a contract with a final statement',
  access: [],
  params: z.object(closed),
  query: wire(z.object({ boxId: z.optional(pathId()) }), { boxId: 'boxId_sm' }),
  body: wire(z.object({ boxId: z.optional(pathId()), shown: z.optional(z.nullable(ClosingTotals)) }), {
    boxId: 'boxId_sm',
  }),
  answer: Contract,
  errors: [6005, 9104, 9109, 9111],
})
/** What moving a contract to another free box of its stock today would cost. */
export const previewTransfer = endpoint({
  module: 'contracts',
  method: 'GET',
  path: 'stocks/{stockId}/contracts/{contractId}/transfer',
  summary: 'What moving to another box today would cost',
  access: [],
  params: z.object(closed),
  query: z.object({ boxId: pathId() }),
  answer: TransferPreview,
  errors: [6001, 6005, 6007, 6010, 9104, 9109, 9111, 9126],
})
/** Moves it: same number, same term, billed by the day. With the totals that were shown: others are 9109, and nothing is done. */
export const transferContract = endpoint({
  module: 'contracts',
  method: 'PUT',
  path: 'stocks/{stockId}/contracts/{contractId}/transfer',
  summary: 'Move a running contract to another free box of its stock',
  access: [],
  params: z.object(closed),
  body: z.object({ boxId: id(), shown: z.optional(z.nullable(TransferTotals)) }),
  answer: Contract,
  errors: [6001, 6005, 6007, 6010, 9104, 9109, 9111, 9126],
})
/** Lifts 7008 on an ended contract for 24 hours from now; a second press begins them anew. */
export const openMoveOut = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'stocks/{stockId}/contracts/{contractId}/move-out-window',
  summary: 'Let the tenant of an ended contract in for 24 hours to fetch his things',
  access: ['equipment.open'],
  params: z.object(closed),
  answer: Contract,
  errors: [9104, 9109],
})
/** Whose contract, and once more which box, in the words of the specification; the address-driven dialogs leave boxId out. */
const ofTenant = {
  userId: z.optional(z.nullable(z.string())),
  unitNumber: z.optional(z.nullable(z.string())),
  boxId: z.optional(z.nullable(z.string())),
}
/** One more term of the same length; 9117 says why not. */
export const extendContract = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'boxes/{unitId}/extend',
  notWhileImpersonating: true,
  summary: 'Extend a contract by its own length, once per running term, from 7 days before its end on',
  access: ['client'],
  params: z.object({ unitId: pathId() }),
  body: wire(z.object(ofTenant), { unitNumber: 'UnitNumber' }),
  answer: Contract,
  errors: [6005, 9109, 9117],
})
/** The tenant's notice. */
export const giveNotice = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'boxes/{unitId}/leave',
  notWhileImpersonating: true,
  summary: 'Give notice: the day and time, in the stock’s own time, at which the box will be empty',
  access: ['client'],
  params: z.object({ unitId: pathId() }),
  body: wire(z.object({ ...ofTenant, leaveDate: localMoment() }), { unitNumber: 'UnitNumber' }),
  answer: Contract,
  errors: [1003, 1005, 6005, 9001, 9109, 9117],
})
/** Before notice is given: what the house then still asks for and gives back, as things stand today. */
export const previewLeaving = endpoint({
  module: 'contracts',
  method: 'GET',
  path: 'boxes/{unitId}/leave',
  summary: 'The settlement that leaving on a day would come to',
  access: ['client'],
  params: z.object({ unitId: pathId() }),
  query: z.object({ userId: z.optional(z.string()), leaveDate: day() }),
  answer: ClosingPreview,
  errors: [1003, 1005, 6005, 9001, 9109, 9111, 9117],
})
export const withdrawNotice = endpoint({
  module: 'contracts',
  method: 'DELETE',
  path: 'boxes/{unitId}/leave',
  notWhileImpersonating: true,
  summary: 'Take a notice back, until the day it names',
  access: ['client'],
  params: z.object({ unitId: pathId() }),
  query: z.object({ userId: z.optional(z.string()) }),
  answer: Contract,
  errors: [6005, 9109, 9117],
})
/** Lives here and not with the accounts: it asks for contracts, reservations and money. */
export const deleteUser = endpoint({
  module: 'contracts',
  method: 'DELETE',
  path: 'users/{id}',
  summary: 'End an account that holds nothing and owes nothing; never one’s own',
  access: [],
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  errors: [5000, 6004],
})
