import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PayMethodName } from '@stowage/api/payment-lists'
import { onlineMethods, PayMethods, usePayMethods } from '../../../../features/billing/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import type { Tab } from '../use-book-search.ts'
import { BalanceNote } from './balance-note.tsx'
import { ForClient } from './for-client.tsx'
import { MethodCards } from './method-cards.tsx'
import { Note } from './note.tsx'
import { QuotePart } from './quote-part.tsx'
import { methodsOf } from './methods.ts'
import { useSubmit } from './use-submit.ts'
import type { Wizard } from './wizard.ts'
import classes from './drawer.module.css'

interface PaymentTabProps {
  readonly wizard: Wizard
  readonly notice: string | null
  readonly onTab: (tab: Tab) => void
  readonly lead: (tab: Tab, text: string) => void
}

/** Reserve for nothing, or book and pay. */
export function PaymentTab({ wizard, notice, onTab, lead }: PaymentTabProps) {
  const t = useTranslations('booking.pay')
  const format = useFormat()
  const { stock, booker, hold, choices, change, quote, isFresh, clientId, user } = wizard
  const { submit, isBusy, problem } = useSubmit(wizard, lead)
  const [isPaid, setPaid] = useState(false)
  const [chosenWay, setWay] = useState<PayMethodName | null>(null)
  const ways = onlineMethods(usePayMethods(stock.id, booker === 'client' && stock.onlinePayment))
  const isForClient = booker === 'superUser'
  if (booker === 'staff')
    return (
      <div className={classes.body}>
        <Note>{t('forbidden')}</Note>
      </div>
    )
  const methods = methodsOf({
    isForClient,
    hasCard: stock.onlinePayment,
    hasTransfer: stock.bankTransfer,
    isReserved: hold?.reservation !== undefined,
  })
  const method = methods.find((one) => one === choices.paymentMethod) ?? methods[0] ?? 'none'
  const isFree = method === 'none'
  const way = ways.find((one) => one.method === chosenWay) ?? ways[0]
  const needsClient = isForClient && clientId === undefined
  return (
    <>
      <div className={classes.body}>
        {notice !== null && <Note isAlert>{notice}</Note>}
        {needsClient && <Note>{t('noClient')}</Note>}
        {isForClient && clientId !== undefined && <ForClient userId={clientId} />}
        {user?.impersonatedBy != null && method === 'paykeeper' && <Note>{t('impersonated')}</Note>}
        {!isFree && booker === 'client' && quote !== undefined && (
          <BalanceNote stockId={stock.id} currency={stock.currency} total={quote.total} />
        )}
        <MethodCards
          methods={methods}
          method={method}
          hasCard={stock.onlinePayment}
          isDisabled={isBusy}
          onChange={(paymentMethod) => change({ paymentMethod })}
          hasWays={ways.length > 1}
        />
        {method === 'paykeeper' && way !== undefined && ways.length > 1 && (
          <PayMethods methods={ways} value={way.method} isDisabled={isBusy} onChange={setWay} />
        )}
        {isForClient && method === 'manual' && (
          <Checkbox
            size="md"
            label={t('isPaid')}
            description={t('isPaidText')}
            checked={isPaid}
            disabled={isBusy}
            onChange={(event) => setPaid(event.currentTarget.checked)}
          />
        )}
        {!isFree && <QuotePart wizard={wizard} />}
        {isFree && quote !== undefined && (
          <p className={classes.hint}>
            {t('laterSum', { amount: format.money({ amount: quote.total, currency: stock.currency }) })}
          </p>
        )}
        <div role="alert">
          {problem !== null && (
            <Note tone={problem.code === 9109 ? 'amber' : 'red'}>
              {problem.text} {problem.code === 9105 && <Link to="/my-boxes">{t('toReservation')}</Link>}
            </Note>
          )}
        </div>
      </div>
      <footer className={classes.foot}>
        <Button
          size="lg"
          fullWidth
          loading={isBusy}
          aria-busy={isBusy}
          disabled={!isFresh || needsClient}
          onClick={() => void submit(method, { isPaid, online: ways.length > 1 ? (way ?? null) : null })}
        >
          {isFree ? t('reserve') : isForClient ? t('bookFor') : t('order')}
        </Button>
        <p>
          {isFree
            ? t('reserveText')
            : method === 'paykeeper'
              ? t(ways.length > 1 ? 'onlineText' : 'cardText')
              : method === 'bankTransfer'
                ? t('transferText')
                : t('manualText')}
        </p>
        <Button
          variant="subtle"
          color="gray"
          size="md"
          fullWidth
          disabled={isBusy}
          onClick={() => onTab('documents')}
        >
          {t('back')}
        </Button>
      </footer>
    </>
  )
}
