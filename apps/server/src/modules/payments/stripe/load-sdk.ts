import { createRequire } from 'node:module'
import type { Stripe } from 'stripe'

const require = createRequire(import.meta.url)
let loaded: typeof Stripe | undefined

/**
 * The official SDK, read when the first account needs it: several hundred files and 40 MB, for which a server without Stripe, or one
 * that is started again in a hurry, shall not wait. Not with `import()`: messages are judged, and processors made, without
 * waiting.
 */
export function sdk(): typeof Stripe {
  loaded ??= require('stripe') as typeof Stripe
  return loaded
}
