import { createTranslator } from 'use-intl/core'
import { type Language } from '../language.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

/**
 * The sentence for every code of the catalogue: what happened and what to do. All four languages are loaded here, which is
 * right for the server; a screen that needs one language imports `errors/<language>.json` instead.
 */
export type ErrorTextCode = keyof typeof ru

const sentences: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru,
  en: en satisfies Record<ErrorTextCode, string>,
  de: de satisfies Record<ErrorTextCode, string>,
  pl: pl satisfies Record<ErrorTextCode, string>,
}

/**
 * What a sentence may be told and what it says when it is told nothing: `outcome` of 2 (`unknown`, else the door stayed shut), `subject` of 9000 (`box`, `alias`, `twice` with the `line` of a file, else an account), of 6011 (`twice`, else another lock of the stock) and of 1005 (`boxSize`), of 7007 (`blocked` with the `reason` that staff gave), `opensAt`
 * and `closesAt` of 7002 ("09:00"), `day` of 7003 (already written in the reader's way), `minutes` of 9129, `by` of 9110 (`stocks`,
 * `selling`, `boxes`, `contracts`, `reservations`, `documents`, `users`, `staff`), 9114 (`plain`, else an inner address) and 9115 with their `count`, `what` of 9115
 * (`currency`, `seller`, `code`) and of 9113 (`objects`, `image`, `map`, `maps`, else an uploaded file) and of 9151 (what is wrong with a bank's file, at which `place`), `scope` of 9181.
 */
const untold: Readonly<Record<string, string | number>> = {
  outcome: 'closed',
  heads: '…',
  contracts: '…',
  sum: '',
  currency: '',
  subject: 'account',
  opensAt: 'none',
  closesAt: 'none',
  day: 'none',
  minutes: 0,
  by: 'none',
  what: 'none',
  count: 0,
  amount: '',
  reason: '',
  place: 'none',
  scope: 'none',
}

/** A text of 9129 that waits for 30 s would say "0 minutes": seconds are told as begun minutes. */
function told(params: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const { seconds } = params
  return {
    ...untold,
    ...(typeof seconds === 'number' ? { minutes: Math.ceil(seconds / 60) } : {}),
    ...params,
  }
}

const translators = new Map<Language, (key: string, values: Record<string, string | number>) => string>()

function translatorOf(language: Language): (key: string, values: Record<string, string | number>) => string {
  const kept = translators.get(language)
  if (kept) return kept
  const translate = createTranslator({
    locale: language,
    messages: sentences[language],
    onError(error) {
      throw error
    },
  })
  const made = (key: string, values: Record<string, string | number>): string => translate(key, values)
  translators.set(language, made)
  return made
}

/**
 * The sentence of a code in a language; an unknown code gets the generic one (code 1).
 * @param params see `untold`: `subject` 'box' | 'alias' | 'account', `opensAt`, `closesAt`, `day`, `minutes` or `seconds`; others are ignored
 */
export function errorText(
  code: number,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const key = String(code) in sentences[language] ? String(code) : '1'
  const sentence = sentences[language][key] ?? ''
  // Nearly all sentences have nothing to fill in, and 6001 is said two hundred times at once.
  return sentence.includes('{') ? translatorOf(language)(key, told(params)) : sentence
}

export { declineCodes, declineText, isDeclineCode, type DeclineCode } from './declines/index.ts'
