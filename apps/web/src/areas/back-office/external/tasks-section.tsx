import { Button } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { isDay } from '@stowage/api/fields'
import { listExternalTasks, settleExternalTask } from '@stowage/api/management-system'
import { call, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, EmptyState, Pill, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import classes from './external.module.css'

type Task = Answer<typeof listExternalTasks>[number]

/** What people want changed over there: only the external system can, so staff do it there and say so here. */
export function TasksSection({ stockId }: { readonly stockId: string }) {
  const t = useTranslations('sources.tasks')
  const query = useQuery({
    ...queryOf(listExternalTasks, { query: { stockId, status: 'open' } }),
    meta: { quiet: true },
  })
  return (
    <AskedSection
      title={t('title')}
      flush
      query={query}
      isEmpty={(tasks) => tasks.length === 0}
      empty={<EmptyState text={t('empty')} />}
      {...((query.data?.length ?? 0) > 0 ? { tone: 'amber' as const } : {})}
    >
      {(tasks) => (
        <ul className={classes.cards}>
          {tasks.map((task) => (
            <Row key={task.id} task={task} />
          ))}
        </ul>
      )}
    </AskedSection>
  )
}

function Row({ task }: { readonly task: Task }) {
  const t = useTranslations('sources.tasks')
  const format = useFormat()
  const { kind, dateValue, unitNumber, userId, userName, contractId, contractNumber, note, command } = task
  const saidOf = (value: string | null | undefined): string =>
    value == null || value === '' ? t('emptied') : isDay(value) ? format.day(value) : value
  return (
    <li>
      <div className={classes.cardHead}>
        <strong>
          {dateValue == null
            ? t(`kind.${kind}`)
            : t('onDay', { what: t(`kind.${kind}`), day: format.day(dateValue) })}
          {unitNumber != null && `, ${unitNumber}`}
        </strong>
        <span className={classes.dim}>
          {format.shortInstant(task.askedAt, Intl.DateTimeFormat().resolvedOptions().timeZone)}
        </span>
      </div>
      <span>
        {userId != null && userName != null && (
          <Link to="/users/$userId/contracts" params={{ userId }}>
            {userName}
          </Link>
        )}
        {userId != null && contractId != null && contractNumber != null && (
          <>
            {', '}
            <Link to="/users/$userId/contracts/$contractId" params={{ userId, contractId }}>
              {contractNumber}
            </Link>
          </>
        )}
      </span>
      {note != null && <span className={classes.dim}>{note}</span>}
      {task.changes.length > 0 && (
        <dl className={classes.changes}>
          {task.changes.map(({ name, value }) => (
            <div key={name}>
              <dt>{t.has(`fields.${name}` as never) ? t(`fields.${name}` as never) : name}</dt>
              <dd>{saidOf(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes.cardHead}>
        {command == null ? (
          <span className={classes.dim}>{t('byHand')}</span>
        ) : (
          <Pill tone={command === 'sent' ? 'teal' : 'gray'} icon={command === 'sent' ? IconCheck : IconClock}>
            {t(`command.${command}`)}
          </Pill>
        )}
        <Done task={task} />
      </div>
    </li>
  )
}

function Done({ task }: { readonly task: Task }) {
  const t = useTranslations('sources.tasks')
  const readAnew = useReadAnew()
  const settling = useMutation({
    mutationFn: async () =>
      await call(settleExternalTask, { params: { taskId: task.id }, body: { isDone: true } }),
    onSuccess: () => toast({ text: t('settled'), ms: savedMs }),
    onSettled: async () => await readAnew(),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={settling.isPending}
      aria-label={
        task.unitNumber == null
          ? t('doneOf', { name: task.userName ?? t(`kind.${task.kind}`) })
          : t('doneNamed', { unit: task.unitNumber })
      }
      onClick={() => settling.mutate()}
    >
      {t('done')}
    </Button>
  )
}
