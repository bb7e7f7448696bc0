import { useTranslations } from 'use-intl'
import type { boxHistory } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { accessReasons } from '@stowage/domain/access-record'

export type HistoryEntry = Extract<Answer<typeof boxHistory>, { readonly items: unknown }>['items'][number]

/** What else is to be said of a record: why it was refused, that the site was alone, that we know better today. */
export function useRecordNotes(): (entry: HistoryEntry) => readonly string[] {
  const t = useTranslations('mybox.history')
  return ({ message, reason, isOffline, isClockUncertain, repeats, differs, source, userId }) => {
    const why = accessReasons.find((one) => one === reason)
    return [
      ...(message == null || message === '' ? [] : [message]),
      // Nobody known is named by the source already.
      ...(source === 'pin' && userId != null ? [t('source.pin')] : []),
      ...(why === undefined ? [] : [t(`reason.${why}`)]),
      ...(isOffline ? [t('offline')] : []),
      ...(isClockUncertain ? [t('clockUncertain')] : []),
      ...(repeats > 0 ? [t('repeats', { count: repeats })] : []),
      ...(differs == null ? [] : [t('differs', { message: differs.message })]),
    ]
  }
}
