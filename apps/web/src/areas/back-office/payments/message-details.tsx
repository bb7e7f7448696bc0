import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { readPaymentMessage, replayPaymentMessage } from '@stowage/api/payments'
import { call, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { ErrorState, SkeletonRows, toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { MessagePayment, timeZone } from './messages-table.tsx'
import { usePaymentWords } from './use-payment-words.ts'
import { VerdictPill } from './verdict-pill.tsx'
import classes from './payments.module.css'

/** One message: why it was judged so, what to do, and what it said. */
export function MessageDetails({ id }: { readonly id: string }) {
  const t = useTranslations('payments.messages')
  const words = usePaymentWords()
  const format = useFormat()
  const { data: message, error, refetch } = useQuery(queryOf(readPaymentMessage, { params: { id } }))
  if (message === undefined)
    return error === null ? <SkeletonRows /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.drawer}>
      <div>
        <VerdictPill message={message} />
      </div>
      <p>{words.verdictWhy(message.verdict)}</p>
      <p>{words.verdictDo(message.verdict)}</p>
      {message.problem != null && <p className={classes.quiet}>{t('problem', { text: message.problem })}</p>}
      {message.mayReplay && <Replay id={id} />}
      <dl className={classes.facts}>
        <dt>{t('receivedAt')}</dt>
        <dd>
          {format.instant(message.receivedAt, timeZone)} {timeZone}
        </dd>
        <dt>{t('cabinet')}</dt>
        <dd>{message.cabinet}</dd>
        {message.type !== '' && (
          <>
            <dt>{t('type')}</dt>
            <dd>{message.type}</dd>
          </>
        )}
        {message.timesTold > 1 && (
          <>
            <dt>{t('timesTold')}</dt>
            <dd>{format.number(message.timesTold)}</dd>
          </>
        )}
        <dt>{t('payment')}</dt>
        <dd>
          <MessagePayment message={message} />
        </dd>
      </dl>
      <h3>{t('fields')}</h3>
      <p className={classes.quiet}>{t('fieldsText')}</p>
      {message.fields.length === 0 ? (
        <p className={classes.quiet}>{t('noFields')}</p>
      ) : (
        <dl className={`${classes.facts} ${classes.raw}`}>
          {message.fields.map(({ name, value, isHidden }) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name} value`}>{isHidden ? t('hidden') : value}</dd>,
          ])}
        </dl>
      )}
    </div>
  )
}

/** Its processor is asked once more, and what it says now counts; twice is once, since a payment is credited once. */
function Replay({ id }: { readonly id: string }) {
  const t = useTranslations('payments.messages')
  const words = usePaymentWords()
  const readAnew = useReadAnew()
  const replay = useMutation({
    mutationFn: async () => await call(replayPaymentMessage, { params: { id } }),
    onSuccess: ({ verdict }) =>
      toast({ text: t('replayed', { verdict: words.verdict(verdict) }), ms: savedMs }),
    onSettled: readAnew,
  })
  return (
    <div>
      <Button
        leftSection={<IconRefresh size={18} stroke={1.75} />}
        loading={replay.isPending}
        onClick={() => replay.mutate()}
      >
        {t('replay')}
      </Button>
    </div>
  )
}
