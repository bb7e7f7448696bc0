import { strictTexts } from '../translate.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

/** The words of the few pages that the server writes itself. */
export const pageTexts = strictTexts<typeof ru>({ ru, en, de, pl })
