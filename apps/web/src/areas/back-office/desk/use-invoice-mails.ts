import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { listInvoiceEmailings, mailInvoice } from '@stowage/api/emails'
import { listUnmailedInvoices } from '@stowage/api/reports'
import { call, isApiError, keyOf } from '../../../client/index.ts'
import { toast, useErrorText } from '../../../ui/index.ts'
import type { UnmailedInvoice } from './desk-query.ts'

export type MailState = 'none' | 'sending' | 'waiting' | 'sent' | 'failed'

const askAgainMs = 1500
/** After these many questions a mail that has not gone is shown as waiting: the mail server is away, it follows later. */
const questions = 8

/** Sends the mail of invoices and follows each until the mail server has taken it. */
export function useInvoiceMails(): {
  readonly stateOf: (invoice: UnmailedInvoice) => MailState
  readonly send: (invoices: readonly UnmailedInvoice[]) => Promise<void>
} {
  const t = useTranslations('desk.emails')
  const errorText = useErrorText()
  const client = useQueryClient()
  const [states, setStates] = useState<ReadonlyMap<string, MailState>>(new Map())
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const set = (id: string, state: MailState): void => setStates((known) => new Map(known).set(id, state))
  /**
   * The rows stay where they are and say what became of them; the next look at the list, from another page of it or after
   * leaving, reads it anew: it would offer to send what has gone.
   */
  const outdate = (): void =>
    void client.invalidateQueries({ queryKey: keyOf(listUnmailedInvoices), refetchType: 'none' })

  const follow = async ({ id, userInfo }: UnmailedInvoice): Promise<void> => {
    for (let asked = 0; asked < questions && !isGone.current; asked += 1) {
      await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      const query = { userId: userInfo.id, invoicesIds: id }
      const answer = await call(listInvoiceEmailings, { query }).catch(() => [])
      const status = answer[0]?.status ?? 'waiting'
      if (status === 'waiting' || status === 'none') continue
      set(id, status)
      outdate()
      if (status === 'failed') toast({ text: t('failedText'), tone: 'red' })
      return
    }
    set(id, 'waiting')
  }

  const sendOne = async (invoice: UnmailedInvoice): Promise<boolean> => {
    const { id, contractId, stock } = invoice
    set(id, 'sending')
    try {
      const { status } = await call(mailInvoice, { body: { invoiceId: id, contractId, stockId: stock.id } })
      if (status === 'sent') set(id, 'sent')
      else void follow(invoice)
      outdate()
      return true
    } catch (error) {
      set(id, invoice.mail)
      toast({ text: errorText(error).text, tone: 'red' })
      // What is wrong with one invoice is not wrong with the next; a server that is away is.
      return isApiError(error) && error.status >= 400 && error.status < 500
    }
  }

  return {
    stateOf: ({ id, mail }) => states.get(id) ?? mail,
    async send(invoices) {
      for (const invoice of invoices) if (isGone.current || !(await sendOne(invoice))) return
    },
  }
}
