import { strictTexts, type Translate } from '../translate.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

export type PdfTexts = Translate<typeof ru>

/** The words of printed documents in a language. */
export const pdfTexts = strictTexts<typeof ru>({ ru, en, de, pl })
