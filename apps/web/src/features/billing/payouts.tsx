import { Button } from '@mantine/core'
import { IconCashBanknote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listBalances } from '@stowage/api/billing'
import { queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { AskedSection, Money } from '../../ui/index.ts'
import { PayoutDialog, type AccountBalance } from './payout-dialog.tsx'
import classes from './payouts.module.css'

interface PayoutsProps {
  readonly userId: string
  /** Where they stand on a contract's page: only what its seller and currency have. */
  readonly of?: { readonly contractId: string; readonly stockId: string; readonly currency: string }
}

/** What a tenant has with each seller, what was paid out to him, and paying it out; for superUsers. */
export function Payouts({ userId, of }: PayoutsProps) {
  const t = useTranslations('people.payouts')
  const query = useQuery(queryOf(listBalances, { params: { userId } }))
  const [paying, setPaying] = useState<AccountBalance | null>(null)
  const concerns = (balance: AccountBalance): boolean =>
    of === undefined
      ? balance.accountBalance !== 0 || balance.payouts.length > 0
      : balance.currency === of.currency && balance.stockIds.includes(of.stockId)
  return (
    <>
      <AskedSection
        query={query}
        title={t('title')}
        isEmpty={(balances) => !balances.some(concerns)}
        empty={<p className={classes.none}>{t('none')}</p>}
      >
        {(balances) => (
          <ul className={classes.list}>
            {balances.filter(concerns).map((balance) => (
              <Balance
                key={`${balance.sellerId} ${balance.currency}`}
                balance={balance}
                onPay={() => setPaying(balance)}
              />
            ))}
          </ul>
        )}
      </AskedSection>
      {paying !== null && (
        <PayoutDialog
          userId={userId}
          balance={paying}
          stockId={of?.stockId ?? paying.stockIds[0] ?? ''}
          contractId={of?.contractId ?? null}
          onClose={() => setPaying(null)}
        />
      )}
    </>
  )
}

function Balance({ balance, onPay }: { readonly balance: AccountBalance; readonly onPay: () => void }) {
  const t = useTranslations('people.payouts')
  const format = useFormat()
  const { sellerName, currency, accountBalance, payouts } = balance
  return (
    <li>
      <div className={classes.line}>
        <span>{t('with', { seller: sellerName })}</span>
        <Money value={{ amount: accountBalance, currency }} cents="always" />
      </div>
      {payouts.length > 0 && (
        <ul className={classes.paid}>
          {payouts.map(({ id, amount, method, paidOn, reference, contractNumber }) => (
            <li key={id}>
              {t('paid', {
                amount: format.money({ amount, currency }),
                day: format.day(paidOn),
                how: t(`method.${method}`),
              })}
              {[contractNumber == null ? null : t('contract', { number: contractNumber }), reference]
                .filter((part) => part != null && part !== '')
                .map((part) => ` · ${part}`)
                .join('')}
            </li>
          ))}
        </ul>
      )}
      {accountBalance > 0 && (
        <Button
          className={classes.button}
          size="xs"
          variant="light"
          leftSection={<IconCashBanknote size={18} stroke={1.75} />}
          onClick={onPay}
        >
          {t('button')}
        </Button>
      )}
    </li>
  )
}
