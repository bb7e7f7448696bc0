/**
 * Declines whose reason is not told to whoever holds the card: a thief learns nothing from "the card declined" (the processors'
 * own advice). They are told as a plain decline; staff see the code itself. Safe for the browser.
 */
export const SENSITIVE_DECLINES = [
  'fraudulent',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'stolen_card',
] as const

/** As what a decline code is told to its payer. */
export function shownDecline(code: string | null): string | null {
  return (SENSITIVE_DECLINES as readonly (string | null)[]).includes(code) ? 'generic_decline' : code
}
