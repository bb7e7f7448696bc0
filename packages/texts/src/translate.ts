import { createTranslator } from 'use-intl/core'
import { localeOf, type Language } from './language.ts'

/** The dotted keys of all sentences in a tree of texts: 'invoice.title'. */
export type TextKey<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${TextKey<Tree[Key]>}`
}[keyof Tree & string]

/** One language's sentences. @throws Error for a key that is not there or a value that a sentence needs and did not get */
export type Translate<Tree> = (
  key: TextKey<Tree>,
  values?: Readonly<Record<string, string | number>>,
) => string

/**
 * ICU sentences per language, formatted strictly: on paper and in a mail a raw key would be seen only by the person it was
 * sent to, so a gap is an error. Parsed once per language.
 */
export function strictTexts<Tree extends Record<string, unknown>>(
  trees: Readonly<Record<Language, Tree>>,
): (language: Language) => Translate<Tree> {
  const made = new Map<Language, Translate<Tree>>()
  return (language) => {
    const kept = made.get(language)
    if (kept) return kept
    const translator = createTranslator<Record<string, unknown>>({
      locale: localeOf(language),
      messages: trees[language],
      onError(error) {
        throw error
      },
    }) as (key: string, values?: Record<string, string | number>) => string
    const translate: Translate<Tree> = (key, values) =>
      translator(key, values === undefined ? undefined : { ...values })
    made.set(language, translate)
    return translate
  }
}
