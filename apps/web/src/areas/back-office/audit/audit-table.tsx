import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'
import type { AuditEntry } from './audit.ts'
import { useAuditWords } from './use-audit-words.ts'
import classes from './audit.module.css'

interface AuditTableProps {
  readonly entries: readonly AuditEntry[]
  readonly timeZone: string
  readonly onShow: (entry: AuditEntry) => void
}

/** What is named by a number with hyphens, which no line may break. */
const numbered: ReadonlySet<string> = new Set(['document', 'contract'])

/** Acts, newest first. */
export function AuditTable({ entries, timeZone, onShow }: AuditTableProps) {
  const t = useTranslations('registers.audit')
  const words = useAuditWords()
  const format = useFormat()
  const columns: DataTableColumn<AuditEntry>[] = [
    {
      accessor: 'at',
      // As long as nobody is at one stock, there is one clock for all.
      title: `${t('at')}, ${timeZone}`,
      noWrap: true,
      render: (entry) => <time dateTime={entry.at}>{format.instant(entry.at, timeZone)}</time>,
    },
    {
      accessor: 'actor',
      title: t('person'),
      render: ({ actor, onBehalfOf, key }) => (
        <span className={classes.two}>
          {actor == null ? (
            <span>{t('system')}</span>
          ) : (
            <Link to="/users/$id" params={{ id: actor.id }}>
              {actor.fullName}
            </Link>
          )}
          {key != null && <span>{t('withKey', { name: key.name })}</span>}
          {onBehalfOf != null && <span>{t('onBehalfOf', { name: onBehalfOf.fullName })}</span>}
        </span>
      ),
    },
    {
      accessor: 'action',
      title: t('action'),
      render: (entry) => (
        <button
          type="button"
          className={classes.link}
          aria-label={t('show', { name: words.action(entry.action) })}
          onClick={() => onShow(entry)}
        >
          {words.action(entry.action)}
        </button>
      ),
    },
    {
      accessor: 'subject',
      title: t('subject'),
      render: (entry) => (
        <span className={classes.two}>
          <span className={numbered.has(entry.subjectType) ? classes.number : undefined}>
            <Subject entry={entry} />
          </span>
          <span>{words.subject(entry.subjectType)}</span>
        </span>
      ),
    },
    { accessor: 'stock', title: t('stock'), render: (entry) => entry.stock?.name ?? '–' },
  ]
  return (
    <DataTable
      records={[...entries]}
      columns={columns}
      idAccessor="id"
      height={entries.length > 12 ? 'max(420px, calc(100dvh - 330px))' : 'auto'}
    />
  )
}

/** A link where the thing has a page. */
function Subject({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const { subjectType, subjectId, subjectName, subjectAccountId } = entry
  const name = subjectName ?? subjectId ?? '–'
  if (subjectId == null) return name
  if (subjectType === 'account')
    return (
      <Link to="/users/$id" params={{ id: subjectId }}>
        {name}
      </Link>
    )
  if (subjectType === 'box')
    return (
      <Link to="/boxes/$id" params={{ id: subjectId }}>
        {name}
      </Link>
    )
  if (subjectType === 'stock')
    return (
      <Link to="/stocks/$id" params={{ id: subjectId }}>
        {name}
      </Link>
    )
  if (subjectType === 'contract' && subjectAccountId != null)
    return (
      <Link
        to="/users/$userId/contracts/$contractId"
        params={{ userId: subjectAccountId, contractId: subjectId }}
      >
        {name}
      </Link>
    )
  return name
}
