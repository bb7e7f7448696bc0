import { Button } from '@mantine/core'
import { IconCash, IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { allows } from '../accounts/index.ts'
import type { BillingDocument } from './document.ts'
import { BookDeeds, InvoiceDates } from './late-deeds.tsx'
import { Reminder } from './reminder.tsx'
import { StatementTable } from './statement-table.tsx'
import { useDocumentName } from './use-document-name.ts'
import { useMarkPaid } from './use-mark-paid.ts'
import { useInvoicePdf } from './use-pdf.ts'
import { WhyTable } from './why-table.tsx'
import classes from './invoices.module.css'

interface InvoiceDetailProps {
  readonly document: BillingDocument
  readonly isSuperUser: boolean
  /** Whose documents these are, where contracts are to be named and linked. */
  readonly contractsOf: string | null
  readonly takesCards: boolean
}

export function InvoiceDetail({ document, isSuperUser, contractsOf, takesCards }: InvoiceDetailProps) {
  const t = useTranslations('billing')
  const format = useFormat()
  const nameOf = useDocumentName()
  const pdf = useInvoicePdf()
  const { markPaid, busyId } = useMarkPaid()
  // What the external system has issued is shown here, and touched there.
  const isOurs = document.isExternal !== true
  const mayDate =
    allows(useUser(), { permission: 'documents.dates' }) &&
    (!isOurs || document.invoiceNumber != null) &&
    document.contractId !== ''
  const { id, debt, paymentUnderWay, invoiceNumber, contractId, contractNumber } = document
  const owes = isOurs && debt > 0 && document.documentType !== 'CreditNote'
  // Nobody is reminded of what may still be given up: a booking has its number only once it is paid or begins. The mail tells of
  // rent: a penalty is no reason for it.
  const mayRemind =
    isSuperUser &&
    owes &&
    document.documentType === 'Invoice' &&
    document.lines.every(({ kind }) => kind !== 'penalty') &&
    invoiceNumber != null &&
    document.contractData !== undefined
  // Only what was issued can be corrected, and only once; what is pending is given up instead.
  const mayCorrect =
    isSuperUser &&
    isOurs &&
    document.documentType === 'Invoice' &&
    invoiceNumber != null &&
    document.credited < document.amount
  const hint = !owes
    ? null
    : paymentUnderWay
      ? t('underWayHint')
      : !takesCards && !isSuperUser
        ? t('payByInvoice')
        : null
  return (
    <div className={classes.detail}>
      <div className={classes.deeds}>
        {isSuperUser && (owes || document.writtenOff > 0) && (
          <Button
            variant="light"
            leftSection={<IconCash size={18} stroke={1.75} />}
            loading={busyId === id}
            onClick={() => void markPaid(document)}
          >
            {t('markPaid')}
          </Button>
        )}
        {isOurs && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} />}
            loading={pdf.isPending}
            aria-label={t('pdfName', { name: nameOf(document) })}
            onClick={() => pdf.open(document)}
          >
            {t('pdf')}
          </Button>
        )}
        {mayRemind && <Reminder document={document} userId={document.contractData?.userId ?? ''} />}
        {mayCorrect && <BookDeeds document={document} />}
        {contractsOf !== null && contractId !== '' && (
          <Link
            to="/users/$userId/contracts/$contractId"
            params={{ userId: contractsOf, contractId }}
            className={classes.contract}
          >
            {t('contract', { number: contractNumber })}
          </Link>
        )}
      </div>
      {mayDate && (
        <InvoiceDates key={`${document.accountingDate} ${document.documentDate}`} document={document} />
      )}
      {hint !== null && <p className={classes.hint}>{hint}</p>}
      {invoiceNumber == null && owes && <p className={classes.hint}>{t('noNumberHint')}</p>}
      {document.writtenOff > 0 && (
        <p className={classes.hint}>
          {[
            t('writtenOff', {
              amount: format.money({ amount: document.writtenOff, currency: document.currency }),
            }),
            document.writeOffReason,
          ]
            .filter((part) => part != null)
            .join(' ')}
        </p>
      )}
      {document.credited > 0 && (
        <p className={classes.hint}>
          {t('credited', {
            amount: format.money({ amount: document.credited, currency: document.currency }),
          })}
        </p>
      )}
      {document.documentType === 'CreditNote' && document.invoiceComment != null && (
        <p className={classes.hint}>{t('reason', { reason: document.invoiceComment })}</p>
      )}
      {document.statement == null ? (
        document.lines.length > 0 && <WhyTable document={document} />
      ) : (
        <StatementTable statement={document.statement} currency={document.currency} />
      )}
    </div>
  )
}
