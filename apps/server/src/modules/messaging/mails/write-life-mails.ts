import { formatLongDay, formatShortInstant } from '@stowage/texts/format.ts'
import { boxBlock, button, headline, lead, note, type WriteMail } from './mail-content.ts'

export const lifeLetters = {
  contractMoved(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      before: data.unitNumberBefore,
      day: formatLongDay(data.day, language),
      number: data.box.contractNumber ?? '',
      amount: money(data.amount),
      kind: data.outcome,
    }
    return {
      subject: t('contractMoved.subject', said),
      blocks: [
        headline(t('contractMoved.headline', said)),
        lead(t('contractMoved.lead', said)),
        boxBlock(data.box, writer),
        lead(t('contractMoved.money', said)),
        button(t('contractMoved.button', said), data.url),
        note(t('contractMoved.note', said)),
      ],
    }
  },

  contractEnding(data, writer) {
    const { t, language } = writer
    const said = {
      unit: data.box.unitNumber,
      day: formatLongDay(data.day, language),
      time: data.time,
      kind: data.isLeaving ? 'leaving' : 'staying',
    }
    return {
      subject: t('contractEnding.subject', said),
      blocks: [
        headline(t('contractEnding.headline', said)),
        lead(t('contractEnding.lead', said)),
        boxBlock(data.box, writer),
        button(t('contractEnding.button', said), data.url),
        note(t('contractEnding.note')),
      ],
    }
  },

  withdrawalAsked(data, writer) {
    const { t } = writer
    const said = { unit: data.box.unitNumber, number: data.box.contractNumber ?? '', hours: data.validHours }
    return {
      subject: t('withdrawalAsked.subject', said),
      blocks: [
        headline(t('withdrawalAsked.headline')),
        lead(t('withdrawalAsked.lead', said)),
        boxBlock(data.box, writer),
        button(t('withdrawalAsked.button'), data.url),
        note(t('withdrawalAsked.note', said)),
      ],
    }
  },

  withdrawalReceived(data, writer) {
    const { t, language } = writer
    const said = {
      unit: data.box.unitNumber,
      number: data.box.contractNumber ?? '',
      at: formatShortInstant(data.receivedAt, data.timeZone, language),
      inside: data.mayBeInside ? 'yes' : 'no',
      settled: data.isSettled ? 'yes' : 'no',
    }
    return {
      subject: t('withdrawalReceived.subject', said),
      blocks: [
        headline(t('withdrawalReceived.headline', said)),
        lead(t('withdrawalReceived.lead', said)),
        boxBlock(data.box, writer),
        lead(t('withdrawalReceived.money', said)),
        button(t('withdrawalReceived.button'), data.url),
        note(t('withdrawalReceived.note', said)),
      ],
    }
  },

  moveOutOpened(data, writer) {
    const { t, language } = writer
    const said = {
      unit: data.box.unitNumber,
      until: formatShortInstant(data.until, data.timeZone, language),
    }
    return {
      subject: t('moveOutOpened.subject', said),
      blocks: [
        headline(t('moveOutOpened.headline', said)),
        lead(t('moveOutOpened.lead', said)),
        boxBlock(data.box, writer),
        button(t('moveOutOpened.button'), data.url),
        note(t('moveOutOpened.note')),
      ],
    }
  },
} satisfies Partial<WriteMail>
