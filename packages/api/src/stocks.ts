import * as z from 'zod/mini'
import { databaseKinds } from '@stowage/domain/database-kind'
import { limits } from '@stowage/domain/limits'
import { endpoint } from './endpoint.ts'
import { Seller, StockSettings } from './entities/stocks.ts'
import {
  bothOrNone,
  country,
  currency,
  degrees,
  email,
  flag,
  id,
  instant,
  minor,
  oneOf,
  optionalCreditorId,
  optionalText,
  pathId,
  percent,
  phone,
  text,
  whole,
} from './fields.ts'
import { lockId } from './lock-id.ts'
import { wire } from './wire.ts'

/** A time of day as HH:mm. */
const time = () =>
  z.string('1005').check(z.refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), '1005'))
const given = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema))

const equipment = z.object({
  id: lockId(),
  name: text(1, 60),
  kind: z._default(oneOf(['door', 'gate', 'barrier']), 'door'),
  /** Opens outside the hours too: the way out. */
  isExit: z._default(flag(), false),
  /** Opens only for who is in the stock's network. */
  requiresOnSite: z._default(flag(), false),
})

/** Days before or after a due day, each once. What is wrong with one of them is said of the list: a form has one field for it. */
const dayList = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.array(z.number('1005'), '1005').check(
    z.maxLength(limits.reminder.steps, '1004'),
    z.refine((days) => days.every((day) => Number.isInteger(day) && day >= min && day <= max), '1005'),
    z.refine((days) => new Set(days).size === days.length, '1005'),
  )

const { text: lengths } = limits
/** What the form cannot be sent without (specification 5). */
const required = {
  name: text(...lengths.stockName),
  cityId: id(),
  address: text(...lengths.stockAddress),
  zip: text(...lengths.zip),
  phone: phone(),
  currency: currency(),
  maxContractDuration: whole(limits.maxContractDurationMonths.min, limits.maxContractDurationMonths.max),
}
const others = {
  hasBoxes: z.optional(flag()),
  isExternal: z.optional(flag()),
  externalId: optionalText(1, 64),
  /** In front of document numbers; made from the name when a new stock comes without one. */
  code: z.optional(
    z.string('1005').check(
      z.trim(),
      z.refine((value) => /^[A-Z0-9]{2,8}$/.test(value), '1005'),
    ),
  ),
  /** May be left out where there is only one seller. */
  sellerId: z.optional(id()),
  /** IANA name; may be left out where another stock of the city says it. */
  timeZone: z.optional(text(1, 64)),
  openingTime: z.optional(time()),
  closingTime: z.optional(time()),
  latitude: given(degrees(90)),
  longitude: given(degrees(180)),
  carHeightLimitCm: given(whole(100, 2000)),
  depositMonths: z.optional(whole(0, 12)),
  refundUnusedTime: z.optional(flag()),
  riseNoticeDays: z.optional(whole(0, 365)),
  riseCapPercent: z.optional(percent()),
  /** For how many days files of identity documents are kept; null after verification: until the tenant has left. */
  kycDaysVerified: given(whole(0, 3650)),
  kycDaysRejected: z.optional(whole(0, 3650)),
  kycDaysLeft: z.optional(whole(0, 3650)),
  discount: z.optional(percent()),
  invoiceNotPaidFeePercent: z.optional(percent(limits.penaltyPercentPerDay.max)),
  daysWithoutFee: z.optional(whole(0, 365)),
  contractEndedFee: z.optional(percent(limits.penaltyPercentPerDay.max)),
  penaltyCapPercent: z.optional(percent(1000)),
  remindDaysBefore: z.optional(dayList(limits.reminder.daysBefore)),
  remindDaysAfter: z.optional(dayList(limits.reminder.daysAfter)),
  insuranceCoverageAmount: z.optional(minor()),
  insuranceMonthlyAmount: z.optional(minor()),
  insuranceTaxPercent: z.optional(percent()),
  /** A change begins today at the stock (decisions.md C15). */
  legalUsersVatRate: z.optional(percent()),
  individualUsersVatRate: z.optional(percent()),
  /** Why rent bears no VAT: printed on invoices whose rate is 0. */
  legalExemptionReason: optionalText(1, 200),
  individualExemptionReason: optionalText(1, 200),
  wifiNetworkName: optionalText(...lengths.wifiNetworkName),
  wifiPassword: optionalText(...lengths.wifiPassword),
  routerIp: optionalText(1, 45),
  servicePort: given(whole(1, 65_535)),
  offlineAppUrl: optionalText(1, 300),
  dbServer: optionalText(1, 253),
  dbPort: given(whole(1, 65_535)),
  /** Null: by its port. */
  dbKind: given(oneOf(databaseKinds)),
  /** Wishes go into its table of commands, beside the task for staff. */
  dbTakesCommands: z.optional(flag()),
  dbName: optionalText(1, 128),
  dbUsername: optionalText(1, 128),
  /** Kept sealed and never answered; left out or empty: stays, null: taken away. */
  dbPassword: optionalText(1, 256),
  internalEquipments: z.optional(z.array(equipment).check(z.maxLength(50, '1004'))),
}
const names = {
  externalId: 'stockId_sm',
  legalUsersVatRate: 'legalUsersVATRate',
  individualUsersVatRate: 'individualUsersVATRate',
} as const

