import * as z from 'zod/mini'
import { sizeGroups } from '@stowage/domain/box'
import { endpoint } from './endpoint.ts'
import { text } from './entities/answer.ts'
import { currency, day, oneOf, wholeText } from './fields.ts'
import { reportGrains, stayClasses } from './report-words.ts'

/** Stocks by their ids, with commas between them; all that the reader may see where it is left out. */
const scope = { stockIds: z.optional(z.string().check(z.maxLength(12_000, '1004'))) }
/** Days of the stocks, both included; the twelve months up to today unless said. */
const period = {
  ...scope,
  from: z.optional(day()),
  to: z.optional(day()),
  grain: z.optional(oneOf(reportGrains)),
}
const ofCurrency = { currency: z.optional(currency()) }

const Named = z.object({ id: text(), name: text() })
const Sizes = z.enum(sizeGroups)
/** Minor units, as all money of reports. */
const minor = () => z.int()
const count = () => z.int()
/** Square metres; boxes that are measured in cubic metres count as boxes only. */
const area = () => z.number()

/** Up to when the copy had followed from which a report was read, machine time; null: read from the database itself, as of now. */
const Read = { asOf: z.nullable(text()) }

/** What a report speaks of: the days as they were taken, and the step of its points. */
const Frame = { from: text(), to: text(), grain: z.enum(reportGrains), ...Read }

const figures = {
  module: 'reports',
  method: 'GET',
  access: ['reports.read'],
} as const

const Filled = {
  boxes: count(),
  let: count(),
  /** Held and not let: booked for later or not paid yet, reserved. */
  reserved: count(),
  area: area(),
  areaLet: area(),
}
export const reportOccupancy = endpoint({
  ...figures,
  path: 'reports/occupancy',
  summary:
    'Boxes and square metres let at the end of each step, and by stock and size at the end of the period',
  query: z.object(period),
  answer: z.object({
    ...Frame,
    points: z.array(z.object({ day: text(), ...Filled })),
    rows: z.array(z.object({ stock: Named, sizeGroup: Sizes, ...Filled })),
  }),
  errors: [9165],
})

const Moved = {
  movedIn: count(),
  movedOut: count(),
  areaIn: area(),
  areaOut: area(),
  /** From one box to another of the stock: neither in nor out. */
  transfers: count(),
}
export const reportMoves = endpoint({
  ...figures,
  path: 'reports/moves',
  summary: 'Contracts that began and that were closed, by step and by stock',
  query: z.object(period),
  answer: z.object({
    ...Frame,
    points: z.array(z.object({ day: text(), ...Moved })),
    rows: z.array(z.object({ stock: Named, ...Moved })),
  }),
  errors: [9165],
})

const Stayed = {
  left: count(),
  /** Days; null where nobody left. */
  averageLeft: z.nullable(z.number()),
  medianLeft: z.nullable(z.number()),
  running: count(),
  averageRunning: z.nullable(z.number()),
  medianRunning: z.nullable(z.number()),
}
export const reportStays = endpoint({
  ...figures,
  path: 'reports/stays',
  summary: 'How long those stayed who left in the period, and how long those who are there have stayed',
  query: z.object(period),
  answer: z.object({
    ...Frame,
    classes: z.array(z.object({ stay: z.enum(stayClasses), left: count(), running: count() })),
    all: z.object(Stayed),
    rows: z.array(z.object({ stock: Named, ...Stayed })),
  }),
  errors: [9165],
})

const Wanted = { asked: count(), offered: count(), booked: count() }
export const reportDemand = endpoint({
  ...figures,
  path: 'reports/demand',
  summary: 'Availability requests: asked, offered a box, booked on the offer; who waits now',
  query: z.object(period),
  answer: z.object({
    ...Frame,
    points: z.array(z.object({ day: text(), ...Wanted })),
    rows: z.array(
      z.object({ stock: z.nullable(Named), sizeGroup: z.nullable(Sizes), ...Wanted, waiting: count() }),
    ),
  }),
  errors: [9165],
})

export const reportPrices = endpoint({
  ...figures,
  path: 'reports/prices',
  summary: 'Net month rent per square metre, by stock and size: asked of the boxes, and paid by contracts',
  query: z.object({ ...scope, ...ofCurrency }),
  answer: z.object({
    at: text(),
    ...Read,
    rows: z.array(
      z.object({
        stock: Named,
        sizeGroup: Sizes,
        currency: text(),
        /** Boxes with a price, their square metres and what they would bring together. */
        boxes: count(),
        area: area(),
        asked: minor(),
        askedPerArea: z.nullable(minor()),
        /** Running contracts. */
        contracts: count(),
        areaLet: area(),
        rent: minor(),
        rentPerArea: z.nullable(minor()),
      }),
    ),
  }),
})

