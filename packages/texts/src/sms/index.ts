import { strictTexts, type Translate } from '../translate.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

export type SmsTexts = Translate<typeof ru>

/** The words of short messages: one sentence or two, which two segments hold with the longest names that are put in (write-sms.ts). */
export const smsTexts = strictTexts<typeof ru>({ ru, en, de, pl })
