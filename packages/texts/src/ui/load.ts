import type { Language } from '../language.ts'
import type { UiTexts } from './types.ts'

/** A part of the screens' texts: one file per language, a chunk of its own in the browser. */
export type TextArea = keyof UiTexts

/** All areas: what opens behind the sign-in loads them together. */
export const uiAreas = [
  'accounts',
  'backoffice',
  'billing',
  'booking',
  'contracts',
  'form',
  'maps',
  'mybox',
  'results',
  'shell',
  'simulators',
] as const satisfies readonly TextArea[]

/** A new area without a place in the list above does not compile. */
type Forgotten = Exclude<TextArea, (typeof uiAreas)[number]>
export const noAreaForgotten: Record<Forgotten, never> = {}

/** The texts of one area in one language; a reader loads no more than the pages he opens. */
export async function loadUiArea<A extends TextArea>(language: Language, area: A): Promise<UiTexts[A]> {
  const loaded = (await import(`./${language}/${area}.json`, { with: { type: 'json' } })) as {
    default: UiTexts[A]
  }
  return loaded.default
}
