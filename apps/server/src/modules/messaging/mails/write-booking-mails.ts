import { formatLongDay, formatShortDay, formatShortInstant } from '@stowage/texts/format.ts'
import {
  bankBlock,
  boxBlock,
  button,
  headline,
  lead,
  note,
  sumBlock,
  type WriteMail,
} from './mail-content.ts'

export const bookingLetters = {
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

  reservationEnding(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      until: formatShortInstant(data.expiresAt, data.timeZone, language),
      arrival: formatShortDay(data.arrivalDay, language),
      amount: money(data.firstPayment),
    }
    return {
      subject: t('reservationEnding.subject', said),
      blocks: [
        headline(t('reservationEnding.headline', said)),
        lead(t('reservationEnding.lead', said)),
        boxBlock(data.box, writer),
        button(t('reservationEnding.button'), data.url),
        note(t('reservationEnding.note')),
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
        ...(data.tariff === null
          ? []
          : [
              note(
                t('bookingContract.tariff', {
                  name: data.tariff.name[language],
                  notice: data.tariff.noticeDays,
                  stay: data.tariff.minStayMonths,
                }),
              ),
            ]),
        sumBlock(data.lines, data.total, writer),
        ...(data.payUrl === null ? [] : [button(t('bookingContract.button', said), data.payUrl)]),
        ...(data.bank === null
          ? []
          : [bankBlock(data.bank, data.total, t('bookingContract.bankTitle'), writer)]),
        note(t('bookingContract.attached', said)),
        ...(data.withdrawUrl === null
          ? []
          : [{ type: 'link', label: t('bookingContract.withdraw'), url: data.withdrawUrl } as const]),
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

  contractCancelled(data, writer) {
    const { t, money } = writer
    const said = { unit: data.box.unitNumber }
    const paid = data.money && {
      came: money(data.money.came),
      kept: money(data.money.kept),
      rest:
        data.money.kept.amount === 0
          ? 'none'
          : data.money.kept.amount < data.money.came.amount
            ? 'part'
            : 'all',
    }
    return {
      subject: t('contractCancelled.subject', said),
      blocks: [
        headline(t('contractCancelled.headline', said)),
        lead(
          paid === null
            ? t('contractCancelled.lead', { reason: data.reason })
            : t('contractCancelled.leadPart', { reason: data.reason, ...paid }),
        ),
        ...(paid === null ? [] : [lead(t('contractCancelled.money', paid))]),
        boxBlock(data.box, writer),
        button(t('contractCancelled.button'), data.url),
        note(t('contractCancelled.note')),
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
} satisfies Partial<WriteMail>
