import { disputeReason } from '@stowage/texts/disputes/index.ts'
import { formatShortInstant } from '@stowage/texts/format.ts'
import {
  bankBlock,
  boxBlock,
  button,
  headline,
  lead,
  note,
  type Block,
  type WriteMail,
} from './mail-content.ts'

export const moneybackLetters = {
  paymentReturned(data, writer) {
    const { t, money } = writer
    const words = {
      unit: data.box.unitNumber,
      amount: money(data.amount),
      how: data.how,
      number: data.invoiceNumber ?? '',
    }
    return {
      subject: t('paymentReturned.subject', words),
      blocks: [
        headline(t('paymentReturned.headline', words)),
        lead(t('paymentReturned.lead', words)),
        boxBlock(data.box, writer),
        button(t('paymentReturned.button', words), data.payUrl),
        note(t('paymentReturned.note', words)),
      ],
    }
  },

  firstPaymentIncomplete(data, writer) {
    const { t, language, money } = writer
    const words = {
      unit: data.box.unitNumber,
      came: money(data.came),
      missing: money(data.missing),
      until: formatShortInstant(data.until, data.timeZone, language),
    }
    return {
      subject: t('firstPaymentIncomplete.subject', words),
      blocks: [
        headline(t('firstPaymentIncomplete.headline', words)),
        lead(t('firstPaymentIncomplete.lead', words)),
        ...(data.bank === null
          ? []
          : [bankBlock(data.bank, data.missing, t('bookingContract.bankTitle'), writer)]),
        button(t('firstPaymentIncomplete.button', words), data.payUrl),
        boxBlock(data.box, writer),
        note(t('firstPaymentIncomplete.note', words)),
      ],
    }
  },

  paymentCameTooLate(data, writer) {
    const { t, money } = writer
    const words = {
      unit: data.box.unitNumber,
      amount: money(data.amount),
      kept: money(data.kept),
      isFree: data.isFree ? 'yes' : 'no',
      rest: data.kept.amount === data.amount.amount ? 'all' : data.kept.amount > 0 ? 'part' : 'none',
    }
    return {
      subject: t('paymentCameTooLate.subject', words),
      blocks: [
        headline(t('paymentCameTooLate.headline', words)),
        lead(t('paymentCameTooLate.lead', words)),
        lead(t('paymentCameTooLate.safe', words)),
        boxBlock(data.box, writer),
        button(t('paymentCameTooLate.button', words), data.url),
        ...(words.rest === 'none' ? [] : [note(t('paymentCameTooLate.note', words))]),
      ],
    }
  },

  refundMade(data, writer) {
    const { t, money } = writer
    const words = {
      unit: data.box.unitNumber,
      amount: money(data.amount),
      isReturned: data.isReturned ? 'yes' : 'no',
      hasCard: data.card === null ? 'no' : 'yes',
      card: data.card ?? '',
    }
    return {
      subject: t('refundMade.subject', words),
      blocks: [
        headline(t('refundMade.headline', words)),
        lead(t('refundMade.lead', words)),
        boxBlock(data.box, writer),
        button(t('refundMade.button'), data.url),
        note(t('refundMade.note', words)),
      ],
    }
  },

  refundFailed(data, { t, money }) {
    const words = { amount: money(data.amount), tenant: data.tenant }
    const facts: Block = {
      type: 'facts',
      title: t('disputeOpened.facts'),
      rows: [
        { label: t('disputeOpened.tenant'), value: data.tenant },
        { label: t('contractLabel'), value: data.contractNumber },
        ...(data.documentNumber === null
          ? []
          : [{ label: t('disputeOpened.document'), value: data.documentNumber }]),
      ],
    }
    return {
      subject: t('refundFailed.subject', words),
      blocks: [
        headline(t('refundFailed.headline', words)),
        lead(t('refundFailed.lead', words)),
        facts,
        button(t('refundFailed.button'), data.url),
      ],
    }
  },

  disputeOpened(data, { t, language, money }) {
    const due = data.dueBy === null ? null : formatShortInstant(data.dueBy, data.timeZone, language)
    const words = {
      amount: money(data.amount),
      tenant: data.tenant,
      hasDue: due === null ? 'no' : 'yes',
      due: due ?? '',
      stock: data.stockName,
    }
    const facts: Block = {
      type: 'facts',
      title: t('disputeOpened.facts'),
      rows: [
        { label: t('disputeOpened.tenant'), value: data.tenant },
        ...(data.contractNumber === null ? [] : [{ label: t('contractLabel'), value: data.contractNumber }]),
        ...(data.documentNumber === null
          ? []
          : [{ label: t('disputeOpened.document'), value: data.documentNumber }]),
        { label: t('disputeOpened.reason'), value: disputeReason(data.reason, language) },
        ...(due === null ? [] : [{ label: t('disputeOpened.due'), value: due }]),
      ],
    }
    return {
      subject: t('disputeOpened.subject', words),
      blocks: [
        headline(t('disputeOpened.headline', words)),
        lead(
          t('disputeOpened.lead', {
            ...words,
            taken: data.isWithdrawn ? 'yes' : 'no',
            blocks: data.blocks ? 'yes' : 'no',
          }),
        ),
        facts,
        button(t('disputeOpened.button'), data.url),
      ],
    }
  },
} satisfies Partial<WriteMail>