export const reportRentRoll = endpoint({
  ...figures,
  path: 'reports/rent-roll',
  summary: 'Running contracts with their net month rent, by stock, and one by one',
  query: z.object({
    ...scope,
    ...ofCurrency,
    page: z.optional(wholeText(1, 100_000)),
    pageSize: z.optional(wholeText(1, 500)),
  }),
  answer: z.object({
    at: text(),
    ...Read,
    stocks: z.array(
      z.object({ stock: Named, currency: text(), contracts: count(), area: area(), rent: minor() }),
    ),
    items: z.array(
      z.object({
        id: text(),
        contractNumber: text(),
        stock: Named,
        client: z.object({ id: text(), fullName: text() }),
        unitNumber: text(),
        size: z.number(),
        unit: z.enum(['m2', 'm3']),
        startDate: text(),
        endDate: z.nullable(text()),
        currency: text(),
        rent: minor(),
        deposit: minor(),
        /** Unpaid of issued documents, what is not due yet included. */
        unpaid: minor(),
      }),
    ),
    total: count(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

const Earned = {
  currency: text(),
  rent: minor(),
  insurance: minor(),
  penalty: minor(),
  total: minor(),
  writtenOff: minor(),
}
export const reportRevenue = endpoint({
  ...figures,
  path: 'reports/revenue',
  summary: 'What was earned by month and kind, net, as the book has it; whole months',
  query: z.object({ ...period, ...ofCurrency }),
  answer: z.object({
    ...Frame,
    points: z.array(z.object({ day: text(), ...Earned })),
    rows: z.array(z.object({ stock: Named, ...Earned })),
  }),
  errors: [9165],
})

export const reportAgedDebt = endpoint({
  ...figures,
  path: 'reports/aged-debt',
  summary:
    'What is unpaid of issued documents now, or was at the end of a past day, by days past due, by stock and currency',
  /** `on`: a day that is over; now where it is left out, is today or is still to come. */
  query: z.object({ ...scope, ...ofCurrency, on: z.optional(day()) }),
  answer: z.object({
    at: text(),
    /** The past day it speaks of; null: `at`. */
    on: z.nullable(text()),
    ...Read,
    rows: z.array(
      z.object({
        stock: Named,
        currency: text(),
        documents: count(),
        contracts: count(),
        notDue: minor(),
        upTo30: minor(),
        upTo60: minor(),
        upTo90: minor(),
        older: minor(),
        total: minor(),
      }),
    ),
  }),
  errors: [9165],
})

export const reportDeposits = endpoint({
  ...figures,
  path: 'reports/deposits',
  summary: 'Deposits held at the beginning and the end of the period, taken and given back; whole months',
  query: z.object({ ...period, ...ofCurrency }),
  answer: z.object({
    ...Frame,
    points: z.array(z.object({ day: text(), currency: text(), held: minor() })),
    rows: z.array(
      z.object({
        stock: Named,
        currency: text(),
        opening: minor(),
        taken: minor(),
        returned: minor(),
        held: minor(),
        /** Asked for by issued documents and not paid yet, at the end. */
        asked: minor(),
      }),
    ),
  }),
  errors: [9165],
})

export const reportVat = endpoint({
  ...figures,
  path: 'reports/vat',
  summary: 'Tax on issued documents and credit notes, by seller, kind and rate; whole months',
  query: z.object({ ...period, ...ofCurrency }),
  answer: z.object({
    ...Frame,
    points: z.array(z.object({ day: text(), currency: text(), vat: minor(), insuranceTax: minor() })),
    rows: z.array(
      z.object({
        seller: Named,
        currency: text(),
        tax: z.enum(['vat', 'insuranceTax']),
        line: z.enum(['rent', 'insurance', 'deposit', 'penalty']),
        percent: z.number(),
        netInvoiced: minor(),
        vatInvoiced: minor(),
        /** Below 0: taken back by credit notes. */
        netCredited: minor(),
        vatCredited: minor(),
        net: minor(),
        vat: minor(),
      }),
    ),
  }),
  errors: [9165],
})
