import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { countAppeals } from '@stowage/api/support'
import { queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'

const most = 999

/** How many requests wait for an answer; nothing where none does, or where it is not known. */
export function PendingCount({ className }: { readonly className: string | undefined }) {
  const t = useTranslations('shell.support')
  const format = useFormat()
  const pending = useQuery({ ...queryOf(countAppeals), meta: { quiet: true } }).data?.pending ?? 0
  if (pending === 0) return null
  const shown = pending > most ? `${most}+` : format.number(pending)
  return (
    <span className={className} title={t('pending', { count: shown })}>
      <span className="st-spoken">{t('pending', { count: shown })}</span>
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}
