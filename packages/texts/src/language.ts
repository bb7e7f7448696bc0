/**
 * The four languages of the product (decision 24) and how each writes numbers and days. Safe for the browser.
 */
export const languages = ['ru', 'en', 'de', 'pl'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'ru'

const locales: Readonly<Record<Language, string>> = { ru: 'ru-RU', en: 'en-GB', de: 'de-DE', pl: 'pl-PL' }

/** The locale for `Intl`: English is written the British way, day before month. */
export function localeOf(language: Language): string {
  return locales[language]
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}
