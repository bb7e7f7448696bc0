import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCheck,
  IconClock,
  IconCreditCard,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readSubscription } from '@stowage/api/subscriptions'
import { queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { AskedSection, confirm, Money, Pill, toast } from '../../ui/index.ts'
import { AutoPaymentTries } from './auto-payment-tries.tsx'
import { GiveAccount } from './late-give-account.tsx'
import { MandateFact } from './mandate-fact.tsx'
import { PayChoice } from './pay-methods/late-pay-methods.tsx'
import { useAutoPayments, type AutoPayments as State } from './use-auto-payments.ts'
import classes from './auto-payments.module.css'

interface AutoPaymentsProps {
  readonly contractId: string
  readonly stockId: string
  /** Whether the tenant himself reads it, or somebody of the staff. */
  readonly isOwn: boolean
}

/** While the bank decides, the answer is asked for again after so long. */
const againMs = 5000

/** Automatic payments of a contract: the card, the next debit, the last tries; on, another card, off. */
export function AutoPayments({ contractId, stockId, isOwn }: AutoPaymentsProps) {
  const t = useTranslations('debits')
  const query = useQuery({
    ...queryOf(readSubscription, { params: { contractId } }),
    refetchInterval: ({ state }) =>
      // A bank account's decides in days.
      state.data?.kind !== 'sepa' &&
      state.data?.tries.some(({ status }) => status === 'charging') === true &&
      againMs,
  })
  const { data } = query
  // Nothing to tell and nothing to do: a contract that is over, or a warehouse without cards.
  const mayBegin = data?.mayActivate === true || data?.mayGiveAccount === true
  if (data?.status === 'off' && !mayBegin && data.tries.length === 0 && isOwn) return null
  return (
    <AskedSection
      query={query}
      title={t('title')}
      {...(data?.status === 'suspended' ? { tone: 'amber' as const } : {})}
      {...(data === undefined ? {} : { aside: <StatePill state={data} /> })}
    >
      {(state) => (
        <div className={classes.stack}>
          <Words state={state} isOwn={isOwn} />
          {state.status !== 'off' && <Facts state={state} />}
          <Deeds state={state} contractId={contractId} stockId={stockId} />
          {state.tries.length > 0 && <AutoPaymentTries tries={state.tries} kind={state.kind} />}
        </div>
      )}
    </AskedSection>
  )
}

const pills = {
  off: { tone: 'gray', icon: IconCreditCard },
  starting: { tone: 'gray', icon: IconClock },
  active: { tone: 'green', icon: IconCheck },
  suspended: { tone: 'amber', icon: IconAlertTriangle },
} as const

function StatePill({ state: { status } }: { readonly state: State }) {
  const t = useTranslations('debits')
  return <Pill {...pills[status]}>{t(`status.${status}`)}</Pill>
}

function Words({ state, isOwn }: { readonly state: State; readonly isOwn: boolean }) {
  const t = useTranslations('debits')
  const { status, reason } = state
  const own = t(state.mayGiveAccount ? 'bank.offTextAccount' : 'offText')
  if (status === 'off') return <p className={classes.text}>{isOwn ? own : t('offStaff')}</p>
  if (status === 'starting') return <p className={classes.text}>{t('startingText')}</p>
  if (status === 'suspended')
    return (
      <p className={classes.text}>
        {t(state.kind === 'sepa' ? 'bank.suspendedAccount' : 'suspendedText', { why: reason ?? 'hard' })}
      </p>
    )
  return null
}

function Facts({ state }: { readonly state: State }) {
  const t = useTranslations('debits')
  const format = useFormat()
  const { card, next, currency } = state
  const last = /[\dA-Z]{4}$/.exec(card?.number ?? '')?.[0]
  const names = { card: t('card'), sepa: t('bank.account'), paypal: t('bank.paypal') }
  return (
    <dl className={classes.facts}>
      {card != null && (
        <div>
          <dt>{names[state.kind ?? 'card']}</dt>
          <dd>
            {state.kind === 'sepa' || state.kind === 'paypal'
              ? (card.number ?? '')
              : last === undefined
                ? t('cardPlain')
                : `•••• ${last}`}
            {card.expires != null && (
              <span className={classes.dim}>{t('expires', { date: card.expires })}</span>
            )}
          </dd>
        </div>
      )}
      {state.mandate != null && <MandateFact mandate={state.mandate} />}
      {next != null && (
        <div>
          <dt>{t('next')}</dt>
          <dd>
            {next.amount == null ? (
              t('nextPlain', { day: format.longDay(next.day) })
            ) : (
              <>
                {format.longDay(next.day)}
                <Money value={{ amount: next.amount, currency }} cents="always" />
              </>
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}

interface DeedsProps extends Omit<AutoPaymentsProps, 'isOwn'> {
  readonly state: State
}

function Deeds({ state, contractId, stockId }: DeedsProps) {
  const t = useTranslations('debits')
  const format = useFormat()
  const { activate, methods, choose, leave, isActivating, cancel, isCancelling } = useAutoPayments({
    contractId,
    stockId,
  })
  const [isGiving, setIsGiving] = useState(false)
  const { status, mayActivate, mayGiveAccount, mayCancel, toPayNow: amount, currency, isDebt } = state
  if (!mayActivate && !mayGiveAccount && !mayCancel) return null
  const price = t(isDebt ? 'payNow' : 'payToSave', { amount: format.money({ amount, currency }) })
  // Where nothing is wrong, nobody is told of money before he asks for another card.
  const isQuiet = status === 'active'
  const askOther = async (): Promise<void> => {
    const question = { title: t('otherTitle'), text: price, yes: t('otherYes'), no: t('cancel') }
    if (await confirm(question)) activate()
  }
  const ask = async (): Promise<void> => {
    const question = {
      title: t('offTitle'),
      text: t(state.kind === 'sepa' ? 'bank.offQuestionAccount' : 'offQuestion'),
      yes: t('offYes'),
      no: t('keep'),
    }
    if (await confirm(question)) cancel(() => toast({ text: t('offDone') }))
  }
  return (
    <>
      {methods !== null && (
        <PayChoice
          methods={methods}
          amount={{ amount, currency }}
          isBusy={isActivating}
          onPay={choose}
          onClose={leave}
        />
      )}
      {isGiving && (
        <GiveAccount
          contractId={contractId}
          debt={isDebt ? { amount, currency } : null}
          onClose={() => setIsGiving(false)}
        />
      )}
      {mayActivate && !isQuiet && <p className={classes.dim}>{price}</p>}
      <div className={classes.deeds}>
        {mayActivate && (
          <Button
            variant={isQuiet ? 'default' : 'light'}
            leftSection={<IconCreditCard size={18} stroke={1.75} />}
            loading={isActivating}
            onClick={isQuiet ? () => void askOther() : activate}
          >
            {t(
              status === 'active'
                ? 'other'
                : status === 'suspended'
                  ? 'giveOther'
                  : status === 'starting'
                    ? 'finish'
                    : 'on',
            )}
          </Button>
        )}
        {mayGiveAccount && (
          <Button
            variant={isQuiet || mayActivate ? 'default' : 'light'}
            leftSection={<IconBuildingBank size={18} stroke={1.75} />}
            disabled={isActivating}
            onClick={() => setIsGiving(true)}
          >
            {t(state.kind === 'sepa' ? 'bank.otherAccount' : 'bank.giveAccount')}
          </Button>
        )}
        {mayCancel && (
          <Button variant="subtle" color="gray" loading={isCancelling} onClick={() => void ask()}>
            {t('switchOff')}
          </Button>
        )}
      </div>
    </>
  )
}
