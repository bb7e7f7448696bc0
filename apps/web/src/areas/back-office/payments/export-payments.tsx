import { useTranslations } from 'use-intl'
import { listExternalPayments } from '@stowage/api/payments'
import { call } from '../../../client/index.ts'
import { ExportButton } from '../export-button.tsx'
import { csvMoney } from '../export-csv.ts'
import { asPage, type ExternalPayment, type PaymentsFilter } from './payments.ts'
import { usePaymentWords } from './use-payment-words.ts'

/** Of a file, so many rows come at once. */
const pageSize = '500'

/** The payments that the filter shows, as a file. */
export function ExportPayments({ filter }: { readonly filter: PaymentsFilter }) {
  const t = useTranslations('payments.external')
  const shell = useTranslations('shell')
  const words = usePaymentWords()
  return (
    <ExportButton<ExternalPayment>
      name={shell('nav.externalPayments')}
      idOf={({ paymentId }) => paymentId}
      page={async (page, signal) =>
        asPage(
          await call(
            listExternalPayments,
            { query: { ...filter, page: String(page), pageSize } },
            { signal },
          ),
        )
      }
      columns={[
        { title: t('id'), cell: ({ id }) => id },
        { title: t('processor'), cell: ({ processor }) => words.processor(processor) },
        { title: t('amount'), cell: ({ amount }) => csvMoney(amount) },
        { title: t('refundedTitle'), cell: ({ refunded }) => csvMoney(refunded) },
        { title: t('withdrawnTitle'), cell: ({ withdrawn }) => csvMoney(withdrawn) },
        { title: t('currency'), cell: ({ currency }) => currency },
        { title: t('client'), cell: ({ clientName }) => clientName },
        { title: t('box'), cell: ({ unitNumber }) => unitNumber },
        { title: t('document'), cell: ({ documentNumber }) => documentNumber },
        { title: t('stock'), cell: ({ stockName }) => stockName },
        { title: t('status'), cell: ({ status }) => words.status(status) },
        { title: t('saidTitle'), cell: ({ said }) => said },
        { title: t('created'), cell: ({ pendingAt }) => pendingAt },
        { title: t('confirmed'), cell: ({ successAt }) => successAt },
      ]}
    />
  )
}
