import { Button } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconCheck, IconClock, IconRepeat } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { CabinetPaymentStatus, PaymentAction, PaymentView } from '@stowage/api/simulators'
import { useFormat } from '../../i18n/index.ts'
import { confirm, Pill } from '../../ui/index.ts'
import { useDeed } from './console-client.ts'
import { useZone } from './use-zone.ts'
import classes from './payments.module.css'

const good = { tone: 'green', icon: IconCheck } as const
const open = { tone: 'amber', icon: IconClock } as const
const bad = { tone: 'red', icon: IconBan } as const
const back = { tone: 'blue', icon: IconArrowBackUp } as const
const looks: Readonly<Record<CabinetPaymentStatus, typeof good | typeof open | typeof bad | typeof back>> = {
  pending: open,
  stuck: open,
  obtained: good,
  success: good,
  failed: bad,
  canceled: bad,
  refunding: back,
  refunded: back,
  partially_refunded: back,
}

/** A payment and what can still happen to it. */
export function CabinetPayment({ payment }: { readonly payment: PaymentView }) {
  const t = useTranslations('simulators.payments')
  const format = useFormat()
  const zone = useZone()
  const deed = useDeed(t('failed'))
  const { id, currency, amount, refunded, status, card, failReason, pendingAt, attempts, mode } = payment
  const said = format.money({ amount, currency })
  const act = (body: PaymentAction): void =>
    deed.mutate({ path: `/payments/${currency}/payments/${id}`, body, said: t(`done.${body.action}`) })
  const refund = async (): Promise<void> => {
    if (await confirm({ title: t('refundTitle', { amount: said }), text: t('refundText'), yes: t('refund') }))
      act({ action: 'refund' })
  }
  const isPaid = status === 'obtained' || status === 'success' || status === 'partially_refunded'
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <strong>{said}</strong>{' '}
        <Pill tone={looks[status].tone} icon={looks[status].icon}>
          {t(`statuses.${status}`)}
        </Pill>
        <span className={classes.meta}>
          {t('paymentMeta', { id, card: card ?? '–', at: format.instant(pendingAt, zone) })}
          {refunded > 0 && ` ${t('refunded', { amount: format.money({ amount: refunded, currency }) })}`}
          {failReason !== null && ` ${t('reason', { reason: failReason })}`}
        </span>
        <span className={classes.meta}>{t('news', { mode: t(`modes.${mode}`), attempts })}</span>
      </div>
      <div className={classes.deeds}>
        {status === 'pending' && (
          <>
            <Button
              size="xs"
              variant="light"
              loading={deed.isPending}
              onClick={() => act({ action: 'settle', outcome: 'obtained' })}
            >
              {t('settle')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={deed.isPending}
              onClick={() => act({ action: 'settle', outcome: 'failed' })}
            >
              {t('decline')}
            </Button>
          </>
        )}
        {isPaid && (
          <Button
            size="xs"
            variant="default"
            disabled={deed.isPending}
            leftSection={<IconArrowBackUp size={16} stroke={1.75} />}
            onClick={() => void refund()}
          >
            {t('refund')}
          </Button>
        )}
        {status !== 'pending' && (
          <Button
            size="xs"
            variant="subtle"
            disabled={deed.isPending}
            leftSection={<IconRepeat size={16} stroke={1.75} />}
            onClick={() => act({ action: 'deliverAgain' })}
          >
            {t('deliverAgain')}
          </Button>
        )}
      </div>
    </li>
  )
}
