import { formatShortInstant } from '@stowage/texts/format.ts'
import { button, headline, lead, note, type WriteMail } from './mail-content.ts'

export const supportLetters = {
  boxFree(data, { t, language }) {
    const said = {
      size: data.size?.toUpperCase() ?? 'none',
      stock: data.stockName,
      address: data.address,
      until: formatShortInstant(data.until, data.timeZone, language),
    }
    return {
      subject: t('boxFree.subject', said),
      blocks: [
        headline(t('boxFree.headline', said)),
        lead(t('boxFree.lead', said)),
        button(t('boxFree.button'), data.url),
        note(t('boxFree.note', said)),
      ],
    }
  },
} satisfies Partial<WriteMail>
