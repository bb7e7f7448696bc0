import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text as told } from './entities/answer.ts'
import { currency, day, missing, text } from './fields.ts'

const rate = () =>
  z.number(missing('1005')).check(
    z.refine(
      (value) =>
        value >= 0.000001 && value <= 1_000_000 && Math.abs(Math.round(value * 1e6) - value * 1e6) < 1e-3,
      '1005',
    ),
    z.meta({ minimum: 0.000001, maximum: 1_000_000 }),
  )

/** By which VAT of invoices in another currency is told in that of the seller's country; the newest first. */
export const listExchangeRates = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'exchange-rates',
  summary: 'Exchange rates for VAT, the newest first',
  access: [],
  answer: z.array(
    z.object({
      fromCurrency: told(),
      toCurrency: told(),
      /** It holds from this day on, until the next one begins, 31 days at most. */
      day: told(),
      /** What one of `fromCurrency` costs in `toCurrency`. */
      rate: z.number(),
      source: told(),
      /** Issued documents say it: it can no longer be taken away. Counted to 100. */
      documents: z.int(),
    }),
  ),
})
/** Refused (9115) where documents were issued by an older rate: what they say does not change. */
export const addExchangeRate = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'exchange-rates',
  summary: 'Enter an exchange rate for VAT',
  access: [],
  body: z.object({
    fromCurrency: currency(),
    toCurrency: currency(),
    day: day(),
    rate: rate(),
    source: text(2, 100),
  }),
  errors: [9115],
})
export const deleteExchangeRate = endpoint({
  module: 'billing',
  method: 'DELETE',
  path: 'exchange-rates/{fromCurrency}/{toCurrency}/{day}',
  summary: 'Take back an exchange rate that no document says',
  access: [],
  params: z.object({ fromCurrency: currency(), toCurrency: currency(), day: day() }),
  errors: [9104, 9115],
})
