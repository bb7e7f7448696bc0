import type { Language, UiTexts } from '@stowage/texts'
import { defaultLanguage } from '@stowage/texts'
import { loadUiArea, type TextArea } from '@stowage/texts/ui/load.ts'

interface Shown {
  readonly language: Language
  /** What the pages opened so far need; a page waits for its own areas before it is shown. */
  readonly texts: Partial<UiTexts>
}

let shown: Shown = { language: defaultLanguage, texts: {} }
/** The language that is asked for; the shown one follows when its texts are there. */
let wanted: Language = defaultLanguage
const areas = new Set<TextArea>()
const listeners = new Set<(shown: Shown) => void>()

export function shownTexts(): Shown {
  return shown
}

export function onTextsShown(listener: (shown: Shown) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: Shown): void {
  shown = next
  for (const listener of listeners) listener(next)
}

async function load(language: Language, names: readonly TextArea[]): Promise<Partial<UiTexts>> {
  const loaded = await Promise.all(
    names.map(async (area) => [area, await loadUiArea(language, area)] as const),
  )
  return Object.fromEntries(loaded)
}

/** Waits until the texts of these areas are there, now and in every language chosen later. */
export async function needTexts(...names: readonly TextArea[]): Promise<void> {
  for (const area of names) areas.add(area)
  const { language } = shown
  const missing = names.filter((area) => shown.texts[area] === undefined)
  if (missing.length === 0) return
  const texts = await load(language, missing)
  // Another language has come meanwhile: it brought all areas along.
  if (shown.language === language) show({ language, texts: { ...shown.texts, ...texts } })
  else await needTexts(...names)
}

/** Changes the language of everything that is shown, all at once. The last one asked for wins. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language
  if (shown.language === language) return
  let texts: Partial<UiTexts> = {}
  for (;;) {
    // A page that is opened meanwhile has its texts in the language before: it must not be shown without them.
    const missing = [...areas].filter((area) => texts[area] === undefined)
    if (missing.length === 0) break
    texts = { ...texts, ...(await load(language, missing)) }
    if (wanted !== language) return
  }
  show({ language, texts })
}