export const getStock = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'stocks/{id}',
  summary: 'One stock with its settings; technical fields by role',
  access: ['stocks.settings'],
  params: z.object({ id: pathId() }),
  answer: StockSettings,
  errors: [6006],
})
export const createStock = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'stocks',
  summary: 'A stock',
  access: [],
  body: wire(z.object({ ...required, ...others }).check(bothOrNone()), names),
  answer: StockSettings,
  errors: [6011, 6013, 9114],
})
export const updateStock = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'stocks/{id}',
  summary: 'Change a stock: the whole, or some of it; what is not sent stays',
  access: [],
  params: z.object({ id: pathId() }),
  body: wire(
    z.extend(z.partial(z.object(required)), { ...others, updated: given(instant()) }).check(bothOrNone()),
    names,
  ),
  answer: StockSettings,
  errors: [1003, 6006, 6011, 6013, 9109, 9112, 9114, 9115],
})
export const deleteStock = endpoint({
  module: 'catalog',
  method: 'DELETE',
  path: 'stocks/{id}',
  summary: 'Delete a stock that nobody rents at or owes for',
  access: [],
  params: z.object({ id: pathId() }),
  errors: [5000, 6006, 9110],
})

const sellerFields = z.object({
  name: text(1, 128),
  address: text(1, 254),
  country: country(),
  email: email(),
  phone: phone(),
  taxNumber: optionalText(1, 30),
  vatId: optionalText(1, 30),
  registrationNumber: optionalText(1, 30),
  bankName: optionalText(1, 128),
  iban: optionalText(5, 42),
  bic: optionalText(8, 11),
  creditorId: optionalCreditorId(),
  /** By how much a first payment may fall short and count as paid, in minor units; 100 unless given. */
  paymentTolerance: z.optional(minor()),
})
const sellerNames = { vatId: 'VATId' } as const
export const listSellers = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'sellers',
  summary: 'Legal entities that stocks sell for',
  access: [],
  answer: z.array(Seller),
})
export const createSeller = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'sellers',
  summary: 'A legal entity that stocks can sell for',
  access: [],
  body: wire(sellerFields, sellerNames),
  answer: Seller,
  // Its account number is on every invoice: where money goes.
  notByKey: true,
})
export const updateSeller = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'sellers/{id}',
  summary: 'Change a seller; issued documents keep what they say',
  access: [],
  params: z.object({ id: pathId() }),
  body: wire(z.extend(z.partial(sellerFields), { updated: given(instant()) }), sellerNames),
  answer: Seller,
  errors: [9104, 9109],
  notByKey: true,
})
export const deleteSeller = endpoint({
  module: 'catalog',
  method: 'DELETE',
  path: 'sellers/{id}',
  summary: 'Delete a seller that no stock sells for',
  access: [],
  params: z.object({ id: pathId() }),
  errors: [9104, 9110],
})
