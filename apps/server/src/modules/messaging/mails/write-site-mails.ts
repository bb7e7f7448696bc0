import { formatShortInstant } from '@stowage/texts/format.ts'
import { button, headline, lead, note, type WriteMail } from './mail-content.ts'

export const siteLetters = {
  boxForced(data, { t, language }) {
    const said = {
      name: data.name,
      stock: data.stockName,
      at: formatShortInstant(data.openedAt, data.timeZone, language),
    }
    return {
      subject: t('boxForced.subject', said),
      blocks: [
        headline(t('boxForced.headline', said)),
        lead(t('boxForced.lead', said)),
        button(t('boxForced.button'), data.url),
      ],
    }
  },
  pinVoided(data, { t }) {
    const said = { stock: data.stockName }
    return {
      subject: t('pinVoided.subject'),
      blocks: [
        headline(t('pinVoided.headline')),
        lead(t('pinVoided.lead', said)),
        lead(t('pinVoided.todo')),
        button(t('pinVoided.button'), data.url),
        note(t('pinVoided.note')),
      ],
    }
  },
  webhookOff(data, { t }) {
    const said = { name: data.name, target: data.target, reason: data.reason }
    return {
      subject: t('webhookOff.subject', said),
      blocks: [
        headline(t('webhookOff.headline', said)),
        lead(t('webhookOff.lead', said)),
        lead(t('webhookOff.todo', said)),
        button(t('webhookOff.button'), data.url),
      ],
    }
  },
} satisfies Partial<WriteMail>
