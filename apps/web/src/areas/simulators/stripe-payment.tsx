import { Button } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconCheck, IconClock, IconGavel } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type {
  StripePaymentAction,
  StripePaymentStatus,
  StripePaymentView,
} from '@stowage/api/simulated-stripe'
import { useFormat } from '../../i18n/index.ts'
import { confirm, Pill } from '../../ui/index.ts'
import { useDeed } from './console-client.ts'
import { useZone } from './use-zone.ts'
import classes from './payments.module.css'

const good = { tone: 'green', icon: IconCheck } as const
const open = { tone: 'amber', icon: IconClock } as const
const bad = { tone: 'red', icon: IconBan } as const
const back = { tone: 'blue', icon: IconArrowBackUp } as const
const dispute = { tone: 'red', icon: IconGavel } as const
const looks: Readonly<
  Record<StripePaymentStatus, typeof good | typeof open | typeof bad | typeof back | typeof dispute>
> = {
  open,
  processing: open,
  succeeded: good,
  failed: bad,
  canceled: bad,
  refunded: back,
  disputed: dispute,
}

/** A payment at Stripe and what its payer's bank can still do to it. */
export function StripePayment({ payment }: { readonly payment: StripePaymentView }) {
  const t = useTranslations('simulators.stripe')
  const format = useFormat()
  const zone = useZone()
  const { currency, amount, refunded, status, type, account, failReason, createdAt, reference } = payment
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <strong>{format.money({ amount, currency })}</strong>{' '}
        <Pill tone={looks[status].tone} icon={looks[status].icon}>
          {t(`statuses.${status}`)}
        </Pill>
        <span className={classes.meta}>
          {type === null ? '' : `${t(`types.${type}`)} ${account ?? ''}, `}
          {t('paymentMeta', { reference: reference ?? '–', at: format.instant(createdAt, zone) })}
          {refunded > 0 && ` ${t('refundedSum', { amount: format.money({ amount: refunded, currency }) })}`}
          {failReason !== null && ` ${t('reason', { reason: failReason })}`}
          {payment.dispute !== null &&
            ` ${t('disputeIs', { status: t(`disputes.${endOf(payment.dispute)}`) })}`}
        </span>
      </div>
      <Deeds payment={payment} said={format.money({ amount, currency })} />
    </li>
  )
}

function endOf({ isOpen, status }: NonNullable<StripePaymentView['dispute']>) {
  if (isOpen) return 'open'
  return status === 'won' || status === 'lost' ? status : 'closed'
}

function Deeds({ payment, said }: { readonly payment: StripePaymentView; readonly said: string }) {
  const t = useTranslations('simulators.stripe')
  const deed = useDeed(t('failed'))
  const { id, status } = payment
  const act = (body: StripePaymentAction): void =>
    deed.mutate({ path: `/stripe/payments/${id}`, body, said: t(`done.${body.action}`) })
  const ask = async (body: StripePaymentAction, title: string, yes: string): Promise<void> => {
    if (await confirm({ title, text: t('toldText'), yes })) act(body)
  }
  const button = (label: string, onClick: () => void) => (
    <Button key={label} size="xs" variant="default" disabled={deed.isPending} onClick={onClick}>
      {label}
    </Button>
  )
  const isDisputed = payment.dispute?.isOpen === true
  return (
    <div className={classes.deeds}>
      {status === 'processing' && [
        button(t('settle'), () => act({ action: 'settle', outcome: 'succeeded' })),
        button(t('refuse'), () => act({ action: 'settle', outcome: 'failed' })),
      ]}
      {status === 'succeeded' &&
        !isDisputed && [
          button(
            t('refund'),
            () => void ask({ action: 'refund' }, t('refundTitle', { amount: said }), t('refund')),
          ),
          button(
            t('dispute'),
            () => void ask({ action: 'dispute' }, t('disputeTitle', { amount: said }), t('dispute')),
          ),
        ]}
      {isDisputed && [
        button(t('win'), () => act({ action: 'closeDispute', outcome: 'won' })),
        button(t('lose'), () => act({ action: 'closeDispute', outcome: 'lost' })),
      ]}
    </div>
  )
}
