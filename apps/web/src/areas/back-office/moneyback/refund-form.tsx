import { Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { refundPayment } from '@stowage/api/refunds'
import { answeredOnce, call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { confirm, FormProblem, SubmitButton, toast, typedNumber, useApiForm } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { isUndecided, minorOf, type Refunds } from './moneyback.ts'
import classes from './moneyback.module.css'

interface RefundFormProps {
  readonly paymentId: string
  readonly refunds: Pick<Refunds, 'refundable' | 'currency'>
}

const empty = { amount: '', reason: '' }
type Typed = typeof empty

/** Asks for money of a payment to go back; the sum is written out before it does, and a second press sends nothing twice. */
export function RefundForm({ paymentId, refunds: { refundable, currency } }: RefundFormProps) {
  const t = useTranslations('moneyback.refunds')
  const format = useFormat()
  const readAnew = useReadAnew()
  const money = (amount: number): string => format.money({ amount, currency })
  const most = money(refundable)
  const bodyOf = (typed: Typed) => ({
    amount: minorOf(typedNumber(typed.amount)),
    reason: typed.reason.trim(),
  })
  const { form, problem, isBusy, onSubmit } = useApiForm<Typed>({
    initialValues: { ...empty, amount: format.amount(refundable) },
    schema: refundPayment.body,
    toBody: bodyOf,
    across: (typed) => (bodyOf(typed).amount > refundable ? [{ field: 'amount', code: 1005 }] : []),
    lengths: { reason: [3, 250] },
    formats: { amount: t('amountWrong', { most }) },
    confirm: async (typed) => {
      const { amount } = bodyOf(typed)
      return await confirm({
        title: t('sureTitle', { amount: money(amount) }),
        text: t(amount === refundable ? 'sureAll' : 'surePart'),
        yes: t('sureYes', { amount: money(amount) }),
        danger: true,
      })
    },
    onSubmit: async (typed) => {
      const body = bodyOf(typed)
      try {
        const { refunds } = await answeredOnce(
          ['refund', paymentId, body],
          async (idempotencyKey) =>
            await call(refundPayment, { params: { paymentId }, body }, { idempotencyKey }),
        )
        const [last] = refunds
        // What was refused says so in the list, in the processor's words.
        if (last === undefined || last.status === 'refused') return
        toast({
          text: t(isUndecided(last) ? 'sent' : 'done', { amount: money(body.amount) }),
          ms: savedMs,
        })
      } finally {
        // Also after a refusal: somebody else may have given money of it back.
        await readAnew()
      }
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <FormProblem>{problem}</FormProblem>
      <TextInput
        label={t('amount', { currency })}
        description={t('most', { most })}
        inputMode="decimal"
        autoComplete="off"
        required
        {...form.text('amount')}
      />
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        autosize
        minRows={2}
        maxLength={250}
        required
        {...form.text('reason')}
      />
      <SubmitButton isBusy={isBusy} size="md">
        {t('send')}
      </SubmitButton>
    </form>
  )
}
