import { useQuery } from '@tanstack/react-query'
import { previewLease } from '@stowage/api/booking'
import { call } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import type { BookingChoices } from './booking-choices.ts'
import { termOf, type Quote } from './use-quote.ts'

/** The link to the lease lives ten minutes. */
const renewMs = 8 * 60_000

/**
 * The lease as it would be signed with these choices: version, hash, and a link to read it. The hash is of the reader's
 * language: another language is another text.
 * @param quoted the sum for these choices
 * @param userId who signs; null while nobody may
 */
export function useLease(
  boxId: string,
  choices: BookingChoices,
  quoted: { readonly quote: Quote | undefined; readonly isFresh: boolean },
  userId: string | null,
) {
  const { language } = useLanguage()
  const { arrivalDate, withInsurance } = choices
  const body = {
    boxId,
    arrivalDate: arrivalDate ?? '',
    ...termOf(quoted.quote, choices),
    insurance: withInsurance,
  }
  return useQuery({
    queryKey: ['booking', 'lease', body, language, userId],
    queryFn: async ({ signal }) => await call(previewLease, { body }, { signal }),
    // The quote says which term of which tariff it is.
    enabled: userId !== null && arrivalDate !== null && quoted.isFresh,
    staleTime: renewMs,
    refetchInterval: renewMs,
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  })
}
