import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Page } from './entities/answer.ts'
import { RentRise, RiseCandidate, RisePreview, RiseRefusal } from './entities/rises.ts'
import { day, id, minor, oneOf, pathId, percent, wholeText } from './fields.ts'
import { wire } from './wire.ts'

/** How many contracts one call prices or serves. */
export const RISES_AT_ONCE = 500

export const listRiseCandidates = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'rent-rises/candidates',
  summary: 'Running contracts of a stock with their rate, the street rate and the earliest day of a rise',
  access: [],
  query: z.object({
    stockId: pathId(),
    categoryId: z.optional(pathId()),
    /** Only those whose rate is at least so many percent below the street rate. */
    below: z.optional(wholeText(0, 100)),
  }),
  answer: z.object({
    noticeDays: z.int(),
    capPercent: z.number(),
    items: z.array(RiseCandidate),
  }),
  errors: [1005, 9104],
})

const several = <T extends z.core.$ZodType>(item: T) =>
  z.array(item).check(z.minLength(1, '1003'), z.maxLength(RISES_AT_ONCE, '1004'))

/** Computes and writes nothing. */
export const previewRises = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'rent-rises/preview',
  summary: 'What a rise would come to, contract by contract; nothing is told to anybody',
  access: [],
  body: z.object({
    contractIds: several(id()),
    /** By a percentage of the present rate, or up to the street rate; never above the stock’s cap. */
    how: oneOf(['percent', 'street']),
    percent: z.optional(percent(1000)),
  }),
  answer: z.array(RisePreview),
  errors: [1003, 1004, 1005],
})

export const serveRises = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'rent-rises',
  summary: 'Serve notices of a new rent: each becomes effective with its mail',
  access: [],
  notWhileImpersonating: true,
  body: z.object({
    /** As they were previewed: another rate or day by now is refused with `otherDay` or the like. */
    items: several(
      wire(z.object({ contractId: id(), rate: minor(), from: day() }), { contractId: 'ContractID' }),
    ),
  }),
  answer: z.array(
    wire(z.object({ contractId: z.string(), id: z.nullable(z.string()), refusal: z.nullable(RiseRefusal) }), {
      contractId: 'ContractID',
    }),
  ),
  errors: [1003, 1004, 1005, 9123],
})

export const listRises = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'rent-rises',
  summary: 'Notices of a new rent, newest first, 50 a page',
  access: [],
  query: wire(
    z.object({
      stockId: z.optional(pathId()),
      contractId: z.optional(pathId()),
      page: z.optional(wholeText(1, 100_000)),
    }),
    { contractId: 'ContractID' },
  ),
  answer: Page(RentRise),
})

export const withdrawRise = endpoint({
  module: 'billing',
  method: 'DELETE',
  path: 'rent-rises/{id}',
  summary: 'Take a notice of a new rent back, while no invoice bears it; its tenant is told',
  access: [],
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  answer: RentRise,
  errors: [9104, 9124],
})
