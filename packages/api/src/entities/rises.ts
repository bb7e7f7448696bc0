import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

/** Why a rent cannot rise now, or by so much. */
export const RiseRefusal = z.enum([
  'leaving',
  'coming',
  'notHigher',
  'aboveCap',
  'otherDay',
  'notRunning',
  'parked',
  'currency',
])

const named = {
  contractId: text(),
  contractNumber: text(),
  userId: text(),
  userName: text(),
  stockId: text(),
  unitNumber: text(),
  currency: text(),
}
const names = {
  contractId: 'ContractID',
  contractNumber: 'ContractNumber',
  unitNumber: 'UnitNumber',
} as const

/** What the first period that bears a rise costs without it and with it; net and gross of the whole period, in minor units. */
export const RisenPeriod = z.object({
  from: text(),
  until: text(),
  months: z.int(),
  netBefore: z.int(),
  grossBefore: z.int(),
  netAfter: z.int(),
  grossAfter: z.int(),
})

/** A contract whose rent may rise. */
export const RiseCandidate = wire(
  z.object({
    ...named,
    physicalSize: z.number(),
    categoryId: maybe(text()),
    categoryName: maybe(text()),
    rate: z.int(),
    /** Since when this rate holds: the start of the contract, the day of the last rise, or of the move to this box. */
    rateSince: text(),
    /** What a new tenant of this box would be promised; null where the box has no price in this currency. */
    streetRate: maybe(z.int()),
    /** How far the rate is below that, in percent of it with one decimal; 0 or less where it is not. */
    belowPercent: maybe(z.number()),
    /** The first day behind the price promise; null for a contract without an end. */
    promisedUntil: maybe(text()),
    /** The first day on which a rise told today would take effect, and the most it may come to then. */
    from: maybe(text()),
    /** What that day waits for. */
    waitsFor: maybe(z.enum(['promise', 'notice', 'invoiced', 'nextTerm'])),
    highestRate: maybe(z.int()),
    refusal: maybe(RiseRefusal),
  }),
  { ...names, physicalSize: 'PhysicalSize' },
)

/** What a rise of one contract would come to. */
export const RisePreview = wire(
  z.object({
    ...named,
    rateBefore: z.int(),
    /** What was asked for, held down to the cap. */
    rate: z.int(),
    isCapped: z.boolean(),
    period: maybe(RisenPeriod),
    refusal: maybe(RiseRefusal),
  }),
  names,
)

/** A notice of a new rent. */
export const RentRise = wire(
  z.object({
    id: text(),
    ...named,
    rateBefore: z.int(),
    rate: z.int(),
    period: RisenPeriod,
    promisedUntil: maybe(text()),
    /** `announced`: its mail is being written; `lapsed`: the contract ended before its day; `dropped`: it could not be served. */
    state: z.enum(['announced', 'coming', 'inForce', 'withdrawn', 'lapsed', 'dropped']),
    announced: text(),
    servedOn: maybe(text()),
    mailId: maybe(text()),
    mailStatus: maybe(z.enum(['waiting', 'sent', 'failed'])),
    mailSent: maybe(text()),
    mailRecipient: maybe(text()),
    withdrawn: maybe(text()),
    mayWithdraw: z.boolean(),
  }),
  names,
)
