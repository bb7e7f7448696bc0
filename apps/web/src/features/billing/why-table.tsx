import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { useTariffWords } from '../catalog/index.ts'
import { addDays } from '../../ui/index.ts'
import type { BillingDocument } from './document.ts'
import { whyRows, type WhyRow } from './why-rows.ts'
import { WhyFrame } from './why-frame.tsx'
import classes from './why-table.module.css'

/** "Why this amount": rule, figures, sum (picture 17). The rows add up to the total. */
export function WhyTable({ document }: { readonly document: BillingDocument }) {
  const t = useTranslations('billing.why')
  const words = useWhyWords(document)
  const rest = useTranslations('billing')
  const format = useFormat()
  const { currency, amount, paidAmount, debt, lines } = document
  const money = (value: number): string => format.money({ amount: value, currency })
  return (
    <WhyFrame title={t('title')} heads={[t('line'), t('how')]}>
      <tbody>
        {whyRows(lines).map((row, index) => (
          <tr key={index}>
            <th scope="row">{words.label(row)}</th>
            <td className={classes.how}>{words.how(row)}</td>
            <td className={classes.sum}>{money(row.sum)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {paidAmount === 0 && debt > 0 ? t('totalDue') : t('total')}
          </th>
          <td className={classes.sum}>{money(amount)}</td>
        </tr>
        {paidAmount > 0 && debt > 0 && (
          <>
            <tr className={classes.part}>
              <th scope="row" colSpan={2}>
                {rest('paidPart')}
              </th>
              <td className={classes.sum}>{money(-paidAmount)}</td>
            </tr>
            <tr>
              <th scope="row" colSpan={2}>
                {rest('left')}
              </th>
              <td className={classes.sum}>{money(debt)}</td>
            </tr>
          </>
        )}
      </tfoot>
    </WhyFrame>
  )
}

function useWhyWords({ currency, periodFrom, periodTo }: BillingDocument) {
  const t = useTranslations('billing.why')
  const unit = useTranslations('billing')
  const format = useFormat()
  const price = (amount: number): string => format.price({ amount, currency })
  const months = (n: number | null): string => unit('months', { n: n ?? 1 })
  const period =
    periodFrom == null || periodTo == null
      ? null
      : unit('period', { from: format.day(periodFrom), to: format.day(addDays(periodTo, -1)) })

  const tariff = useTariffWords()
  const label = (row: WhyRow): string => {
    if (row.kind === 'discount' && row.tariff !== undefined) return tariff.discount(row.tariff, price)
    if (row.kind === 'vat' || row.kind === 'insuranceTax' || row.kind === 'discount')
      return t(row.kind, { percent: format.percent(row.percent) })
    if (row.kind === 'penalty' && row.invoice !== null) return t('penaltyOn', { number: row.invoice.number })
    return t(row.kind === 'corrected' ? row.of : row.kind)
  }
  const how = (row: WhyRow): string => {
    switch (row.kind) {
      case 'rent':
      case 'insurance': {
        if (row.settled !== undefined) {
          const { settled } = row
          const said = { usedDays: settled.usedDays, days: row.days ?? 0 }
          return 'billed' in settled
            ? t(`${settled.rule}How`, { ...said, billed: price(settled.billed), cost: price(settled.cost) })
            : t(`${settled.rule}How`, { ...said, rate: price(row.rate ?? 0), months: months(row.months) })
        }
        if (row.rate === null) return period ?? ''
        const said = { rate: price(row.rate), months: months(row.months) }
        const how = period === null ? t('rateMonths', said) : t('rateMonthsPeriod', { ...said, period })
        if (row.notice !== undefined)
          return `${how}; ${t('byNotice', { since: format.day(row.notice.since), served: format.day(row.notice.servedOn) })}`
        return row.rateDate === undefined ? how : `${how}; ${t('priceOn', { day: format.day(row.rateDate) })}`
      }
      case 'discount': {
        if (row.tariff !== undefined) return tariff.discountHow(row, price)
        const said = { percent: format.percent(row.percent), base: price(row.base) }
        return row.months === null
          ? t('discountHow', said)
          : t('discountHowMonths', { ...said, months: months(row.months) })
      }
      case 'vat':
      case 'insuranceTax': {
        const how = t('taxHow', { percent: format.percent(row.percent), base: price(row.base) })
        return row.rateDate === undefined ? how : `${how}; ${t('rateOn', { day: format.day(row.rateDate) })}`
      }
      case 'deposit':
        if (row.kept !== undefined)
          return t('depositKept', { cost: price(row.kept.cost), billed: price(row.kept.billed) })
        if (row.held !== undefined)
          return t('depositMore', {
            months: months(row.months),
            rate: price(row.rate ?? 0),
            held: price(row.held),
          })
        return row.rate === null || row.sum < 0
          ? ''
          : t('depositHow', { months: months(row.months), rate: price(row.rate) })
      case 'penalty': {
        const days = unit('days', { n: row.days ?? 0 })
        if (row.days === null) return ''
        if (row.percent === null || row.base === null) return t('penaltyDays', { days })
        const figures = { percent: format.percent(row.percent), days, base: price(row.base) }
        if (row.from === null || row.until === null) return t('penaltyHow', figures)
        const from = format.day(row.from)
        const how = t('penaltyHowPeriod', {
          ...figures,
          period: unit('period', { from, to: format.day(addDays(row.until, -1)) }),
        })
        const said = row.isCapped ? t('penaltyCapped', { how }) : how
        if (row.invoice === null) return said
        const free = unit('days', { n: row.invoice.freeDays })
        return `${said}; ${t('penaltyDue', { due: format.day(row.invoice.dueOn), free, freeDays: row.invoice.freeDays })}`
      }
      case 'corrected':
        return t('correctedHow', { part: price(-row.sum), billed: price(row.billed) })
      case 'adjustment':
        return ''
    }
  }
  return { label, how }
}
