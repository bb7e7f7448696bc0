import type { Language } from '../../language.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

/**
 * Why a card was declined, for people. The codes are those of the card processors (section 8 of the specification); cards
 * reported lost, stolen or suspicious are told the words of a plain decline, which help nobody who holds them (domain/decline-shown).
 */
export type DeclineCode = keyof typeof ru

const sentences: Readonly<Record<Language, Readonly<Record<DeclineCode, string>>>> = { ru, en, de, pl }

export const declineCodes = Object.keys(ru).filter(isDeclineCode)

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(ru, code)
}

/**
 * The sentence of a decline code. What is not in the list gets the generic sentence: the code may come out of an address, and
 * its raw text is never shown (decision 24).
 */
export function declineText(code: string | null | undefined, language: Language): string {
  const known = code !== null && code !== undefined && isDeclineCode(code) ? code : 'unrecognized'
  return sentences[language][known]
}
