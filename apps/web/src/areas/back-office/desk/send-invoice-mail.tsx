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

const unsent = ({ invoices, mails }: SendAllProps): UnmailedInvoice[] =>
  invoices.filter((invoice) => invoice.maySend && ['none', 'failed'].includes(mails.stateOf(invoice)))

/** Whether there are several to send, or they are being sent. */
export const hasSeveral = (props: SendAllProps): boolean =>
  unsent(props).length > 1 || props.invoices.some((invoice) => props.mails.stateOf(invoice) === 'sending')

/** The mails of all invoices that are shown, once that is confirmed. */
export function SendAllMails({ invoices, mails }: SendAllProps) {
  const t = useTranslations('desk.emails')
  if (!hasSeveral({ invoices, mails })) return null
  const toSend = unsent({ invoices, mails })
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
      loading={invoices.some((invoice) => mails.stateOf(invoice) === 'sending')}
      onClick={() => void send()}
    >
      {t('all', { count: toSend.length })}
    </Button>
  )
}
