import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { Money, Pill } from '../../ui/index.ts'
import type { AutoPayments } from './use-auto-payments.ts'
import { useDeclineSentence } from './use-decline-sentence.ts'
import classes from './auto-payments.module.css'

type Try = AutoPayments['tries'][number]

const pills = {
  planned: { tone: 'gray', icon: IconClock },
  dropped: { tone: 'gray', icon: IconX },
  charging: { tone: 'gray', icon: IconClock },
  paid: { tone: 'green', icon: IconCheck },
  declined: { tone: 'red', icon: IconX },
} as const

/** The last tries, each with the reason in the reader's words where the bank has declined. */
export function AutoPaymentTries({
  tries,
  kind,
}: {
  readonly tries: readonly Try[]
  readonly kind: AutoPayments['kind']
}) {
  const t = useTranslations('debits')
  return (
    <div>
      <h3 className={classes.title}>{t('tries')}</h3>
      <ul className={classes.tries}>
        {tries.map((one) => (
          <OneTry key={one.id} one={one} isAccount={kind === 'sepa'} />
        ))}
      </ul>
    </div>
  )
}

/** The bank was never asked: nothing speaks against the card. */
const notAsked = new Set(['processor_away', 'paid_otherwise'])

function OneTry({ one, isAccount }: { readonly one: Try; readonly isAccount: boolean }) {
  const t = useTranslations('debits')
  const format = useFormat()
  const { day, status, amount, currency, reason, invoiceNumber } = one
  const sentence = useDeclineSentence(reason)
  return (
    <li>
      <div className={classes.line}>
        <span>{format.day(day)}</span>
        <Pill {...pills[status]}>{t(`tryState.${status}`)}</Pill>
        <Money value={{ amount, currency }} cents="always" />
      </div>
      {invoiceNumber != null && <p className={classes.dim}>{t('invoice', { number: invoiceNumber })}</p>}
      {status === 'declined' && (
        <p className={classes.dim}>
          {reason != null && notAsked.has(reason)
            ? t('awayPlain')
            : reason === 'money_returned'
              ? t(isAccount ? 'bank.returnedAccount' : 'returnedPlain')
              : (sentence ?? t('declinedPlain'))}
        </p>
      )}
    </li>
  )
}
