import { IconReceipt, IconWallet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Money } from '../../ui/index.ts'
import type { MyStock } from './my-box.ts'
import classes from './stock-money.module.css'

/** The balance at a stock, and what is to be paid there with the way to the invoices (specification 2.12). */
export function StockMoney({
  stock: { stock, accountBalance, debt, overdue },
  userId,
}: {
  readonly stock: MyStock
  readonly userId: string
}) {
  const t = useTranslations('mybox.stock')
  const { currency } = stock
  return (
    <dl className={classes.rows}>
      <div>
        <dt>
          <IconWallet size={20} stroke={1.75} aria-hidden="true" />
          {t('balance')}
        </dt>
        <dd>
          <Money value={{ amount: accountBalance, currency }} cents="always" isDebt={accountBalance < 0} />
        </dd>
      </div>
      {debt > 0 && (
        <div>
          <dt>
            <IconReceipt size={20} stroke={1.75} aria-hidden="true" />
            <Link to="/users/$id" params={{ id: userId }} hash="userInvoices">
              {t('toInvoices')}
            </Link>
          </dt>
          <dd>
            <span className="st-spoken">{t('debt')}: </span>
            <Money value={{ amount: debt, currency }} cents="always" isDebt={overdue > 0} />
          </dd>
        </div>
      )}
    </dl>
  )
}
