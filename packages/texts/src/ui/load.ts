import type { Language } from '../language.ts'
import type { UiTexts } from './types.ts'

/** Each language is a chunk of its own: a reader loads one. */
export const loadUiTexts: Readonly<Record<Language, () => Promise<UiTexts>>> = {
  ru: async () => (await import('./ru.ts')).default,
  en: async () => (await import('./en.ts')).default,
  de: async () => (await import('./de.ts')).default,
  pl: async () => (await import('./pl.ts')).default,
}
