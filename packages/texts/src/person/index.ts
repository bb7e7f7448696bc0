import { strictTexts, type Translate } from '../translate.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

export type PersonTexts = Translate<typeof ru>

/** What a person reads in the archive of his own data, and what is said in his name when he wishes to be erased. */
export const personTexts = strictTexts<typeof ru>({ ru, en, de, pl })
