import type { Language } from '../language.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

const texts: Readonly<Record<Language, Readonly<Record<keyof typeof ru, string>>>> = { ru, en, de, pl }

export interface MandateWords {
  readonly creditor: string
  readonly address: string
  readonly creditorId: string
  readonly reference: string
}

/**
 * What a payer agrees to with a SEPA direct debit mandate: the words of the scheme's rulebook (EPC016-06, appendix), a paragraph
 * each. Kept with the mandate as he saw it, so words that change here change no mandate that was signed.
 */
export function mandateWording(language: Language, words: MandateWords): string {
  const told = texts[language]
  const fill = (text: string): string =>
    text.replaceAll(
      /\{(creditor|address|creditorId|reference)\}/g,
      (_all, name: keyof MandateWords) => words[name],
    )
  return [
    told.title,
    told.order,
    told.refund,
    told.notice,
    told.creditor,
    told.creditorId,
    told.reference,
    told.kind,
  ]
    .map(fill)
    .join('\n')
}
