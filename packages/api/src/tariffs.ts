import * as z from 'zod/mini'
import { currencies } from '@stowage/domain/money'
import { limits } from '@stowage/domain/limits'
import { earlyLeaves } from '@stowage/domain/tariff'
import { endpoint } from './endpoint.ts'
import { maybe } from './entities/answer.ts'
import { flag, id, instant, minor, oneOf, pathId, percent, text, whole } from './fields.ts'

const { tariffName, tariffAlias } = limits.text
const { months, noticeDays, steps } = limits.tariff

/** A tariff as a superUser sees it: switched off it is offered to nobody (decisions.md C16). */
export const Tariff = z.object({
  id: z.string(),
  stockId: z.string(),
  alias: z.string(),
  nameRu: z.string(),
  nameEn: z.string(),
  nameDe: z.string(),
  namePl: z.string(),
  minMonths: maybe(z.int()),
  maxMonths: maybe(z.int()),
  minStayMonths: z.int(),
  noticeDays: z.int(),
  steps: z.array(z.object({ fromMonth: z.int(), percent: z.number() })),
  firstMonthMinMonths: maybe(z.int()),
  firstMonthPrices: z.partialRecord(z.enum(currencies), z.int()),
  earlyLeave: z.enum(earlyLeaves),
  isOn: z.boolean(),
  position: z.int(),
  created: z.string(),
  updated: maybe(z.string()),
})

const fields = z.object({
  /** Unique in its stock; small letters, digits and hyphens. */
  alias: text(...tariffAlias).check(z.refine((value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value), '1005')),
  nameRu: text(...tariffName),
  nameEn: text(...tariffName),
  nameDe: text(...tariffName),
  namePl: text(...tariffName),
  /** Months of the term that may be chosen; both null: open-ended. */
  minMonths: z.nullable(whole(1, months)),
  maxMonths: z.nullable(whole(1, months)),
  minStayMonths: whole(0, months),
  noticeDays: whole(0, noticeDays),
  /** From this month of the term on the month's rent is so many percent lower, until a later step says otherwise. */
  steps: z
    .array(z.object({ fromMonth: whole(1, months), percent: percent() }))
    .check(z.maxLength(steps, '1004')),
  /** For new customers who are bound for so many months at least; null: no price of its own. */
  firstMonthMinMonths: z.nullable(whole(1, months)),
  /** Net, minor units by currency. */
  firstMonthPrices: z.partialRecord(z.enum(currencies), minor(), '1005'),
  earlyLeave: oneOf(earlyLeaves),
  isOn: z.optional(flag()),
})

interface Term {
  readonly minMonths?: number | null | undefined
  readonly maxMonths?: number | null | undefined
}
/** Both ends of the term or none. What else does not fit is said by the domain when the whole tariff is known. */
const bothEnds = <T extends Term>() =>
  z.refine<T>(({ minMonths, maxMonths }) => (minMonths == null) === (maxMonths == null), {
    error: '1003',
    path: ['maxMonths'],
  })

export const listTariffs = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'tariffs',
  summary: 'Tariffs of a stock, switched on or not',
  access: [],
  query: z.object({ stockId: z.optional(pathId()) }),
  answer: z.array(Tariff),
  errors: [6003, 6006],
})
export const createTariff = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'tariffs',
  summary: 'A tariff of a stock; switched off unless said otherwise',
  access: [],
  body: z.extend(fields, { stockId: id() }).check(bothEnds()),
  answer: Tariff,
  errors: [6006, 9000],
})
/** For a stock of before: new ones have them from the beginning. */
export const addTariffPresets = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'tariffs/presets',
  summary: 'Those of the five usual tariffs that a stock lacks, all switched off',
  access: [],
  body: z.object({ stockId: id() }),
  answer: z.array(Tariff),
  errors: [6006],
})
export const updateTariff = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'tariffs/{id}',
  summary: 'Change a tariff, or switch it on or off; what is not sent stays, concluded contracts keep theirs',
  access: [],
  params: z.object({ id: pathId() }),
  body: z.extend(z.partial(fields), { updated: z.optional(z.nullable(instant())) }),
  answer: Tariff,
  errors: [9000, 9104, 9109],
})
export const deleteTariff = endpoint({
  module: 'catalog',
  method: 'DELETE',
  path: 'tariffs/{id}',
  summary: 'Delete a tariff; concluded contracts keep it',
  access: [],
  params: z.object({ id: pathId() }),
  errors: [9104],
})
