import { useTranslations } from 'use-intl'
import type { Query } from '@stowage/api/endpoint'
import { listAudit } from '@stowage/api/reports'
import { call } from '../../../client/index.ts'
import { ExportButton } from '../export-button.tsx'
import type { AuditEntry } from './audit.ts'
import { useAuditWords } from './use-audit-words.ts'

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The acts that the filter shows, as a file, with both sides of each change. */
export function ExportAudit({ filter }: { readonly filter: Omit<Query<typeof listAudit>, 'page'> }) {
  const t = useTranslations('registers.audit')
  const shell = useTranslations('shell')
  const words = useAuditWords()
  return (
    <ExportButton<AuditEntry>
      name={shell('nav.audit')}
      idOf={({ id }) => id}
      countStopsAt={10_000}
      page={async (page, signal) =>
        await call(listAudit, { query: { ...filter, page: String(page) } }, { signal })
      }
      columns={[
        { title: t('at'), cell: ({ at }) => at },
        { title: t('recordedAt'), cell: ({ recordedAt }) => recordedAt },
        { title: t('person'), cell: ({ actor }) => actor?.email ?? t('system') },
        { title: t('behalf'), cell: ({ onBehalfOf }) => onBehalfOf?.email },
        { title: t('action'), cell: ({ action }) => words.action(action) },
        { title: t('kind'), cell: ({ subjectType }) => words.subject(subjectType) },
        { title: t('subject'), cell: ({ subjectName, subjectId }) => subjectName ?? subjectId },
        { title: t('stock'), cell: ({ stock }) => stock?.name },
        { title: t('before'), cell: ({ before }) => asText(before) },
        { title: t('after'), cell: ({ after }) => asText(after) },
        { title: t('address'), cell: ({ address }) => address },
      ]}
    />
  )
}
