import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { Preview } from './withdrawal.tsx'

/** What goes back, row by row, and what is then left on either side. */
export function Returned({ settlement }: { readonly settlement: NonNullable<Preview['settlement']> }) {
  const t = useTranslations('life.withdraw')
  const format = useFormat()
  const { credits, charged, credited, deposit, debt, penalties, balance, toOthers, owed, payout, currency } =
    settlement
  const days = credits.find(({ lines }) => lines.some(({ kind }) => kind !== 'deposit'))
  const rows = [
    { key: 'credited', label: t('credited'), amount: credited },
    { key: 'deposit', label: t('deposit'), amount: deposit },
    { key: 'balance', label: t('balance'), amount: balance },
    { key: 'charged', label: t('charged'), amount: -charged },
    { key: 'debt', label: t('debt'), amount: -debt - penalties },
    { key: 'toOthers', label: t('toOthers'), amount: -toOthers },
  ].filter(({ amount }) => amount !== 0)
  return (
    <>
      {days !== undefined && (
        <div>
          <dt>{t('used')}</dt>
          <dd>{t('usedDays', { used: days.usedDays, days: days.days })}</dd>
        </div>
      )}
      {rows.map(({ key, label, amount }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{format.money({ amount, currency })}</dd>
        </div>
      ))}
      <div>
        <dt>{t(owed > 0 ? 'owed' : 'payout')}</dt>
        <dd>{format.money({ amount: owed > 0 ? owed : payout, currency })}</dd>
      </div>
    </>
  )
}
