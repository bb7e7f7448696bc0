import type { Language } from '../language.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

/**
 * Why a payer's bank asks its money back, for staff: the words of card networks as Stripe passes them on, and the codes with which
 * banks return a direct debit (SEPA rulebook, ISO 20022 ExternalReturnReason1Code).
 */
type DisputeReasonCode = keyof typeof ru

const sentences: Readonly<Record<Language, Readonly<Record<DisputeReasonCode, string>>>> = { ru, en, de, pl }

/** The reason in words; one that is in no list stands as it came. @param reason null: none was told */
export function disputeReason(reason: string | null | undefined, language: Language): string {
  const known: Readonly<Record<string, string>> = sentences[language]
  if (reason == null || reason === '') return sentences[language].general
  return (Object.hasOwn(known, reason) ? known[reason] : undefined) ?? reason
}
