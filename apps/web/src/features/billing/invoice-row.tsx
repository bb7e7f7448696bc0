import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { addDays, CrateLabel, Money } from '../../ui/index.ts'
import { DocumentPill } from './document-pill.tsx'
import { stateOf, type BillingDocument } from './document.ts'
import { InvoiceDetail } from './invoice-detail.tsx'
import { useDocumentName } from './use-document-name.ts'
import type { usePay } from './use-pay.ts'
import classes from './invoices.module.css'

interface InvoiceRowProps {
  readonly document: BillingDocument
  readonly today: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly payment: ReturnType<typeof usePay>
  readonly isSuperUser: boolean
  /** Whose documents these are, where those of several contracts stand together. */
  readonly contractsOf: string | null
  /** False where the stock takes no cards: the invoice itself says how to pay. */
  readonly takesCards: boolean
  /** To be paid before all others: at most one filled button in a view. */
  readonly isFirst: boolean
}

/** One document: what and when, how it stands, the sum; behind it the reasons and the deeds (picture 17). */
export function InvoiceRow(props: InvoiceRowProps) {
  const { document, today, isOpen, onToggle, payment, isSuperUser, contractsOf, takesCards, isFirst } = props
  const t = useTranslations('billing')
  const format = useFormat()
  const nameOf = useDocumentName()
  const { id, currency, amount, unitNumber, periodFrom, periodTo, documentDate } = document
  const state = stateOf(document, today)
  const period =
    periodFrom == null || periodTo == null
      ? t('issued', { day: format.day(documentDate) })
      : t('period', { from: format.day(periodFrom), to: format.day(addDays(periodTo, -1)) })
  const mayPay = document.mayPay && takesCards && !isSuperUser
  return (
    <li className={classes.item} id={`invoice-${id}`}>
      <div className={classes.line}>
        <h3 className={classes.heading}>
          <button
            type="button"
            className={classes.row}
            aria-expanded={isOpen}
            aria-controls={`invoice-${id}-detail`}
            onClick={onToggle}
          >
            <IconChevronRight className={classes.caret} size={18} stroke={1.75} aria-hidden="true" />
            <span className={classes.name}>{nameOf(document)}</span>
            <span className={classes.what}>
              {contractsOf !== null && unitNumber != null && <CrateLabel number={unitNumber} tone="soft" />}
              <span>{period}</span>
            </span>
            <span className={classes.state}>
              <DocumentPill document={document} today={today} />
            </span>
            <span className={classes.sum}>
              <Money value={{ amount, currency }} cents="always" isDebt={state.kind === 'overdue'} />
            </span>
          </button>
        </h3>
        {mayPay && (
          <Button
            className={classes.pay}
            variant={isFirst ? 'filled' : 'light'}
            loading={payment.busyId === id}
            aria-label={`${t('pay', { amount: format.money({ amount: document.debt, currency }) })}, ${nameOf(document)}`}
            onClick={() => payment.pay(document)}
          >
            {t('payShort')}
          </Button>
        )}
      </div>
      <div id={`invoice-${id}-detail`} hidden={!isOpen}>
        {isOpen && (
          <InvoiceDetail
            document={document}
            isSuperUser={isSuperUser}
            contractsOf={contractsOf}
            takesCards={takesCards}
          />
        )}
      </div>
    </li>
  )
}
