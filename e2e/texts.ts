import type { Language } from '@stowage/texts/language.ts'
import { strictTexts, type Translate } from '@stowage/texts/translate.ts'
import de from '@stowage/texts/ui/de.ts'
import en from '@stowage/texts/ui/en.ts'
import pl from '@stowage/texts/ui/pl.ts'
import ru from '@stowage/texts/ui/ru.ts'

export type { Language }
/** The screens' own sentences: a journey looks for what a person reads, in the reader's language. */
export type Say = Translate<typeof ru>

export const say: (language: Language) => Say = strictTexts({ ru, en, de, pl })
