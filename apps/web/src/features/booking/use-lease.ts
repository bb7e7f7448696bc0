import { useQuery } from '@tanstack/react-query'
import { previewLease } from '@stowage/api/booking'
import { call } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { invoicingPeriod, type BookingChoices } from './booking-choices.ts'

/** The link to the lease lives ten minutes. */
const renewMs = 8 * 60_000

/**
 * The lease as it would be signed with these choices: version, hash, and a link to read it. The hash is of the reader's
 * language: another language is another text.
 * @param userId who signs; null while nobody may
 */
export function useLease(boxId: string, choices: BookingChoices, userId: string | null) {
  const { language } = useLanguage()
  const { arrivalDate, durationMonths, withInsurance } = choices
  const body = {
    boxId,
    arrivalDate: arrivalDate ?? '',
    contractDuration: durationMonths,
    invoicingPeriod: invoicingPeriod(choices),
    insurance: withInsurance,
  }
  return useQuery({
    queryKey: ['booking', 'lease', body, language, userId],
    queryFn: async ({ signal }) => await call(previewLease, { body }, { signal }),
    enabled: userId !== null && arrivalDate !== null,
    staleTime: renewMs,
    refetchInterval: renewMs,
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  })
}
