import { Table } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { differences, type AuditEntry } from './audit.ts'
import classes from './audit.module.css'

/** One act: what it changed, from where, and whether it is chained. */
export function AuditDetails({ entry, timeZone }: { readonly entry: AuditEntry; readonly timeZone: string }) {
  const t = useTranslations('registers.audit')
  const format = useFormat()
  const changes = differences(entry)
  return (
    <div className={classes.details}>
      {changes.length === 0 ? (
        <p className={classes.quiet}>{t('nothing')}</p>
      ) : (
        <Table className={classes.changes} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field')}</Table.Th>
              <Table.Th>{t('before')}</Table.Th>
              <Table.Th>{t('after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ field, before, after }) => (
              <Table.Tr key={field}>
                <Table.Td>{field === '' ? '–' : field}</Table.Td>
                <Table.Td>{before ?? '–'}</Table.Td>
                <Table.Td>{after ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <dl className={classes.facts}>
        {entry.address != null && (
          <div>
            <dt>{t('address')}</dt>
            <dd>{entry.address}</dd>
          </div>
        )}
        <div>
          <dt>{t('recordedAt')}</dt>
          <dd>{format.instant(entry.recordedAt, timeZone)}</dd>
        </div>
        <div>
          <dt>ID</dt>
          <dd>
            {entry.id} · {t(entry.isChained ? 'sealed' : 'unsealed')}
          </dd>
        </div>
      </dl>
    </div>
  )
}
