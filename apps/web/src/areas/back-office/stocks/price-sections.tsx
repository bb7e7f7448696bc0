import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { discountPercent } from '@stowage/domain/discount'
import { useFormat } from '../../../i18n/index.ts'
import { FieldRow, shownNumber, typedNumber } from '../../../ui/index.ts'
import { examplePenalty } from './example-penalty.ts'
import { SettingSection } from './setting-section.tsx'
import { typedDays, typedMinor, type Settings } from './stock-values.ts'
import classes from './settings.module.css'

interface SectionProps {
  readonly stock: Settings
  readonly isReadOnly: boolean
}

const percent = <span className={classes.unit}>%</span>
const figure = { inputMode: 'decimal', autoComplete: 'off' } as const

export function DiscountSection(props: SectionProps) {
  const t = useTranslations('sites')
  const format = useFormat()
  return (
    <SettingSection
      {...props}
      section="discount"
      valuesOf={({ discount }) => ({ discount: shownNumber(discount) })}
      toBody={({ discount }) => ({ discount: typedNumber(discount) ?? 0 })}
      effect={t('section.newOnly')}
    >
      {(form) => (
        <>
          <TextInput
            label={t('discount.label')}
            rightSection={percent}
            {...figure}
            {...form.text('discount')}
          />
          <p className={classes.quiet}>
            {[3, 6, 11]
              .map((months) =>
                t('discount.step', {
                  months,
                  percent: format.percent(discountPercent(months, typedNumber(form.values.discount) || 0)),
                }),
              )
              .join(', ')}
          </p>
        </>
      )}
    </SettingSection>
  )
}

export function FeesSection(props: SectionProps) {
  const t = useTranslations('sites')
  const format = useFormat()
  const { stock } = props
  const amount = stock.currency === 'RUB' ? 800_000 : 10_000
  const money = (minor: number): string => format.price({ amount: minor, currency: stock.currency })
  return (
    <SettingSection
      {...props}
      section="fees"
      valuesOf={feesOf}
      toBody={feesBody}
      effect={t('section.affects', { count: stock.runningContracts })}
    >
      {(form, isChanged) => (
        <>
          <FieldRow>
            <TextInput
              label={t('fees.perDay')}
              rightSection={percent}
              {...figure}
              {...form.text('invoiceNotPaidFeePercent')}
            />
            <TextInput
              label={t('fees.freeDays')}
              rightSection={<span className={classes.unit}>{t('fees.days')}</span>}
              {...figure}
              {...form.text('daysWithoutFee')}
            />
          </FieldRow>
          <FieldRow>
            <TextInput
              label={t('fees.afterEnd')}
              rightSection={percent}
              {...figure}
              {...form.text('contractEndedFee')}
            />
            <TextInput
              label={t('fees.cap')}
              rightSection={percent}
              {...figure}
              {...form.text('penaltyCapPercent')}
            />
          </FieldRow>
          <FieldRow>
            <TextInput
              label={t('fees.remindBefore')}
              description={t('fees.remindHint')}
              autoComplete="off"
              {...form.text('remindDaysBefore')}
            />
            <TextInput
              label={t('fees.remindAfter')}
              description={t('fees.remindHint')}
              autoComplete="off"
              {...form.text('remindDaysAfter')}
            />
          </FieldRow>
          {isChanged && (
            <p className={classes.effect}>
              {t.rich('fees.example', {
                amount: money(amount),
                before: money(examplePenalty(feesBody(feesOf(stock)), amount, 10)),
                after: money(examplePenalty(feesBody(form.values), amount, 10)),
                b: (words) => <b>{words}</b>,
              })}
            </p>
          )}
        </>
      )}
    </SettingSection>
  )
}

