import type { Events } from './api.gen.ts'

/** What a webhook says; `type` tells which `data` it has. */
export type WebhookMessage = {
  readonly [E in keyof Events]: {
    /** Of the delivery: do each once. */
    readonly id: string
    readonly type: E
    readonly version: number
    /** When it happened. */
    readonly timestamp: string
    readonly data: Events[E]
  }
}[keyof Events]

/** Not signed by whom it should be, or too old. Answer 400 and do nothing. */
export class WebhookRefused extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'WebhookRefused'
  }
}

const TOLERANCE_SECONDS = 5 * 60

type Headers_ = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks that a delivery comes from the server whose secret this is (Standard Webhooks), and reads it.
 * @param body as it came, before anything has parsed it
 * @param secret `whsec_…`; several while one is being changed
 * @throws WebhookRefused
 */
export async function readWebhook(
  headers: Headers_,
  body: string,
  secret: string | readonly string[],
  nowMs: number = Date.now(),
): Promise<WebhookMessage> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string' || value === '') throw new WebhookRefused(`${name} is missing`)
    return value
  }
  const [id, timestamp, signatures] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ]
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS))
    throw new WebhookRefused('its time is too far off')
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .flatMap((one) => bytesOf(one.slice(3)) ?? [])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = bytesOf(one.replace(/^whsec_/, ''))
    if (key === undefined) throw new TypeError('not a secret of a webhook')
    const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    // `verify` takes as long whether a signature is nearly right or not at all.
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', imported, signature, signed)) return messageOf(id, body)
  }
  throw new WebhookRefused('the signature is not of this secret')
}

function messageOf(id: string, body: string): WebhookMessage {
  return { ...(JSON.parse(body) as object), id } as WebhookMessage
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
