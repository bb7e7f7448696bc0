/**
 * What the screens call the state of a payment at its processor (specification 4: success, canceled, others e.g. pending).
 * Processors have words of their own; those that mean one of the specification's are called by it, all others stand as they are.
 * Safe for the browser.
 */
import type { PaymentStatus } from './payment-life.ts'

/** Processors' own words for what the specification calls by three; ours for a payment of which no processor has said a word yet. */
export const externalWords = {
  success: ['success', 'obtained', 'stuck', 'succeeded', 'paid', 'complete', 'completed'],
  canceled: ['canceled', 'cancelled', 'expired', 'voided'],
  pending: [
    'pending',
    'claimed',
    'created',
    'open',
    'processing',
    'requires_action',
    'requires_capture',
    'requires_confirmation',
    'requires_payment_method',
    'unpaid',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

const nameOf = (word: string): string =>
  Object.entries(externalWords).find(([, words]) => (words as readonly string[]).includes(word))?.[0] ?? word

/**
 * A processor that says nothing of a refund or of a decline in its word for a payment (Stripe: a declined one waits for another
 * card, one given back has succeeded) does not hide what we know.
 * @param said the processor's own word; null: it has said none yet
 * @param status what we made of it
 */
export function externalStatus(said: string | null, status: PaymentStatus): string {
  if (said === null) return nameOf(status)
  const name = nameOf(said)
  if (name === 'pending' && status !== 'created' && status !== 'pending') return nameOf(status)
  if (name === 'success' && status === 'refunded') return 'refunded'
  return /, dispute /.test(said) ? 'disputed' : /, refund /.test(said) ? 'refunding' : name
}
