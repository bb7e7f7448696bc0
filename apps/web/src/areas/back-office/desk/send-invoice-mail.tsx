import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconSend } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { confirm, Pill } from '../../../ui/index.ts'
import type { UnmailedInvoice } from './desk-query.ts'
import type { useInvoiceMails } from './use-invoice-mails.ts'

interface SendInvoiceMailProps {
  readonly invoice: UnmailedInvoice
  readonly mails: ReturnType<typeof useInvoiceMails>
}

/** The button that sends the mail of an invoice, and what became of it. */
export function SendInvoiceMail({ invoice, mails }: SendInvoiceMailProps) {
  const t = useTranslations('desk.emails')
  const state = mails.stateOf(invoice)
  const name = invoice.invoiceNumber ?? invoice.contractNumber
  if (state === 'sent')
    return (
      <span role="status">
        <Pill tone="green" icon={IconCheck}>
          {t('sent')}
        </Pill>
      </span>
    )
  if (state === 'waiting')
    return (
      <Pill tone="gray" icon={IconClock}>
        {t('waiting')}
      </Pill>
    )
  if (!invoice.maySend)
    return state === 'failed' ? (
      <Pill tone="amber" icon={IconAlertTriangle}>
        {t('failed')}
      </Pill>
    ) : null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconSend size={16} stroke={1.75} />}
      loading={state === 'sending'}
      aria-label={t('sendNamed', { name })}
      onClick={() => void mails.send([invoice])}
    >
      {t(state === 'failed' ? 'again' : 'send')}
    </Button>
  )
}

interface SendAllProps {
  readonly invoices: readonly UnmailedInvoice[]
  readonly mails: ReturnType<typeof useInvoiceMails>
}

/** The mails of all invoices that are shown, once that is confirmed. */
export function SendAllMails({ invoices, mails }: SendAllProps) {
  const t = useTranslations('desk.emails')
  const toSend = invoices.filter(
    (invoice) => invoice.maySend && ['none', 'failed'].includes(mails.stateOf(invoice)),
  )
  const isBusy = invoices.some((invoice) => mails.stateOf(invoice) === 'sending')
  if (toSend.length < 2 && !isBusy) return null
  const send = async (): Promise<void> => {
    const yes = await confirm({
      title: t('allTitle', { count: toSend.length }),
      text: t('allText'),
      yes: t('allYes'),
    })
    if (yes) await mails.send(toSend)
  }
  return (
    <Button
      size="xs"
      variant="light"
      leftSection={<IconSend size={16} stroke={1.75} />}
      loading={isBusy}
      onClick={() => void send()}
    >
      {t('all', { count: toSend.length })}
    </Button>
  )
}
