import { formatLongDay } from '@stowage/texts/format.ts'
import { boxBlock, button, headline, lead, note, type WriteMail } from './mail-content.ts'

/** What a sitting tenant is told of a new rent. */
export const riseLetters = {
  rentRise(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      day: formatLongDay(data.from, language),
      rate: money(data.rate),
      months: t('months', { n: data.months }),
    }
    const promised = data.termUntil === null ? null : { day: formatLongDay(data.termUntil, language) }
    return {
      subject: t('rentRise.subject', said),
      blocks: [
        headline(t('rentRise.headline', said)),
        lead(promised === null ? t('rentRise.leadOpen') : t('rentRise.leadTerm', promised)),
        boxBlock(data.box, writer),
        {
          type: 'facts',
          title: t('rentRise.title'),
          rows: [
            { label: t('rentRise.rateBefore'), value: money(data.rateBefore) },
            { label: t('rentRise.rateAfter', said), value: money(data.rate) },
            { label: t('rentRise.periodBefore', said), value: money(data.grossBefore) },
            { label: t('rentRise.periodAfter', said), value: money(data.grossAfter) },
          ],
        },
        lead(promised === null ? t('rentRise.leaveOpen', said) : t('rentRise.leaveTerm', promised)),
        button(t('rentRise.button'), data.url),
        note(t('rentRise.note')),
      ],
    }
  },

  rentRiseWithdrawn(data, writer) {
    const { t, language, money } = writer
    const said = {
      unit: data.box.unitNumber,
      day: formatLongDay(data.from, language),
      rate: money(data.rate),
      before: money(data.rateBefore),
    }
    return {
      subject: t('rentRiseWithdrawn.subject', said),
      blocks: [
        headline(t('rentRiseWithdrawn.headline', said)),
        lead(t('rentRiseWithdrawn.lead', said)),
        boxBlock(data.box, writer),
        button(t('rentRiseWithdrawn.button'), data.url),
      ],
    }
  },
} satisfies Partial<WriteMail>
