import { Button } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { CabinetView, PaymentsView } from '@stowage/api/simulators'
import { Pill, Section } from '../../ui/index.ts'
import { CabinetInvoice } from './cabinet-invoice.tsx'
import { CabinetPayment } from './cabinet-payment.tsx'
import { useConsole, useDeed } from './console-client.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { StripeAccount } from './stripe-account.tsx'
import { Unknown } from './unknown.tsx'
import classes from './payments.module.css'

/** The payment services: PayKeeper's cabinet per currency and the account at Stripe, with what they were asked for and how it ended. */
export function PaymentsPanel() {
  const { data, error, refetch } = useConsole<PaymentsView>('/payments', 2000)
  if (data === undefined) return <Unknown error={error} onRetry={refetch} />
  return (
    <div className={classes.cabinets}>
      {data.cabinets.map((cabinet) => (
        <Cabinet key={cabinet.currency} cabinet={cabinet} />
      ))}
      <StripeAccount />
      <TestCards cards={data.testCards} />
    </div>
  )
}

function Cabinet({ cabinet }: { readonly cabinet: CabinetView }) {
  const t = useTranslations('simulators.payments')
  const deed = useDeed(t('failed'))
  const { currency, isDown, invoices, payments, deliveries } = cabinet
  const open = invoices.filter(({ status }) => status === 'created' || status === 'sent')
  return (
    <Section
      title={t('cabinet', { currency })}
      aside={
        <span className={classes.state}>
          <Pill tone={isDown ? 'red' : 'green'} icon={isDown ? IconPlugConnectedX : IconPlugConnected}>
            {isDown ? t('down') : t('up')}
          </Pill>
          <Button
            variant="default"
            size="xs"
            loading={deed.isPending}
            onClick={() =>
              deed.mutate({ path: `/payments/${currency}`, body: { action: isDown ? 'up' : 'down' } })
            }
          >
            {isDown ? t('repair') : t('break')}
          </Button>
        </span>
      }
      {...(isDown ? { tone: 'red' as const } : {})}
    >
      {open.length + payments.length === 0 && <p className={classes.meta}>{t('empty')}</p>}
      {open.length > 0 && (
        <>
          <h3 className={classes.title}>{t('invoices')}</h3>
          <ul className={classes.list}>
            {open.map((invoice) => (
              <CabinetInvoice key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        </>
      )}
      {payments.length > 0 && (
        <>
          <h3 className={classes.title}>{t('payments')}</h3>
          <ul className={classes.list}>
            {payments.map((payment) => (
              <CabinetPayment key={payment.id} payment={payment} />
            ))}
          </ul>
        </>
      )}
      {deliveries.length > 0 && <DeliveryLog deliveries={deliveries} />}
    </Section>
  )
}

function TestCards({ cards }: { readonly cards: PaymentsView['testCards'] }) {
  const t = useTranslations('simulators.payments')
  return (
    <Section title={t('cards')} aside={t('cardsHint')}>
      <dl className={classes.cards}>
        {cards.map(({ number, outcome }) => (
          <div key={number}>
            <dt>{number.replace(/(.{4})(?=.)/g, '$1\u00a0')}</dt>
            <dd>{t(`outcomes.${outcome}`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