const feesOf = (stock: Settings) => ({
  invoiceNotPaidFeePercent: shownNumber(stock.invoiceNotPaidFeePercent ?? 0),
  daysWithoutFee: shownNumber(stock.daysWithoutFee ?? 0),
  contractEndedFee: shownNumber(stock.contractEndedFee ?? 0),
  penaltyCapPercent: shownNumber(stock.penaltyCapPercent),
  remindDaysBefore: stock.remindDaysBefore.join(', '),
  remindDaysAfter: stock.remindDaysAfter.join(', '),
})
const feesBody = (values: ReturnType<typeof feesOf>) => ({
  invoiceNotPaidFeePercent: typedNumber(values.invoiceNotPaidFeePercent) ?? 0,
  daysWithoutFee: typedNumber(values.daysWithoutFee) ?? 0,
  contractEndedFee: typedNumber(values.contractEndedFee) ?? 0,
  penaltyCapPercent: typedNumber(values.penaltyCapPercent) ?? 0,
  remindDaysBefore: typedDays(values.remindDaysBefore),
  remindDaysAfter: typedDays(values.remindDaysAfter),
})

export function InsuranceSection(props: SectionProps) {
  const t = useTranslations('sites')
  const unit = <span className={classes.unit}>{props.stock.currency}</span>
  return (
    <SettingSection
      {...props}
      section="insurance"
      valuesOf={(stock) => ({
        insuranceCoverageAmount: shownNumber(stock.insuranceCoverageAmount / 100),
        insuranceMonthlyAmount: shownNumber(stock.insuranceMonthlyAmount / 100),
        insuranceTaxPercent: shownNumber(stock.insuranceTaxPercent),
      })}
      toBody={(values) => ({
        insuranceCoverageAmount: typedMinor(values.insuranceCoverageAmount),
        insuranceMonthlyAmount: typedMinor(values.insuranceMonthlyAmount),
        insuranceTaxPercent: typedNumber(values.insuranceTaxPercent) ?? 0,
      })}
      effect={t('section.newOnly')}
    >
      {(form) => (
        <FieldRow>
          <TextInput
            label={t('insurance.coverage')}
            rightSection={unit}
            rightSectionWidth={48}
            {...figure}
            {...form.text('insuranceCoverageAmount')}
          />
          <TextInput
            label={t('insurance.monthly')}
            rightSection={unit}
            rightSectionWidth={48}
            {...figure}
            {...form.text('insuranceMonthlyAmount')}
          />
          <TextInput
            label={t('insurance.tax')}
            rightSection={percent}
            {...figure}
            {...form.text('insuranceTaxPercent')}
          />
        </FieldRow>
      )}
    </SettingSection>
  )
}

export function VatSection(props: SectionProps) {
  const t = useTranslations('sites')
  const format = useFormat()
  const { stock } = props
  return (
    <SettingSection
      {...props}
      section="vat"
      valuesOf={({
        individualUsersVatRate,
        legalUsersVatRate,
        individualExemptionReason,
        legalExemptionReason,
      }) => ({
        individualUsersVatRate: shownNumber(individualUsersVatRate),
        legalUsersVatRate: shownNumber(legalUsersVatRate),
        individualExemptionReason: individualExemptionReason ?? '',
        legalExemptionReason: legalExemptionReason ?? '',
      })}
      toBody={(values) => ({
        individualUsersVatRate: typedNumber(values.individualUsersVatRate) ?? Number.NaN,
        legalUsersVatRate: typedNumber(values.legalUsersVatRate) ?? Number.NaN,
        individualExemptionReason: values.individualExemptionReason,
        legalExemptionReason: values.legalExemptionReason,
      })}
      effect={t('section.affects', { count: stock.runningContracts })}
    >
      {(form) => (
        <>
          <FieldRow>
            <TextInput
              label={t('vat.individual')}
              rightSection={percent}
              {...figure}
              {...form.text('individualUsersVatRate')}
            />
            <TextInput
              label={t('vat.legal')}
              rightSection={percent}
              {...figure}
              {...form.text('legalUsersVatRate')}
            />
          </FieldRow>
          <FieldRow>
            <TextInput
              label={t('vat.individualReason')}
              description={t('vat.reasonHint')}
              {...form.text('individualExemptionReason', 200)}
            />
            <TextInput
              label={t('vat.legalReason')}
              description={t('vat.reasonHint')}
              {...form.text('legalExemptionReason', 200)}
            />
          </FieldRow>
          <ul className={classes.rates} aria-label={t('vat.rates')}>
            {stock.vatRates.map(({ validFrom, individual, legal }) => (
              <li key={validFrom} className={classes.quiet}>
                {t('vat.since', {
                  day: format.day(validFrom),
                  individual: format.percent(individual),
                  legal: format.percent(legal),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </SettingSection>
  )
}
