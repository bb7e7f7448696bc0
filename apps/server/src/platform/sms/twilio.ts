import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { CarrierError } from '../carrier.ts'
import { sameText } from '../seal.ts'
import type { SmsGateway, SmsReceipt, SmsState } from './gateway.ts'
import { ask, type GatewayAnswer } from './ask-gateway.ts'

export interface TwilioSettings {
  /** `https://api.twilio.com`, or another gateway that speaks the same calls. */
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  /** A number in E.164, a sender's name of up to eleven letters, or the SID of a messaging service (MG…). */
  readonly from: string
}

/** Of the reference of Programmable Messaging: a message waits at most so long in their queue. */
const LONGEST_VALIDITY = 36_000

/** What can be sent nowhere: no number, not a mobile one, its owner has written STOP, no way leads there. */
const ABOUT_NUMBER: ReadonlySet<number> = new Set([21211, 21214, 21217, 21610, 21612, 21614, 30005, 30006])
/** Our sender, our address for reports, our trial account: mended by the operator, not by giving the message up. */
const ABOUT_US: ReadonlySet<number> = new Set([21212, 21603, 21606, 21608, 21609, 21659, 21660])

const STATES: Readonly<Record<string, SmsState>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

const Message = z.object({
  sid: z.string().check(z.regex(/^(SM|MM)[0-9a-f]{32}$/)),
  body: z.nullable(z.string()),
  status: z.string(),
  error_code: z.nullish(z.number()),
  date_created: z.nullish(z.string()),
})
const Messages = z.object({ messages: z.array(Message) })
const Refusal = z.object({ code: z.optional(z.number()) })

/**
 * Twilio Programmable Messaging, API 2010-04-01: form calls with Basic authentication, answers in JSON, reports signed with
 * X-Twilio-Signature. It knows no key for calls that are made twice: whether a message whose answer was lost was taken is found out
 * by its number and its words (`sentTo`).
 */
export function createTwilio({ url, accountSid, authToken, from }: TwilioSettings): SmsGateway {
  const closing = new AbortController()
  const address = `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const call = async (method: 'GET' | 'POST', to: string, form?: URLSearchParams): Promise<GatewayAnswer> =>
    await ask({ method, url: to, authorization, form, signal: closing.signal })
  return {
    async send({ to, body, reportUrl, goodForSeconds }) {
      const form = new URLSearchParams({
        To: to,
        Body: body,
        StatusCallback: reportUrl,
        ValidityPeriod: String(Math.max(1, Math.min(LONGEST_VALIDITY, Math.floor(goodForSeconds)))),
      })
      form.set(/^MG[0-9a-f]{32}$/.test(from) ? 'MessagingServiceSid' : 'From', from)
      const answer = await call('POST', address, form)
      if (answer.status !== 201) throw refusalOf(answer, 'unknown')
      const read = Message.safeParse(answer.json)
      // It was taken, by what they say of themselves: only a look at their list tells more.
      if (!read.success) throw new CarrierError('unknown', 'an answer of the gateway cannot be read')
      return receiptOf(read.data)
    },
    async sentTo(number) {
      const answer = await call(
        'GET',
        `${address}?${new URLSearchParams({ To: number, PageSize: '50' }).toString()}`,
      )
      if (answer.status !== 200) throw refusalOf(answer, 'retry')
      const read = Messages.safeParse(answer.json)
      if (!read.success) throw new CarrierError('retry', 'a list of the gateway cannot be read')
      return read.data.messages.map(receiptOf)
    },
    readReport(reportUrl, signature, form) {
      if (signature === undefined || !sameText(signature, signReport(authToken, reportUrl, form)))
        return undefined
      const state = STATES[form.get('MessageStatus') ?? '']
      const gatewayId = form.get('MessageSid') ?? ''
      if (state === undefined || gatewayId === '' || form.get('AccountSid') !== accountSid) return undefined
      const code = form.get('ErrorCode')
      return { gatewayId, state, errorCode: code === null || !/^\d{1,6}$/.test(code) ? null : Number(code) }
    },
    isAboutNumber: (errorCode) => errorCode !== null && ABOUT_NUMBER.has(errorCode),
    close() {
      closing.abort()
    },
  }
}

/** Over the address as they were given it and all fields, by name: HMAC-SHA1 with the auth token, in base64. */
export function signReport(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].sort(([one], [two]) => (one < two ? -1 : one > two ? 1 : 0))
  const signed = fields.reduce((text, [name, value]) => text + name + value, url)
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

function receiptOf(message: z.infer<typeof Message>): SmsReceipt {
  const created = Date.parse(message.date_created ?? '')
  return {
    gatewayId: message.sid,
    body: message.body ?? '',
    state: STATES[message.status] ?? 'accepted',
    errorCode: message.error_code ?? null,
    createdAt: Temporal.Instant.fromEpochMilliseconds(Number.isNaN(created) ? 0 : created),
  }
}

/** Told apart by status and code, never by words. What was refused with 4xx was not taken; a 5xx may have been. */
function refusalOf({ status, json }: GatewayAnswer, onFault: 'unknown' | 'retry'): CarrierError {
  const code = Refusal.safeParse(json).data?.code
  const reason = code === undefined ? `HTTP ${status}` : `HTTP ${status}, ${code}`
  const cause = { code }
  if (status >= 500) return new CarrierError(onFault, reason, { cause })
  if (status !== 400 || code === undefined || ABOUT_US.has(code))
    return new CarrierError('retry', reason, { cause })
  return new CarrierError('permanent', reason, {
    cause,
    about: ABOUT_NUMBER.has(code) ? 'address' : 'message',
  })
}
