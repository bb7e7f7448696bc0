import { declineClass, MONEY_RETURNED } from '@stowage/domain/debit'
import { declineText } from '@stowage/texts/errors/index.ts'
import { formatLongDay, formatShortDay } from '@stowage/texts/format.ts'
import { boxBlock, button, headline, lead, note, type WriteMail } from './mail-content.ts'

/** The last figures of a masked card; a card that the processor does not show is only "the card". */
const lastFigures = (card: string | null): string => /\d{4}$/.exec(card ?? '')?.[0] ?? ''
const said = (card: string | null): { card: string; isShown: string } => ({
  card: lastFigures(card),
  isShown: lastFigures(card) === '' ? 'no' : 'yes',
})

export const debitLetters = {
  subscriptionActivated(data, writer) {
    const { t } = writer
    const words = { unit: data.box.unitNumber, kind: data.isOther ? 'other' : 'first', ...said(data.card) }
    return {
      subject: t('subscriptionActivated.subject', words),
      blocks: [
        headline(t('subscriptionActivated.headline', words)),
        lead(t('subscriptionActivated.lead', words)),
        boxBlock(data.box, writer),
        button(t('subscriptionActivated.button'), data.url),
        note(t('subscriptionActivated.note')),
      ],
    }
  },

  subscriptionCancelled(data, writer) {
    const { t } = writer
    const words = { unit: data.box.unitNumber, by: data.by }
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
      ...said(data.card),
    }
    return {
      subject: t('debitAnnounced.subject', words),
      blocks: [
        headline(t('debitAnnounced.headline', words)),
        lead(t('debitAnnounced.lead', words)),
        boxBlock(data.box, writer),
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
      ...said(data.card),
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
