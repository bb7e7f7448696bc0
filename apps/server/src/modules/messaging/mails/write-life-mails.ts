import { formatLongDay } from '@stowage/texts/format.ts'
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
} satisfies Partial<WriteMail>
