import type { Language } from '../language.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

export type LanTexts = Readonly<Record<keyof typeof ru, string>>

/** The words of the page on which a door is opened inside a warehouse. Plain sentences: the page that shows them formats nothing. */
export const lanTexts: Readonly<Record<Language, LanTexts>> = { ru, en, de, pl }
