import { Checkbox, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { myBoxes } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { readMandateOffer, readSubscription, signMandate } from '@stowage/api/subscriptions'
import { call, isApiError, keyOf, queryOf, useUser, type CurrentUser } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import {
  ErrorState,
  FieldStack,
  FormProblem,
  SkeletonRows,
  SubmitButton,
  toast,
  useApiForm,
} from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'
import { MandateWording } from './mandate-fact.tsx'
import classes from './auto-payments.module.css'

export interface GiveAccountProps {
  readonly contractId: string
  /** What is owed now; it is collected as well. */
  readonly debt: { readonly amount: number; readonly currency: string } | null
  readonly onClose: () => void
}

/** A tenant lets his bank account pay: whose and which it is, and the mandate that he gives with it. */
export function GiveAccount({ contractId, debt, onClose }: GiveAccountProps) {
  const t = useTranslations('debits.bank')
  const format = useFormat()
  const query = useQuery({
    ...queryOf(readMandateOffer, { params: { contractId } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Modal opened size={560} onClose={onClose} title={t('form.title')}>
      {query.data === undefined ? (
        query.error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <div className={classes.stack}>
          <p className={classes.text}>
            {t('form.lead')} {debt !== null && t('debtLater', { amount: format.money(debt) })}
          </p>
          <MandateForm contractId={contractId} offer={query.data} onDone={onClose} />
        </div>
      )}
    </Modal>
  )
}

interface MandateFormProps {
  readonly contractId: string
  readonly offer: Answer<typeof readMandateOffer>
  readonly onDone: () => void
}

/** Most pay from an account of their own; its field stays open for another's name. */
function nameOf(user: CurrentUser | null | undefined): string {
  if (user == null) return ''
  const { accountType, company, firstName, lastName } = user
  return (accountType === 'legal' ? (company ?? '') : `${firstName ?? ''} ${lastName ?? ''}`)
    .trim()
    .slice(0, 70)
}

function MandateForm({ contractId, offer, onDone }: MandateFormProps) {
  const t = useTranslations('debits.bank')
  const client = useQueryClient()
  const user = useUser()
  const params = { contractId }
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { holder: nameOf(user), iban: '', isAgreed: false },
    schema: signMandate.body,
    toBody: (values) => ({ ...values, textHash: offer.textHash }),
    lengths: { holder: [2, 70] },
    formats: { iban: t('form.ibanWrong') },
    onSubmit: async ({ holder, iban }) => {
      try {
        const body = { holder, iban, textHash: offer.textHash, isAgreed: true as const }
        const known = await call(signMandate, { params, body })
        client.setQueryData(queryOf(readSubscription, { params }).queryKey, known)
      } catch (error) {
        // Other words by now: they are shown, and have to be agreed to anew.
        if (isApiError(error, 9153)) {
          form.set('isAgreed', false)
          await client.invalidateQueries({ queryKey: keyOf(readMandateOffer) })
        }
        throw error
      }
      toast({ text: t('form.done') })
      onDone()
      await client.invalidateQueries({ queryKey: keyOf(myBoxes) })
    },
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <FieldStack>
        <TextInput
          label={t('form.holder')}
          required
          data-autofocus
          autoComplete="name"
          {...form.text('holder', 70)}
        />
        <TextInput
          label={t('form.iban')}
          description={t('form.ibanWhy')}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.text('iban', 60)}
        />
        <MandateWording wording={offer.wording} />
        <Checkbox label={t('form.agree')} {...form.tick('isAgreed')} />
        <FormProblem>{problem}</FormProblem>
        <SubmitButton isBusy={isBusy}>{t('form.sign')}</SubmitButton>
      </FieldStack>
    </form>
  )
}
