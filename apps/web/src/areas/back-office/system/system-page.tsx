import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { readSystem } from '@stowage/api/system'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, AttentionNote, EmptyState, PageHeader } from '../../../ui/index.ts'
import { CopyNote } from './copy-note.tsx'
import { JobsTable } from './jobs-table.tsx'
import { ParkedEvents } from './parked-events.tsx'
import { ProcessesTable } from './processes-table.tsx'
import { QueuesTable } from './queues-table.tsx'
import classes from './system.module.css'

/** Processes say how they are every ten seconds. */
const readAgainMs = 10_000

/** /system: which servers run, what waits, what failed too often, and how the jobs fare. */
export default function SystemPage(): ReactNode {
  const t = useTranslations('system')
  const shell = useTranslations('shell')
  const query = useQuery({ ...queryOf(readSystem), refetchInterval: readAgainMs })
  const { data } = query
  return (
    <>
      <PageHeader
        title={shell('nav.system')}
        lead={
          data === undefined
            ? t('lead')
            : t('version', { version: data.version, database: data.databaseVersion, files: data.files })
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} stroke={1.75} />}
            loading={query.isFetching && data === undefined}
            onClick={() => void query.refetch()}
          >
            {t('refresh')}
          </Button>
        }
      />
      <div className={classes.page}>
        {data?.reportsCopy && <CopyNote copy={data.reportsCopy} />}
        {data !== undefined && data.unknownDeliveries > 0 && (
          <AttentionNote>{t('unknownDeliveries', { count: data.unknownDeliveries })}</AttentionNote>
        )}
        <AskedSection title={t('servers')} query={query} flush>
          {({ processes }) => <ProcessesTable processes={processes} />}
        </AskedSection>
        <AskedSection title={t('queues')} query={query} flush>
          {({ queues }) => <QueuesTable queues={queues} />}
        </AskedSection>
        <AskedSection
          title={t('parked')}
          query={query}
          flush
          {...(data !== undefined && data.parkedTotal > 0 ? { tone: 'amber' as const } : {})}
          isEmpty={({ parked }) => parked.length === 0}
          empty={<EmptyState title={t('noneParked')} text={t('noneParkedText')} />}
        >
          {({ parked, parkedTotal }) => <ParkedEvents parked={parked} total={parkedTotal} />}
        </AskedSection>
        <AskedSection title={t('jobs')} query={query} flush>
          {({ jobs }) => <JobsTable jobs={jobs} />}
        </AskedSection>
      </div>
    </>
  )
}
