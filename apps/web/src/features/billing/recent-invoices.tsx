import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { AskedSection, CrateLabel, EmptyState, Money, SkeletonRows, type Asked } from '../../ui/index.ts'
import { DocumentPill } from './document-pill.tsx'
import { stateOf, type BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'
import { useInvoicePdf } from './use-pdf.ts'
import { useStockFacts } from './use-stock-facts.ts'
import classes from './recent-invoices.module.css'

const shownRows = 4

interface RecentInvoicesProps {
  readonly query: Asked<readonly BillingDocument[]>
  readonly userId: string
}

/** The last few documents at a glance, with the way to all of them (picture 13). */
export function RecentInvoices({ query, userId }: RecentInvoicesProps) {
  const t = useTranslations('billing')
  const format = useFormat()
  const nameOf = useDocumentName()
  const factsOf = useStockFacts()
  const pdf = useInvoicePdf()
  return (
    <AskedSection
      query={query}
      title={t('title')}
      flush
      aside={
        <Link to="/users/$id" params={{ id: userId }} hash="userInvoices">
          {t('all')}
        </Link>
      }
      isEmpty={(documents) => documents.length === 0}
      empty={<EmptyState text={t('empty')} />}
      skeleton={<SkeletonRows rows={3} height={42} />}
    >
      {(documents) => (
        <ul className={classes.list}>
          {documents.slice(0, shownRows).map((document) => {
            const { today } = factsOf(document.stockId)
            return (
              <li key={document.id} className={classes.row}>
                <strong className={classes.name}>{nameOf(document)}</strong>
                <span className={classes.day}>{format.day(document.documentDate)}</span>
                <span className={classes.box}>
                  {document.unitNumber != null && <CrateLabel number={document.unitNumber} tone="soft" />}
                </span>
                <span className={classes.state}>
                  <DocumentPill document={document} today={today} />
                </span>
                <strong className={classes.sum}>
                  <Money
                    value={document}
                    cents="always"
                    isDebt={stateOf(document, today).kind === 'overdue'}
                  />
                </strong>
                {document.isExternal !== true && (
                  <ActionIcon
                    className={classes.file}
                    size={36}
                    aria-label={t('pdfName', { name: nameOf(document) })}
                    title={t('pdf')}
                    onClick={() => pdf.open(document)}
                  >
                    <IconDownload size={18} stroke={1.75} />
                  </ActionIcon>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </AskedSection>
  )
}
