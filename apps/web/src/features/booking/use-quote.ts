import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { quoteBox } from '@stowage/api/booking'
import type { Answer, Query } from '@stowage/api/endpoint'
import { queryOf } from '../../client/index.ts'
import { invoicingPeriod, type BookingChoices } from './booking-choices.ts'

export type Quote = Answer<typeof quoteBox>

const debounceMs = 200

/** What is booked of a quote: its term and its tariff, which may be the nearest to what was asked for. */
export function termOf(quote: Quote | undefined, choices: BookingChoices) {
  return quote?.tariff == null
    ? { contractDuration: choices.durationMonths, invoicingPeriod: invoicingPeriod(choices), tariffId: null }
    : { contractDuration: quote.durationMonths ?? null, invoicingPeriod: 1, tariffId: quote.tariff.id }
}

/** What is quoted: the box and everything that moves the sum. */
export function quoteInput(boxId: string, choices: BookingChoices, userId: string | undefined) {
  const query: Query<typeof quoteBox> = {
    contractDuration: String(choices.durationMonths),
    invoicingPeriod: String(invoicingPeriod(choices)),
    insurance: choices.withInsurance ? 'true' : 'false',
    ...(choices.tariffId === null ? {} : { tariffId: choices.tariffId }),
    ...(choices.arrivalDate === null ? {} : { arrivalDate: choices.arrivalDate }),
    ...(userId === undefined ? {} : { userId }),
  }
  return { params: { id: boxId }, query }
}

/**
 * The sum for the present choices. A choice made while one is asked about cancels that question; what was shown last stays
 * until the new sum is there, and `isFresh` says whether it is the sum of what is chosen now.
 */
export function useQuote(boxId: string, choices: BookingChoices, userId: string | undefined) {
  const wanted = JSON.stringify(quoteInput(boxId, choices, userId))
  const [asked] = useDebouncedValue(wanted, debounceMs)
  const input = JSON.parse(asked) as ReturnType<typeof quoteInput>
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...queryOf(quoteBox, input),
    placeholderData: (previous) => previous,
    meta: { quiet: true },
  })
  // After a failed question nothing may pass for the sum of the present choices.
  const isFresh = data !== undefined && asked === wanted && !isPlaceholderData && error === null
  return { quote: data, isFresh, isAsking: isFetching || asked !== wanted, error, refetch }
}
