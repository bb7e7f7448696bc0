import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { confirmWithdrawal, previewWithdrawal } from '@stowage/api/withdrawals'
import { answeredOnce, call, isApiError } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, Section, useErrorText } from '../../../ui/index.ts'
import { Returned } from './returned.tsx'
import classes from './withdraw-page.module.css'

export type Preview = Answer<typeof previewWithdrawal>

interface WithdrawalProps {
  readonly code: string
  readonly onAskAgain: () => void
}

/** The second step: what withdrawing comes to, the button that does it, and that it was received. */
export function Withdrawal({ code, onAskAgain }: WithdrawalProps) {
  const t = useTranslations('life.withdraw')
  const errorText = useErrorText()
  const query = useQuery({
    queryKey: ['withdrawal', code],
    queryFn: async () => await call(previewWithdrawal, { body: { code } }),
    // Once used, a code opens nothing any more: what was shown stays until the page is left.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
  const withdraw = useMutation({
    mutationFn: async ({ settlement }: Preview) => {
      const { charged = 0, credited = 0, deposit = 0, owed = 0, payout = 0 } = settlement ?? {}
      const shown = settlement === null ? null : { charged, credited, deposit, owed, payout }
      return await answeredOnce(
        ['withdraw', code, payout, owed],
        async (idempotencyKey) =>
          await call(confirmWithdrawal, { body: { code, shown } }, { idempotencyKey }),
      )
    },
    meta: { silent: true },
    onError: (error) => {
      if (isApiError(error, 9109)) void query.refetch()
    },
  })
  if (withdraw.data !== undefined) return <Received received={withdraw.data} />
  if (query.error !== null && isApiError(query.error, 9001))
    return (
      <Section title={t('oldTitle')}>
        <p className={classes.text}>{t('old')}</p>
        <div className={classes.deeds}>
          <Button variant="light" onClick={onAskAgain}>
            {t('again')}
          </Button>
        </div>
      </Section>
    )
  return (
    <AskedSection query={query} title={t('which')}>
      {(preview) => (
        <>
          <ContractFacts preview={preview} />
          {preview.refusal == null && (
            <>
              <p className={classes.text}>{t(preview.isPaid ? 'running' : 'pending')}</p>
              {preview.hasBegun && preview.isPaid && <p className={classes.text}>{t('inside')}</p>}
              {withdraw.error !== null && (
                <p className={classes.problem} role="alert">
                  {isApiError(withdraw.error, 9109) ? t('changed') : errorText(withdraw.error).text}
                </p>
              )}
              <div className={classes.deeds}>
                <Button
                  size="md"
                  color="red"
                  loading={withdraw.isPending || query.isFetching}
                  onClick={() => withdraw.mutate(preview)}
                >
                  {t('confirm')}
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </AskedSection>
  )
}

function ContractFacts({ preview }: { readonly preview: Preview }) {
  const t = useTranslations('life.withdraw')
  const format = useFormat()
  const { contractNumber, unitNumber: box, stockName, signedOn, until, refusal, settlement } = preview
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t('contract')}</dt>
          <dd>{contractNumber}</dd>
        </div>
        <div>
          <dt>{t('box')}</dt>
          <dd>{t('boxAt', { box, stock: stockName })}</dd>
        </div>
        <div>
          <dt>{t('signed')}</dt>
          <dd>{format.day(signedOn)}</dd>
        </div>
        <div>
          <dt>{t('until')}</dt>
          <dd>{format.day(until)}</dd>
        </div>
        {settlement !== null && <Returned settlement={settlement} />}
      </dl>
      {refusal != null && (
        <p className={classes.problem} role="alert">
          {t(`refused.${refusal}`)}
        </p>
      )}
    </>
  )
}

function Received({ received }: { readonly received: Answer<typeof confirmWithdrawal> }) {
  const t = useTranslations('life.withdraw')
  const format = useFormat()
  const { receivedAt, timeZone, contractNumber: number, payout, owed, currency, mayBeInside } = received
  const amount = format.money({ amount: owed > 0 ? owed : payout, currency })
  const kind = !received.isSettled ? 'later' : owed > 0 ? 'owed' : payout > 0 ? 'payout' : 'even'
  return (
    <Section title={t('doneTitle')}>
      <div role="status">
        <p className={classes.text}>{t('done', { number, at: format.shortInstant(receivedAt, timeZone) })}</p>
        <p className={classes.text}>{t('doneMoney', { kind, amount })}</p>
        {mayBeInside && <p className={classes.text}>{t('doneInside')}</p>}
      </div>
    </Section>
  )
}
