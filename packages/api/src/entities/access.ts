import { accessActions } from '@stowage/domain/access-record'
import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'
import { Reservation } from './booking.ts'
import { LockStatus, Stock } from './catalog.ts'
import { Contract } from './contracts.ts'

/** A box of a tenant as /my-boxes shows it: the contract and the box in one. */
export const MyBox = wire(
  z.object({
    id: text(),
    unitId: text(),
    unitNumber: text(),
    size: z.number(),
    unit: z.enum(['m2', 'm3']),
    floor: maybe(z.int()),
    height: maybe(z.number()),
    width: maybe(z.number()),
    depth: maybe(z.number()),
    contract: Contract,
    lockStatus: LockStatus,
    lockSince: maybe(text()),
    paidAhead: z.int(),
    leaveDate: maybe(text()),
    isExtended: z.boolean(),
    /** Automatic payments; null: off. */
    autoPayment: maybe(z.enum(['active', 'suspended'])),
    /** What opening would answer right now: absent code = it opens. */
    opening: z.object({
      opens: z.boolean(),
      code: maybe(z.int()),
      message: maybe(text()),
      warning: maybe(text()),
      /** What opening would answer once the rent that closes the box is paid; null where that is not what closes it. */
      afterPayment: maybe(z.object({ opens: z.boolean(), code: maybe(z.int()), message: maybe(text()) })),
    }),
  }),
  { id: '_id', unitId: 'UnitID', unitNumber: 'UnitNumber', height: 'Height', width: 'Width', depth: 'Depth' },
)

export const MyStock = z.object({
  stock: Stock,
  accountBalance: z.int(),
  debt: z.int(),
  overdue: z.int(),
  isOpenNow: z.boolean(),
  isOk: z.boolean(),
  equipment: z.array(
    z.object({
      id: text(),
      name: text(),
      kind: text(),
      isExit: z.boolean(),
      opens: z.boolean(),
      code: maybe(z.int()),
      message: maybe(text()),
    }),
  ),
  boxes: z.array(MyBox),
  reservations: z.array(Reservation),
})

export const HistoryRecord = wire(
  z.object({
    id: text(),
    createdAt: text(),
    action: z.enum(accessActions),
    code: maybe(z.int()),
    message: maybe(text()),
    /** What let or moved it: `remote`, `pin`, `exit_button`, `sensor`; `test`: staff tried the lock. */
    source: text(),
    /** Why a try came to nothing, where no code of ours says it: one of `accessReasons`, or the word of a site of another make. */
    reason: maybe(text()),
    /** Happened while the site could not reach us, and was told later. */
    isOffline: z.boolean(),
    /** The site did not know for sure what time it was. */
    isClockUncertain: z.boolean(),
    /** How often the same followed within minutes: such openings have no records of their own. */
    repeats: z.int(),
    /** The site opened by its list, and the rights as we know them today for that moment say otherwise: with this code. */
    differs: maybe(z.object({ code: z.int(), message: text() })),
    lockName: maybe(text()),
    size: maybe(z.number()),
    boxNumber: maybe(text()),
    userId: maybe(z.object({ email: text(), role: text() })),
  }),
  { id: '_id' },
)

/** Who opens the box of a contract: its tenant, and the staff user for whom it is internal. */
export const ContractOpener = z.object({
  id: text(),
  fullName: text(),
  isTenant: z.boolean(),
  /** What opening would answer this person right now; the code is absent where it opens. */
  opens: z.boolean(),
  code: maybe(z.int()),
  message: maybe(text()),
  warning: maybe(text()),
  hasPin: z.boolean(),
  /** Staff keep him out; why, he himself and staff are told. */
  block: maybe(z.object({ reason: maybe(text()) })),
})

export const ContractAccess = z.object({
  /** Whether the locks server of the stock answers. */
  isOk: z.boolean(),
  openers: z.array(ContractOpener),
  /** The newest five of the box while this contract has it; empty for who may not read histories. */
  last: z.array(HistoryRecord),
})
