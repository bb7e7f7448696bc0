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
