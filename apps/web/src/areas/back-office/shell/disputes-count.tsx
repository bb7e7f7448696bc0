import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listDisputes } from '@stowage/api/refunds'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'

/** How many disputes wait for somebody; nothing where none does, or where it is not known. */
export function DisputesCount({ className }: { readonly className: string | undefined }) {
  const t = useTranslations('shell.disputes')
  const format = useFormat()
  const query = { ...queryOf(listDisputes, { query: { state: 'todo', page: '1' } }), meta: { quiet: true } }
  const todo = useQuery(query).data?.todo ?? 0
  if (todo === 0) return null
  const shown = format.number(todo)
  return (
    <span className={className} title={t('todo', { count: shown })}>
      <span className="st-spoken">{t('todo', { count: shown })}</span>
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}
