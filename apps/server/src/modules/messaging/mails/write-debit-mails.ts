import { declineClass, MONEY_RETURNED } from '@stowage/domain/debit'
import { declineText } from '@stowage/texts/errors/index.ts'
import { formatLongDay, formatShortDay } from '@stowage/texts/format.ts'
import {
  boxBlock,
  button,
  headline,
  lead,
  note,
  type Block,
  type WriteMail,
  type Writer,
} from './mail-content.ts'
import type { MailMandate, MailMethod } from './debit-mail-data.ts'

const hows = { card: 'card', sepa: 'bank', paypal: 'paypal' } as const

/** The last figures of a masked card or account; one that the processor does not show is only "the card". */
function said({ kind, label }: MailMethod): { how: string; card: string; isShown: string } {
  const card = kind === 'paypal' ? '' : (/[\dA-Z]{4}$/.exec(label ?? '')?.[0] ?? '')
  return { how: hows[kind], card, isShown: card === '' ? 'no' : 'yes' }
}

/** What a notice of a direct debit has to name beside amount and day. */
function mandateBlock(mandate: MailMandate, method: MailMethod, { t }: Writer): Block {
  const { reference, creditor, creditorId } = mandate
  const rows = [
    { label: t('mandate.account'), value: method.label },
    { label: t('mandate.reference'), value: reference },
    { label: t('mandate.creditor'), value: creditor },
    { label: t('mandate.creditorId'), value: creditorId },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))
  return { type: 'facts', title: t('mandate.title'), rows }
}

export const debitLetters = {
  subscriptionActivated(data, writer) {
    const { t } = writer
    const words = { unit: data.box.unitNumber, kind: data.isOther ? 'other' : 'first', ...said(data.method) }
    return {
      subject: t('subscriptionActivated.subject', words),
      blocks: [
        headline(t('subscriptionActivated.headline', words)),
        lead(t('subscriptionActivated.lead', words)),
        boxBlock(data.box, writer),
        ...(data.mandate === null ? [] : [mandateBlock(data.mandate, data.method, writer)]),
        // Word for word what was agreed to, for who keeps the mail.
        ...(data.wording?.split('\n').map(note) ?? []),
        button(t('subscriptionActivated.button'), data.url),
        note(t('subscriptionActivated.note', words)),
      ],
    }
  },

  subscriptionCancelled(data, writer) {
    const { t } = writer
    const words = { unit: data.box.unitNumber, by: data.by, how: hows[data.kind] }
    return {
      subject: t('subscriptionCancelled.subject', words),
      blocks: [
        headline(t('subscriptionCancelled.headline', words)),
        lead(t('subscriptionCancelled.lead', words)),
        boxBlock(data.box, writer),
        button(t('subscriptionCancelled.button'), data.url),
      ],
    }
  },

  debitAnnounced(data, writer) {
    const { t, language, money } = writer
    const words = {
      unit: data.box.unitNumber,
      amount: money(data.amount),
      day: formatShortDay(data.day, language),
      longDay: formatLongDay(data.day, language),
      number: data.invoiceNumber ?? '',
      isHanded: data.handedOn === null ? 'no' : 'yes',
      handedDay: data.handedOn === null ? '' : formatLongDay(data.handedOn, language),
      ...said(data.method),
    }
    return {
      subject: t('debitAnnounced.subject', words),
      blocks: [
        headline(t('debitAnnounced.headline', words)),
        lead(t('debitAnnounced.lead', words)),
        boxBlock(data.box, writer),
        ...(data.mandate === null ? [] : [mandateBlock(data.mandate, data.method, writer)]),
        button(t('debitAnnounced.button'), data.url),
        note(t('debitAnnounced.note', words)),
      ],
    }
  },

  debitDeclined(data, writer) {
    const { t, language, money } = writer
    const words = {
      unit: data.box.unitNumber,
      amount: money(data.amount),
      next: data.isSuspended ? 'suspended' : data.nextOn === null ? 'stop' : 'retry',
      day: data.nextOn === null ? '' : formatLongDay(data.nextOn, language),
      number: data.invoiceNumber ?? '',
      why: whyOf(data.reason),
      ...said(data.method),
    }
    return {
      subject: t('debitDeclined.subject', words),
      blocks: [
        headline(t('debitDeclined.headline', words)),
        lead(
          words.why === 'bank'
            ? declineText(data.reason ?? 'generic_decline', language)
            : t('debitDeclined.why', words),
        ),
        lead(t('debitDeclined.lead', words)),
        boxBlock(data.box, writer),
        button(t('debitDeclined.button', words), data.payUrl),
        note(t('debitDeclined.note', words)),
      ],
    }
  },
} satisfies Partial<WriteMail>

/** Who has kept the money back: the bank with a reason of its own, nobody since it was not reached, or the payer. */
function whyOf(reason: string | null): 'bank' | 'away' | 'returned' {
  if (reason === MONEY_RETURNED) return 'returned'
  return declineClass(reason) === 'unreached' ? 'away' : 'bank'
}
