import * as z from 'zod/mini'
import { databaseKinds } from '@stowage/domain/database-kind'
import { wire } from '../wire.ts'
import { UserInfo } from './accounts.ts'
import { maybe, text } from './answer.ts'

export const City = wire(
  z.object({
    id: text(),
    city: text(),
    country: text(),
    size: z.int(),
    latitude: maybe(z.number()),
    longitude: maybe(z.number()),
    created: text(),
    updated: maybe(text()),
  }),
  { id: '_id' },
)

export const Equipment = z.object({
  id: text(),
  name: text(),
  kind: z.enum(['door', 'gate', 'barrier']),
  isExit: z.boolean(),
  requiresOnSite: z.optional(z.boolean()),
})

export const SizeGroup = z.enum(['s', 'm', 'l', 'xl'])

export const LockStatus = z.enum(['opened', 'closed', 'unavailable'])

/** What a stock offers for one size group, for the wizard's cards. */
export const StockOffer = z.object({
  sizeGroup: SizeGroup,
  free: z.int(),
  total: z.int(),
  priceFrom: maybe(z.int()),
})

export const Stock = wire(
  z.object({
    id: text(),
    externalId: maybe(text()),
    code: z.optional(text()),
    name: text(),
    cityId: text(),
    city: z.optional(City),
    sellerId: z.optional(text()),
    address: text(),
    zip: text(),
    phone: text(),
    hasBoxes: z.boolean(),
    boxRenting: z.boolean(),
    isExternal: z.boolean(),
    currency: text(),
    maxContractDuration: z.int(),
    /** Whoever books here chooses a tariff. */
    hasTariffs: z.boolean(),
    timeZone: text(),
    openingTime: text(),
    closingTime: text(),
    latitude: maybe(z.number()),
    longitude: maybe(z.number()),
    carHeightLimitCm: maybe(z.int()),
    depositMonths: z.int(),
    discount: z.number(),
    insuranceCoverageAmount: z.int(),
    insuranceMonthlyAmount: z.int(),
    insuranceTaxPercent: z.number(),
    legalUsersVatRate: z.number(),
    individualUsersVatRate: z.number(),
    invoiceNotPaidFeePercent: z.optional(z.number()),
    daysWithoutFee: z.optional(z.int()),
    contractEndedFee: z.optional(z.number()),
    /** Payment by card is offered: a processor is set up for this currency. */
    onlinePayment: z.boolean(),
    /** Payment by bank transfer is offered: its seller has an account to pay to. */
    bankTransfer: z.boolean(),
    floors: z.int(),
    offers: z.array(StockOffer),
    wifiNetworkName: maybe(text()),
    wifiPassword: maybe(text()),
    offlineAppUrl: maybe(text()),
    routerIp: maybe(text()),
    servicePort: maybe(z.int()),
    dbServer: maybe(text()),
    dbPort: maybe(z.int()),
    dbKind: maybe(z.enum(databaseKinds)),
    dbTakesCommands: z.optional(z.boolean()),
    dbName: maybe(text()),
    dbUsername: maybe(text()),
    internalEquipments: z.optional(z.array(Equipment)),
    created: text(),
    updated: maybe(text()),
  }),
  {
    id: '_id',
    externalId: 'stockId_sm',
    legalUsersVatRate: 'legalUsersVATRate',
    individualUsersVatRate: 'individualUsersVATRate',
  },
)

/** What is said of a box itself, wherever one box is answered. */
const boxItself = {
  id: text(),
  unitId: text(),
  unitNumber: text(),
  number: text(),
  size: z.number(),
  sizeGroup: SizeGroup,
  physicalSize: z.number(),
  floor: maybe(z.int()),
  height: maybe(z.number()),
  width: maybe(z.number()),
  depth: maybe(z.number()),
  monthRate: maybe(z.int()),
  currency: text(),
  description: maybe(text()),
  /** For staff: what the box is priced by. */
  category: maybe(text()),
  ownRate: maybe(z.int()),
  lockId: maybe(text()),
  stockId: text(),
  isExternal: z.boolean(),
  created: text(),
  updated: maybe(text()),
}
const boxNames = {
  id: '_id',
  unitId: 'UnitID',
  unitNumber: 'UnitNumber',
  physicalSize: 'PhysicalSize',
  height: 'Height',
  width: 'Width',
  depth: 'Depth',
  monthRate: 'MonthRate',
} as const
const letBoxNames = {
  ...boxNames,
  isOccupied: 'IsOccupied',
  isReserved: 'IsReserved',
  contractId: 'ContractID',
  contractNumber: 'ContractNumber',
} as const

/** The public shape of the big list: what the wizard needs and nothing about people. */
export const BoxListItem = wire(
  z.object({
    id: text(),
    unitNumber: text(),
    size: z.number(),
    sizeGroup: SizeGroup,
    floor: maybe(z.int()),
    monthRate: maybe(z.int()),
    grossRate: maybe(z.int()),
    isOccupied: z.boolean(),
    isReserved: z.boolean(),
    height: maybe(z.number()),
    width: maybe(z.number()),
    depth: maybe(z.number()),
    lockStatus: z.optional(LockStatus),
    lockId: maybe(text()),
    contractId: maybe(text()),
    contractNumber: maybe(text()),
    userInfo: maybe(UserInfo),
    inDebt: z.optional(z.boolean()),
    stockId: z.optional(text()),
    description: maybe(text()),
    category: maybe(text()),
    /** From here on in GET boxes only: what else the specification calls a box's, and what its table edits. */
    unitId: z.optional(text()),
    number: z.optional(text()),
    physicalSize: z.optional(z.number()),
    isExternal: z.optional(z.boolean()),
    /** Instead of the category's. */
    ownRate: maybe(z.int()),
    created: z.optional(text()),
    updated: maybe(text()),
    /** Of the contract on it, for the plan that staff look at: pending, active or ended. */
    contractStatus: maybe(text()),
    /** What is overdue, in minor units; 0 where nothing is. */
    overdue: z.optional(z.int()),
    /** Days that are paid ahead, negative when late (decision 18). */
    paidAhead: maybe(z.int()),
    /** The day on which the box is given back: the planned leaving, else the end of the term. */
    freeFrom: maybe(text()),
  }),
  letBoxNames,
)

export const Box = wire(
  z.object({
    ...boxItself,
    unit: z.enum(['m2', 'm3']),
    grossRate: maybe(z.int()),
    stockName: z.optional(text()),
    isOccupied: z.boolean(),
    isReserved: z.boolean(),
    lockStatus: z.optional(LockStatus),
    lockSince: maybe(text()),
    contractId: maybe(text()),
    contractNumber: maybe(text()),
    userInfo: maybe(UserInfo),
    /** Of the contract on it, for those who may see that. */
    paidAhead: maybe(z.int()),
    leaveDate: maybe(text()),
    isExtended: z.optional(z.boolean()),
    internalUserId: maybe(text()),
    internalEquipments: z.optional(z.array(Equipment)),
    mayOpen: z.boolean(),
  }),
  letBoxNames,
)

/** A box as it is made and edited. */
export const BoxRecord = wire(z.object(boxItself), boxNames)

export const BoxCategory = wire(
  z.object({
    id: text(),
    name: text(),
    alias: text(),
    description: text(),
    minSize: z.number(),
    maxSize: z.number(),
    pricePerMeterQuadratic: maybe(z.int()),
    prices: z.array(z.object({ currency: text(), pricePerMeterQuadratic: z.int(), confirmed: z.boolean() })),
    image: maybe(text()),
    created: text(),
    updated: maybe(text()),
  }),
  { id: '_id' },
)
