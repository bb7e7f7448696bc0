import { createHmac, randomBytes } from 'node:crypto'

const MARK = 'whsec_'

/** A secret as Standard Webhooks writes it: 256 random bits in Base64 behind a mark. */
export const newWebhookSecret = (): string => `${MARK}${randomBytes(32).toString('base64')}`

/**
 * The headers of one attempt by Standard Webhooks (https://www.standardwebhooks.com): an id that stays the same however often
 * it is sent, the second of this attempt, and for each secret that counts a signature over both and the body.
 */
export function signedHeaders(
  message: { readonly id: string; readonly body: string; readonly at: Temporal.Instant },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.epochMilliseconds / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(MARK.length), 'base64')
    const text = `${message.id}.${timestamp}.${message.body}`
    return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
