import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { getExternalState, syncExternal } from '@stowage/api/management-system'
import { call, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, toast } from '../../../ui/index.ts'
import { useReadAnew } from '../use-read-anew.ts'
import classes from './external.module.css'

type State = Answer<typeof getExternalState>

interface SourceProps {
  readonly stockId: string
  readonly mayRead: boolean
}

/** How the external system of a warehouse was read last: what everybody sees is the last copy, and this says how old it is. */
export function SourceSection({ stockId, mayRead }: SourceProps) {
  const t = useTranslations('sources.state')
  const format = useFormat()
  const query = useQuery({
    ...queryOf(getExternalState, { params: { stockId } }),
    // Another reading may have come meanwhile, or another process be at it.
    refetchInterval: 30_000,
    meta: { quiet: true },
  })
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const isTroubled = query.data?.trouble != null
  return (
    <AskedSection
      id="external"
      title={t('title')}
      query={query}
      {...(isTroubled ? { tone: 'amber' as const } : {})}
      {...(mayRead
        ? { aside: <ReadNow stockId={stockId} isSetUp={query.data?.trouble !== 'noSource'} /> }
        : {})}
    >
      {(state) => (
        <div className={classes.state}>
          <p>
            {state.syncedAt == null
              ? t('never')
              : t('syncedAt', { when: format.shortInstant(state.syncedAt, zone) })}
            {state.isRunning && ` ${t('running')}`}
          </p>
          {state.trouble != null && (
            <p className={classes.trouble} role="status">
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
              <span>
                {t(`trouble.${state.trouble}`)} {state.syncedAt == null ? '' : t('lastCopy')}
              </span>
            </p>
          )}
          <Figures state={state} />
          {state.problems.length > 0 && (
            <details className={classes.problems}>
              <summary>{t('problems', { count: state.problems.length })}</summary>
              <p>{t('problemsText')}</p>
              <ul>
                {state.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </AskedSection>
  )
}

function Figures({ state }: { readonly state: State }) {
  const t = useTranslations('sources.state.figures')
  const format = useFormat()
  const names = ['units', 'customers', 'imported', 'contracts', 'documents'] as const
  return (
    <dl className={classes.figures}>
      {names.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{format.number(state[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Who is away is tried again: that is how one learns that it is back. What is not named cannot be tried. */
function ReadNow({ stockId, isSetUp }: { readonly stockId: string; readonly isSetUp: boolean }) {
  const t = useTranslations('sources.state')
  const readAnew = useReadAnew()
  const reading = useMutation({
    mutationFn: async () => await call(syncExternal, { params: { stockId } }),
    onSuccess: (state) => {
      if (state.trouble == null) toast({ text: state.isRunning ? t('running') : t('done') })
      else toast({ title: t('failed'), text: t(`trouble.${state.trouble}`), tone: 'amber' })
    },
    onSettled: async () => await readAnew(),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      loading={reading.isPending}
      disabled={!isSetUp}
      title={isSetUp ? undefined : t('trouble.noSource')}
      onClick={() => reading.mutate()}
    >
      {t('readNow')}
    </Button>
  )
}
