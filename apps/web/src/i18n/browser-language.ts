import { isLanguage, type Language } from '@stowage/texts'

/** The first of ours among the languages that the browser asks for: `de-AT`, `en` is German. */
export function browserLanguage(asked: readonly string[] = navigator.languages): Language | undefined {
  return asked.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage)
}
