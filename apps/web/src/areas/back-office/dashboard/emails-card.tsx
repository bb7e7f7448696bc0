import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listUnmailedInvoices } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, EmptyState } from '../../../ui/index.ts'
import { ClientLink, ContractLink } from '../desk/desk-cells.tsx'
import { asPage } from '../desk/desk-query.ts'
import { hasSeveral, SendAllMails, SendInvoiceMail } from '../desk/send-invoice-mail.tsx'
import { useInvoiceMails } from '../desk/use-invoice-mails.ts'
import classes from '../desk/desk.module.css'

const shown = 5

/** Unpaid invoices that nobody has written about, with the button that does (specification 2.3). */
export function EmailsCard() {
  const t = useTranslations('desk')
  const format = useFormat()
  const mails = useInvoiceMails()
  const query = useQuery({ ...queryOf(listUnmailedInvoices, { query: { page: '1' } }), select: asPage })
  const { total = 0, items = [] } = query.data ?? {}
  const first = items.slice(0, shown)
  // What has just been sent is still shown, and is on the list no more.
  const left = total - first.filter((invoice) => mails.stateOf(invoice) === 'sent').length
  return (
    <AskedSection
      title={t('emails.title')}
      aside={left > 0 && <Link to="/invoice-emails">{t('allCount', { count: format.number(left) })}</Link>}
      {...(hasSeveral({ invoices: first, mails })
        ? { foot: <SendAllMails invoices={first} mails={mails} /> }
        : {})}
      flush
      query={query}
      isEmpty={(page) => page.items.length === 0}
      empty={<EmptyState title={t('noItems')} text={t('emails.empty')} />}
    >
      {() => (
        <ul className={classes.rows}>
          {first.map((invoice) => (
            <li key={invoice.id}>
              <span>
                <ClientLink client={invoice.userInfo} />
                <span className={classes.place}>
                  {invoice.stock.name}, {t('emails.ofContract', { number: invoice.contractNumber })}
                </span>
                <span className={classes.place}>
                  <ContractLink
                    client={invoice.userInfo}
                    contractId={invoice.contractId}
                    invoiceId={invoice.id}
                  >
                    {invoice.invoiceNumber == null
                      ? t('emails.noNumber')
                      : t('emails.number', { number: invoice.invoiceNumber })}
                  </ContractLink>
                </span>
              </span>
              <SendInvoiceMail invoice={invoice} mails={mails} />
            </li>
          ))}
        </ul>
      )}
    </AskedSection>
  )
}
