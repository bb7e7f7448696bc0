import { IconAlertTriangle, IconFileText, IconId, IconKey, IconMail } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import { useUser } from '../../../client/index.ts'
import { useStock, useToday } from '../../../features/catalog/index.ts'
import type { Contract } from '../../../features/contracts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Section } from '../../../ui/index.ts'
import { nextDay } from './next-day.ts'
import { nextInvoice } from './next-invoice.ts'
import classes from './results.module.css'

interface NextStepsProps {
  readonly contract: Contract | undefined
  /** The first payment of a rental, not one of a later invoice. */
  readonly isBooking: boolean
}

/** What comes next, the urgent first: documents, the day the doors open, the next invoice (picture 08). */
export function NextSteps({ contract, isBooking }: NextStepsProps) {
  const t = useTranslations('results.paid')
  const format = useFormat()
  const user = useUser()
  const stock = useStock(contract?.stockId)
  const isMissing = user != null && user.missingDocuments.length + user.rejectedDocuments.length > 0
  const isChecked = user == null || user.isKycVerified
  const today = useToday(contract?.stock?.timeZone ?? 'UTC')
  const next = contract === undefined ? null : nextDay(contract, { isBooking, today })
  const invoice = contract === undefined ? null : nextInvoice(contract, today)
  return (
    <Section title={t('next')}>
      <ol className={classes.next}>
        {contract?.overdueRent != null && (
          <Step
            icon={IconAlertTriangle}
            isNow
            title={t('rentLeft', {
              closed: contract.overdueRent.closesOn <= today ? 'yes' : 'no',
              day: format.longDay(contract.overdueRent.closesOn),
            })}
          >
            {t('rentLeftText', {
              amount: format.price({
                amount: contract.overdueRent.amount,
                currency: contract.currencyCode,
              }),
            })}
          </Step>
        )}
        {isMissing && (
          <Step icon={IconId} isNow title={t('documents')}>
            {t('documentsText')}
          </Step>
        )}
        {!isMissing && !isChecked && (
          <Step icon={IconId} title={t('checking')}>
            {t('checkingText')}
          </Step>
        )}
        {next !== null && (
          <Step icon={IconKey} title={t(next.kind, { day: format.shortDay(next.day) })}>
            {stock === undefined
              ? contract?.stock?.address
              : t('accessText', { from: stock.openingTime, to: stock.closingTime })}
          </Step>
        )}
        {contract !== undefined && invoice !== null && (
          <Step icon={IconFileText} title={t('invoice', { day: format.shortDay(invoice.issued) })}>
            {t('invoiceText', {
              amount: format.price({ amount: invoice.amount, currency: contract.currencyCode }),
              days: limits.invoice.issuedDaysAhead,
            })}
          </Step>
        )}
        {(contract === undefined || invoice === null || isChecked) && (
          <Step icon={IconMail} title={t('checkMail')}>
            {t('checkMailText', { what: isBooking ? 'booking' : 'other' })}
          </Step>
        )}
      </ol>
    </Section>
  )
}

interface StepProps {
  readonly icon: ComponentType<{ size: number; stroke: number }>
  readonly title: string
  readonly isNow?: boolean
  readonly children: ReactNode
}

function Step({ icon: Icon, title, isNow = false, children }: StepProps) {
  return (
    <li>
      <span className={classes.step} data-now={isNow || undefined} aria-hidden="true">
        <Icon size={14} stroke={2} />
      </span>
      <span>
        <strong>{title}</strong>
        <span>{children}</span>
      </span>
    </li>
  )
}
