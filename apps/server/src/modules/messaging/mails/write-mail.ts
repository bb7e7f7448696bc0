import { formatLongDay, formatPercent, formatShortDay, formatShortInstant } from '@stowage/texts/format.ts'
import { bankBlock, boxBlock, sumBlock, type Block, type MailContent, type Writer } from './mail-content.ts'
import type { MailData, MailKind } from './mail-data.ts'

type WriteMail = { readonly [Kind in MailKind]: (data: MailData[Kind], writer: Writer) => MailContent }

const headline = (text: string): Block => ({ type: 'headline', text })
const lead = (text: string): Block => ({ type: 'lead', text })
const button = (label: string, url: string): Block => ({ type: 'button', label, url })
const note = (text: string): Block => ({ type: 'note', text })

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

/** Every mail: its subject says what, which box and until when; one button; what happens if nothing is done. */
export const writeMail: WriteMail = {
  bookingReserved(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      until: formatShortInstant(data.expiresAt, data.timeZone, language),
    }
    return {
      subject: t('bookingReserved.subject', said),
      blocks: [
        headline(t('bookingReserved.headline', said)),
        lead(
          t('bookingReserved.lead', {
            arrival: formatShortDay(data.arrivalDay, language),
            amount: money(data.firstPayment),
          }),
        ),
        boxBlock(data.box, writer),
        button(t('bookingReserved.button'), data.url),
        note(t('bookingReserved.note')),
      ],
    }
  },

  bookingContract(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      amount: money(data.total),
      until: formatShortInstant(data.holdUntil, data.timeZone, language),
      start: formatLongDay(data.startDay, language),
    }
    return {
      subject: t('bookingContract.subject', said),
      blocks: [
        headline(t('bookingContract.headline', said)),
        lead(
          data.endDay === null
            ? t('bookingContract.lead', said)
            : t('bookingContract.leadUntil', { ...said, end: formatLongDay(data.endDay, language) }),
        ),
        boxBlock(data.box, writer),
        sumBlock(data.lines, data.total, writer),
        ...(data.payUrl === null ? [] : [button(t('bookingContract.button', said), data.payUrl)]),
        ...(data.bank === null
          ? []
          : [bankBlock(data.bank, data.total, t('bookingContract.bankTitle'), writer)]),
        note(t('bookingContract.attached', said)),
      ],
    }
  },

  paymentReceived(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      amount: money(data.amount),
      from: data.isFromBalance ? 'balance' : 'payment',
    }
    return {
      subject: t('paymentReceived.subject', said),
      blocks: [
        headline(t('paymentReceived.headline', said)),
        lead(
          data.paidUntil === null
            ? t('paymentReceived.leadPlain')
            : t('paymentReceived.lead', { lastDay: formatLongDay(dayBefore(data.paidUntil), language) }),
        ),
        boxBlock(data.box, writer),
        ...(data.startsOn === null
          ? []
          : [lead(t('paymentReceived.start', { start: formatLongDay(data.startsOn, language) }))]),
        button(t('paymentReceived.button'), data.url),
        note(
          t('paymentReceived.note', {
            hasNumber: data.invoiceNumber === null ? 'no' : 'yes',
            number: data.invoiceNumber ?? '',
          }),
        ),
      ],
    }
  },

  paymentInstructions(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      amount: money(data.amount),
      day: formatShortDay(data.dueDay, language),
    }
    return {
      subject: t('paymentInstructions.subject', said),
      blocks: [
        headline(t('paymentInstructions.headline', said)),
        lead(t('paymentInstructions.lead')),
        bankBlock(data.bank, data.amount, t('bookingContract.bankTitle'), writer),
        boxBlock(data.box, writer),
        note(t('paymentInstructions.note')),
      ],
    }
  },

  reservationExpired(data, writer) {
    const { t } = writer
    const said = { unit: data.box.unitNumber }
    return {
      subject: t('reservationExpired.subject', said),
      blocks: [
        headline(t('reservationExpired.headline', said)),
        lead(t('reservationExpired.lead')),
        boxBlock(data.box, writer),
        button(t('reservationExpired.button'), data.url),
      ],
    }
  },

  contractExtended(data, writer) {
    const { t, language, money } = writer
    const said = { unit: data.box.unitNumber, until: formatLongDay(data.until, language) }
    return {
      subject: t('contractExtended.subject', said),
      blocks: [
        headline(t('contractExtended.headline', said)),
        lead(t('contractExtended.lead', { ...said, from: formatLongDay(data.from, language) })),
        boxBlock(data.box, writer),
        ...(data.amount === null
          ? []
          : [
              button(t('contractExtended.button', { amount: money(data.amount) }), data.url),
              note(t('contractExtended.note')),
            ]),
      ],
    }
  },

  noticeNoted(data, writer) {
    const { t, language } = writer
    const said = {
      unit: data.box.unitNumber,
      kind: data.day === null ? 'withdrawn' : 'given',
      day: data.day === null ? '' : formatLongDay(data.day, language),
      time: data.time,
    }
    return {
      subject: t('noticeNoted.subject', said),
      blocks: [
        headline(t('noticeNoted.headline', said)),
        lead(t('noticeNoted.lead', said)),
        boxBlock(data.box, writer),
        button(t('noticeNoted.button'), data.url),
      ],
    }
  },

  finalStatement(data, writer) {
    const { t, money } = writer
    const said = { unit: data.box.unitNumber }
    return {
      subject: t('finalStatement.subject', said),
      blocks: [
        headline(t('finalStatement.headline', said)),
        lead(t('finalStatement.lead', { kind: data.outcome, amount: money(data.amount) })),
        boxBlock(data.box, writer),
        button(t('finalStatement.button'), data.url),
        note(t('finalStatement.note')),
      ],
    }
  },

  creditNote(data, writer) {
    const { t, money } = writer
    const said = {
      kind: data.kind,
      unit: data.box.unitNumber,
      amount: money(data.amount),
      number: data.number,
    }
    return {
      subject: t('creditNote.subject', said),
      blocks: [
        headline(t('creditNote.headline', said)),
        lead(t('creditNote.lead', said)),
        lead(t('creditNote.reason', { reason: data.reason })),
        boxBlock(data.box, writer),
        button(t('creditNote.button'), data.url),
        note(t('creditNote.note')),
      ],
    }
  },

  contractCancelled(data, writer) {
    const { t } = writer
    const said = { unit: data.box.unitNumber }
    return {
      subject: t('contractCancelled.subject', said),
      blocks: [
        headline(t('contractCancelled.headline', said)),
        lead(t('contractCancelled.lead', { reason: data.reason })),
        boxBlock(data.box, writer),
        button(t('contractCancelled.button'), data.url),
        note(t('contractCancelled.note')),
      ],
    }
  },

  passwordReset(data, { t }) {
    return {
      subject: t('passwordReset.subject'),
      blocks: [
        headline(t('passwordReset.headline')),
        lead(t('passwordReset.lead', { minutes: data.validMinutes })),
        button(t('passwordReset.button'), data.url),
        note(t('passwordReset.note')),
      ],
    }
  },

  accountCreated(data, { t }) {
    return {
      subject: t('accountCreated.subject'),
      blocks: [
        headline(t('accountCreated.headline')),
        lead(t('accountCreated.lead', { email: data.email })),
        button(t('accountCreated.button'), data.bookUrl),
        { type: 'link', label: t('accountCreated.link'), url: data.loginUrl },
      ],
    }
  },

  kycRejected(data, { t }) {
    return {
      subject: t('kycRejected.subject'),
      blocks: [
        headline(t('kycRejected.headline')),
        lead(t('kycRejected.lead', { n: data.documents.length })),
        {
          type: 'list',
          items: data.documents.map(({ kind, reason }) => ({ title: t(`documents.${kind}`), text: reason })),
        },
        button(t('kycRejected.button'), data.url),
      ],
    }
  },

  kycVerified(data, { t }) {
    return {
      subject: t('kycVerified.subject'),
      blocks: [
        headline(t('kycVerified.headline')),
        lead(t('kycVerified.lead')),
        button(t('kycVerified.button'), data.url),
      ],
    }
  },

  documentsNeeded(data, { t }) {
    return {
      subject: t('documentsNeeded.subject'),
      blocks: [
        headline(t('documentsNeeded.headline')),
        lead(t('documentsNeeded.lead')),
        { type: 'list', items: data.kinds.map((kind) => ({ title: t(`documents.${kind}`), text: '' })) },
        button(t('documentsNeeded.button'), data.url),
        note(t('documentsNeeded.note')),
      ],
    }
  },

  boxLeftOpen(data, writer) {
    const { t, language } = writer
    const said = { unit: data.box.unitNumber, minutes: data.minutes }
    return {
      subject: t('boxLeftOpen.subject', said),
      blocks: [
        headline(t('boxLeftOpen.headline', said)),
        lead(t('boxLeftOpen.lead', { since: formatShortInstant(data.openedAt, data.timeZone, language) })),
        boxBlock(data.box, writer),
        button(t('boxLeftOpen.button'), data.url),
      ],
    }
  },

  invoiceReminder(data, writer) {
    const { t, language, money } = writer
    const said = { unit: data.box.unitNumber, amount: money(data.amount) }
    const period = {
      from: formatShortDay(data.period.from, language),
      to: formatShortDay(dayBefore(data.period.until), language),
      due: formatShortDay(data.dueDay, language),
    }
    const { penalty } = data
    return {
      subject: t('invoiceReminder.subject', said),
      blocks: [
        headline(t('invoiceReminder.headline', said)),
        lead(t(data.isOverdue ? 'invoiceReminder.leadDue' : 'invoiceReminder.leadSoon', period)),
        boxBlock(data.box, writer),
        ...(data.invoiceNumber === null
          ? []
          : [lead(t('invoiceReminder.invoice', { number: data.invoiceNumber }))]),
        ...(penalty === null
          ? []
          : [
              {
                type: 'warning',
                text: t('invoiceReminder.penalty', {
                  day: formatShortDay(penalty.fromDay, language),
                  percent: formatPercent(penalty.percentPerDay, language),
                }),
              } as const,
            ]),
        button(t('invoiceReminder.button', said), data.payUrl),
        note(t('invoiceReminder.note')),
      ],
    }
  },
}
