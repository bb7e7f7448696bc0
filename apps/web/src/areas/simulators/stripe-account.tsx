import { Button } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { StripeDeliveryView, StripeView } from '@stowage/api/simulated-stripe'
import { useFormat } from '../../i18n/index.ts'
import { Pill, Section } from '../../ui/index.ts'
import { useConsole, useDeed } from './console-client.ts'
import { StripeControls } from './stripe-controls.tsx'
import { StripeMethod } from './stripe-method.tsx'
import { StripePayment } from './stripe-payment.tsx'
import { StripeSession } from './stripe-session.tsx'
import { Unknown } from './unknown.tsx'
import { useZone } from './use-zone.ts'
import classes from './payments.module.css'

const logged = 30

/** The account at Stripe: its open pages, what was paid, what was saved, and what its webhooks do. */
export function StripeAccount() {
  const t = useTranslations('simulators.stripe')
  const { data, error, refetch } = useConsole<StripeView>('/stripe', 2000)
  if (data === undefined) return <Unknown error={error} onRetry={refetch} />
  const { isDown, sessions, payments, methods, deliveries, declineCodes } = data
  return (
    <Section
      title={t('title')}
      aside={<Line isDown={isDown} />}
      {...(isDown ? { tone: 'red' as const } : {})}
    >
      <StripeControls mode={data.mode} modes={data.modes} />
      {sessions.length + payments.length === 0 && <p className={classes.meta}>{t('empty')}</p>}
      {sessions.length > 0 && (
        <>
          <h3 className={classes.title}>{t('sessions')}</h3>
          <ul className={classes.list}>
            {sessions.map((session) => (
              <StripeSession key={session.id} session={session} />
            ))}
          </ul>
        </>
      )}
      {payments.length > 0 && (
        <>
          <h3 className={classes.title}>{t('payments')}</h3>
          <ul className={classes.list}>
            {payments.map((payment) => (
              <StripePayment key={payment.id} payment={payment} />
            ))}
          </ul>
        </>
      )}
      {methods.length > 0 && (
        <>
          <h3 className={classes.title}>{t('methods')}</h3>
          <ul className={classes.list}>
            {methods.map((method) => (
              <StripeMethod key={method.id} method={method} codes={declineCodes} />
            ))}
          </ul>
        </>
      )}
      {deliveries.length > 0 && <Log deliveries={deliveries} />}
    </Section>
  )
}

function Line({ isDown }: { readonly isDown: boolean }) {
  const t = useTranslations('simulators.payments')
  const deed = useDeed(t('failed'))
  return (
    <span className={classes.state}>
      <Pill tone={isDown ? 'red' : 'green'} icon={isDown ? IconPlugConnectedX : IconPlugConnected}>
        {isDown ? t('down') : t('up')}
      </Pill>
      <Button
        variant="default"
        size="xs"
        loading={deed.isPending}
        onClick={() => deed.mutate({ path: '/stripe', body: { action: isDown ? 'up' : 'down' } })}
      >
        {isDown ? t('repair') : t('break')}
      </Button>
    </span>
  )
}

function Log({ deliveries }: { readonly deliveries: readonly StripeDeliveryView[] }) {
  const t = useTranslations('simulators.stripe')
  const format = useFormat()
  const zone = useZone()
  return (
    <details className={classes.log}>
      <summary>{t('log', { count: deliveries.length })}</summary>
      <ol>
        {deliveries.slice(0, logged).map(({ eventId, type, at, sent, status, accepted, mode }, index) => (
          <li key={`${eventId} ${index}`} data-refused={!accepted || undefined}>
            <time dateTime={at}>{format.instant(at, zone)}</time> {type}, {t(`modes.${mode}`)}:{' '}
            {!sent ? t('lost') : status === 0 ? t('noAnswer') : status}
          </li>
        ))}
      </ol>
    </details>
  )
}
