import { formatLongDay, formatMonth, formatPercent, formatShortDay } from '@stowage/texts/format.ts'
import { bankBlock, boxBlock, button, headline, lead, note, type WriteMail } from './mail-content.ts'
import type { MailData } from './mail-data.ts'

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

export const moneyLetters = {
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
          : [
              lead(
                data.plannedOn === null
                  ? t('paymentReceived.start', { start: formatLongDay(data.startsOn, language) })
                  : t('paymentReceived.startMoved', {
                      start: formatLongDay(data.startsOn, language),
                      planned: formatLongDay(data.plannedOn, language),
                    }),
              ),
            ]),
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
                text: t(penaltySentence(penalty), {
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

  invoiceIssued(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      amount: money(data.amount),
      from: formatShortDay(data.period.from, language),
      to: formatShortDay(dayBefore(data.period.until), language),
      due: formatShortDay(data.dueDay, language),
      number: data.reference.replaceAll(' ', '\u00a0'),
    }
    return {
      subject: t('invoiceIssued.subject', said),
      blocks: [
        headline(t('invoiceIssued.headline', said)),
        ...(data.invoiceNumber === null
          ? []
          : [lead(t('invoiceIssued.invoice', { number: data.invoiceNumber }))]),
        lead(t('invoiceIssued.lead', said)),
        boxBlock(data.box, writer),
        button(t('invoiceIssued.button', said), data.payUrl),
        note(t('invoiceIssued.note', said)),
      ],
    }
  },

  penaltyIssued(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      total: money(data.total),
      amount: money(data.amount),
      invoice: data.invoiceNumber,
      from: formatShortDay(data.from, language),
      to: formatShortDay(dayBefore(data.until), language),
      due: formatShortDay(data.dueDay, language),
    }
    const isPaid = data.amount.amount === 0
    return {
      subject: t('penaltyIssued.subject', said),
      blocks: [
        headline(t('penaltyIssued.headline', said)),
        lead(t('penaltyIssued.lead', said)),
        boxBlock(data.box, writer),
        lead(t(isPaid ? 'penaltyIssued.paid' : 'penaltyIssued.due', said)),
        ...(data.isGrowing ? [{ type: 'warning', text: t('penaltyIssued.growing', said) } as const] : []),
        button(
          t('penaltyIssued.button', { isPaid: isPaid ? 'yes' : 'no', amount: said.amount }),
          data.payUrl,
        ),
        note(t('penaltyIssued.note')),
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

  monthlyBills(data, { t, language }) {
    const { count, stockName: stock, url } = data
    const said = { count, stock, month: formatMonth(data.month, language) }
    return {
      subject: t('monthlyBills.subject', said),
      blocks: [
        headline(t('monthlyBills.headline', said)),
        lead(t('monthlyBills.lead', said)),
        ...(url === null
          ? [note(t('monthlyBills.attached'))]
          : [lead(t('monthlyBills.tooLarge')), button(t('monthlyBills.button'), url)]),
      ],
    }
  },
} satisfies Partial<WriteMail>

/** What an overdue invoice leads to under this contract, and nothing that its tenant never agreed to. */
function penaltySentence({
  percentPerDay,
  closesDoor,
}: NonNullable<MailData['invoiceReminder']['penalty']>):
  | 'invoiceReminder.penalty'
  | 'invoiceReminder.penaltyFee'
  | 'invoiceReminder.penaltyDoor' {
  if (percentPerDay === 0) return 'invoiceReminder.penaltyDoor'
  return closesDoor ? 'invoiceReminder.penalty' : 'invoiceReminder.penaltyFee'
}
