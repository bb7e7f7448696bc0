import { accessActions } from '@stowage/domain/access-record'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { HistoryRecord, MyStock } from './entities/access.ts'
import { Page } from './entities/answer.ts'
import { LockStatus } from './entities/catalog.ts'
import { day, ofStock, oneOf, pathId, wholeText } from './fields.ts'

const opened = z.object({
  result: z.enum(['opened', 'sent', 'already_open']),
  lockStatus: LockStatus,
  warning: z.optional(z.string()),
})
const OPENING = [
  2, 6003, 6005, 6006, 6007, 6008, 6009, 6013, 6014, 7000, 7001, 7002, 7003, 7005, 7006, 7007, 7008,
] as const

/** The specification has two methods for it. */
const opening = {
  module: 'access',
  path: 'boxes/{id}/open',
  access: ['client'],
  params: z.object({ id: pathId() }),
  body: z.object({ stockId: z.optional(z.nullable(z.string())) }),
  answer: opened,
  errors: OPENING,
} as const
export const openBox = endpoint({ ...opening, method: 'PUT', summary: 'Open a box' })
export const openOwnBox = endpoint({ ...opening, method: 'POST', summary: "Open one's own box" })
export const openEquipment = endpoint({
  module: 'access',
  method: 'PUT',
  path: 'stocks/{id}/open',
  summary: 'Open a gate or door',
  access: ['client', 'equipment.open'],
  params: z.object({ id: pathId() }),
  body: z.object({ locationId: z.string().check(z.maxLength(20)) }),
  answer: opened,
  errors: OPENING,
})
export const openEquipmentById = endpoint({
  module: 'access',
  method: 'PUT',
  path: 'stocks/{id}/equipment/{equipmentId}/open',
  summary: 'The same by path',
  access: ['client', 'equipment.open'],
  params: z.object({ id: pathId(), equipmentId: z.string().check(z.maxLength(20)) }),
  answer: opened,
  errors: OPENING,
})
export const availability = endpoint({
  module: 'access',
  method: 'GET',
  path: 'stocks/{id}/availability',
  summary: 'Whether the site answers; true also where no locks server is set up',
  access: ['client', 'stocks.availability'],
  params: z.object({ id: pathId() }),
  answer: z.object({ isOk: z.boolean() }),
  errors: [6006],
})
export const boxHistory = endpoint({
  module: 'access',
  method: 'GET',
  path: 'boxes/{id}/history',
  summary: 'Every try at a box; tenants see their own time',
  access: ['client', 'boxes.history'],
  params: z.object({ id: pathId() }),
  query: z.extend(ofStock(), { page: z.optional(wholeText(1, 100_000)) }),
  answer: z.union([z.array(HistoryRecord), Page(HistoryRecord)]),
  errors: [6003, 6005],
})
export const stockHistory = endpoint({
  module: 'access',
  method: 'GET',
  path: 'stocks/{id}/history',
  summary: 'Every try at a stock, 10 a page; by days of the stock, box, person and what became of it',
  access: ['stocks.history'],
  params: z.object({ id: pathId() }),
  query: z.object({
    page: z.optional(wholeText(1, 100_000)),
    from: z.optional(day()),
    to: z.optional(day()),
    /** The beginning of a box's number. */
    box: z.optional(z.string().check(z.maxLength(40))),
    /** Part of the e-mail of who stood there. */
    person: z.optional(z.string().check(z.maxLength(129))),
    result: z.optional(oneOf(accessActions)),
  }),
  answer: z.union([z.array(HistoryRecord), Page(HistoryRecord)]),
  errors: [6006],
})
export const myBoxes = endpoint({
  module: 'access',
  method: 'GET',
  path: 'users/{userId}/boxes',
  summary: 'Boxes of an account by stock, with what opening would answer',
  access: 'signed-in',
  params: z.object({ userId: pathId() }),
  answer: z.array(MyStock),
  errors: [6004],
})
