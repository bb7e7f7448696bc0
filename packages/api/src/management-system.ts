import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text } from './entities/answer.ts'
import { MapObject } from './entities/maps.ts'
import { day, flag, oneOf, optionalText, pathId, text as given } from './fields.ts'
import { wire } from './wire.ts'

export const getExternalMaps = endpoint({
  module: 'management-system',
  method: 'GET',
  path: 'stocks/{stockId}/mapSM',
  summary: 'Floor plans as the external management system has them; nothing is stored',
  access: [],
  params: z.object({ stockId: pathId() }),
  /** Objects of one map stand together, in the order of the maps. */
  answer: z.array(wire(z.extend(MapObject, { mapName: z.string() }), { mapName: 'MapName' })),
  errors: [2, 6006, 9113],
})

/** Why the last reading of an external system brought nothing; `ours`: it was read and could not be kept. */
const troubles = [
  'noSource',
  'sourceAway',
  'sourceRefuses',
  'sourcePlain',
  'sourceInner',
  'sourceUnknown',
  'sourceKind',
  'sourceTooMuch',
  'ours',
] as const

const state = z.object({
  stockId: text(),
  stockName: text(),
  /** When the copy was made that everybody sees. */
  syncedAt: maybe(text()),
  triedAt: maybe(text()),
  trouble: maybe(z.enum(troubles)),
  /** Rows that were left out, in sentences for whoever keeps the source. */
  problems: z.array(text()),
  isRunning: z.boolean(),
  units: z.int(),
  customers: z.int(),
  imported: z.int(),
  contracts: z.int(),
  documents: z.int(),
  openTasks: z.int(),
})

export const getExternalState = endpoint({
  module: 'management-system',
  method: 'GET',
  path: 'stocks/{stockId}/external',
  summary: 'How the external management system of a stock was read last',
  access: ['stocks.settings'],
  params: z.object({ stockId: pathId() }),
  answer: state,
  errors: [6006],
})
export const syncExternal = endpoint({
  module: 'management-system',
  method: 'POST',
  path: 'stocks/{stockId}/external/sync',
  summary: 'Read the external management system of a stock now',
  access: [],
  params: z.object({ stockId: pathId() }),
  answer: state,
  errors: [2, 6006],
  rateLimit: 'sensitive',
})

/** Specification 3: External user; what is known here stands behind. */
const externalUser = z.object({
  customerId: text(),
  firstName: maybe(text()),
  lastName: maybe(text()),
  company: maybe(text()),
  email: maybe(text()),
  phone: maybe(text()),
  created: text(),
  otherPhonesAndEmails: z.array(text()),
  /** Who stands for it here. */
  userId: maybe(text()),
  openContracts: z.int(),
  /** Minor units. */
  debt: z.int(),
  currency: maybe(text()),
  /** Why it would not be imported; null: it would, or is. */
  skipped: maybe(z.enum(['noEmail', 'emailTaken'])),
  /** Whose address it is where another customer of the site has the same and gets the account; null: somebody's here. */
  twinId: maybe(text()),
  /** He gets no account of his own: the one that has his confirmed address stands for him. */
  joins: z.boolean(),
})
export const listExternalUsers = endpoint({
  module: 'management-system',
  method: 'GET',
  path: 'users/external',
  summary: 'Customers of a site of the external management system',
  access: [],
  query: z.object({ siteId: given(1, 64) }),
  answer: z.array(externalUser),
  errors: [6006],
})
export const importExternalUsers = endpoint({
  module: 'management-system',
  method: 'POST',
  path: 'users/import-by-site-id',
  summary: 'Accounts for the customers of a site, with their contracts; who has one is skipped',
  access: [],
  query: z.object({ siteId: given(1, 64) }),
  answer: z.object({
    imported: z.int(),
    /** An account of the same, confirmed e-mail address stands for them now. */
    linked: z.int(),
    skipped: z.array(z.object({ customerId: text(), reason: z.enum(['noEmail', 'emailTaken']) })),
    contracts: z.int(),
  }),
  errors: [2, 6006],
  rateLimit: 'sensitive',
})

export const externalTaskKinds = [
  'terminate',
  'notice',
  'extend',
  'book',
  'document_dates',
  'payment',
  'customer',
] as const
const task = z.object({
  id: text(),
  stockId: text(),
  stockName: text(),
  kind: z.enum(externalTaskKinds),
  contractId: maybe(text()),
  contractNumber: maybe(text()),
  boxId: maybe(text()),
  unitNumber: maybe(text()),
  userId: maybe(text()),
  userName: maybe(text()),
  dateValue: maybe(text()),
  note: maybe(text()),
  /** What of a customer or a document is to be otherwise, by the names of the columns over there; of a box, for how many months. */
  changes: z.array(z.object({ name: text(), value: maybe(text()) })),
  askedAt: text(),
  askedBy: maybe(text()),
  doneAt: maybe(text()),
  doneBy: maybe(text()),
  /** Of its row in the source's table of commands; null: this source takes none. */
  command: maybe(z.enum(['waiting', 'sent'])),
})
export const listExternalTasks = endpoint({
  module: 'management-system',
  method: 'GET',
  path: 'external-tasks',
  summary: 'What people want changed in external management systems',
  access: ['contracts.read'],
  query: z.object({ stockId: optionalText(1, 30), status: z.optional(oneOf(['open', 'done', 'all'])) }),
  answer: z.array(task),
})
export const settleExternalTask = endpoint({
  module: 'management-system',
  method: 'PUT',
  path: 'external-tasks/{taskId}',
  summary: 'A task is done over there, or is to be done after all',
  access: ['contracts.read'],
  params: z.object({ taskId: pathId() }),
  body: z.object({ isDone: flag() }),
  answer: task,
  errors: [9104],
})

export const differences = [
  'missingThere',
  'missingHere',
  'unplaced',
  'until',
  'net',
  'vat',
  'gross',
] as const
export const compareExternal = endpoint({
  module: 'management-system',
  method: 'GET',
  path: 'stocks/{stockId}/external/comparison',
  summary: 'Invoices as we would have issued them beside those of the external management system',
  access: [],
  params: z.object({ stockId: pathId() }),
  query: z.object({ from: day(), until: day() }),
  answer: z.object({
    /** Periods that were compared, and those in which both say the same. */
    periods: z.int(),
    equal: z.int(),
    differences: z.array(
      z.object({
        contractId: text(),
        contractNumber: text(),
        periodFrom: text(),
        invoiceNumber: maybe(text()),
        what: z.enum(differences),
        /** Minor units; a day where `what` is `until`. */
        ours: maybe(z.union([z.int(), text()])),
        theirs: maybe(z.union([z.int(), text()])),
        currency: text(),
      }),
    ),
    syncedAt: maybe(text()),
  }),
  errors: [6006, 9001],
})
