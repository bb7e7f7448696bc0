import { strictTexts, type Translate } from '../translate.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

export type MailTexts = Translate<typeof ru>

/** The words of mails in a language. */
export const mailTexts = strictTexts<typeof ru>({ ru, en, de, pl })
