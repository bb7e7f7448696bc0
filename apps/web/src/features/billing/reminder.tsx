import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconMailCheck, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listInvoiceEmailings, mailInvoice } from '@stowage/api/emails'
import { call, keyOf, queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { Pill } from '../../ui/index.ts'
import type { BillingDocument } from './document.ts'
import { useDocumentName } from './use-document-name.ts'

/** While a mail waits for the mail server, it is asked for again after so long. */
const againMs = 3000

interface ReminderProps {
  readonly document: BillingDocument
  /** Whose it is; the badges of all his invoices are one question. */
  readonly userId: string
}

/** The unpaid-invoice mail, for a superUser: when it went out last, and the button that sends it (specification 2.10). */
export function Reminder({ document, userId }: ReminderProps) {
  const t = useTranslations('billing.reminder')
  const format = useFormat()
  const nameOf = useDocumentName()
  const client = useQueryClient()
  const { data } = useQuery({
    ...queryOf(listInvoiceEmailings, { query: { userId } }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'waiting') === true && againMs,
    meta: { quiet: true },
  })
  const sending = useMutation({
    mutationFn: async () => await call(mailInvoice, { body: { invoiceId: document.id } }),
    onSettled: async () => await client.invalidateQueries({ queryKey: keyOf(listInvoiceEmailings) }),
  })
  const known = data?.find(({ invoiceId }) => invoiceId === document.id)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={18} stroke={1.75} />}
        loading={sending.isPending}
        disabled={known?.status === 'waiting'}
        aria-label={t('sendNamed', { name: nameOf(document) })}
        onClick={() => sending.mutate()}
      >
        {t('send')}
      </Button>
      {known?.status === 'waiting' ? (
        <Pill tone="gray" icon={IconClock}>
          {t('waiting')}
        </Pill>
      ) : known?.status === 'failed' ? (
        <Pill tone="amber" icon={IconAlertTriangle}>
          {t('failed')}
        </Pill>
      ) : (
        known?.lastSending != null && (
          <Pill tone="green" icon={IconMailCheck}>
            {t('sent', { when: format.instant(known.lastSending, zone) })}
          </Pill>
        )
      )}
    </>
  )
}
