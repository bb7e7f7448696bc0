import { randomBytes } from 'node:crypto'

export type SimulatedStatus = 'queued' | 'sent' | 'delivered' | 'undelivered'

/** A message as the gateway keeps it. */
export interface SimulatedSms {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly body: string
  readonly segments: number
  readonly createdAt: Date
  status: SimulatedStatus
  errorCode: number | null
  /** How the last report was answered; 0: not at all. */
  reported: number | null
  readonly callback: string | null
}

/** Numbers that say no at once, as the test credentials of the real gateway have them. */
export const REFUSED: Readonly<Record<string, { readonly code: number; readonly message: string }>> = {
  '+15005550001': { code: 21211, message: "Invalid 'To' Phone Number" },
  '+15005550009': { code: 21614, message: "'To' number is not a valid mobile number" },
  '+491700000001': { code: 21211, message: "Invalid 'To' Phone Number" },
  '+491700000009': { code: 21614, message: "'To' number is not a valid mobile number" },
  '+491700000010': { code: 21610, message: 'Attempt to send to unsubscribed recipient' },
}

export const newSid = (): string => `SM${randomBytes(16).toString('hex')}`

/** The answer of the Messages resource, API 2010-04-01. */
export const resourceOf = (accountSid: string, sms: SimulatedSms): Record<string, unknown> => ({
  account_sid: accountSid,
  api_version: '2010-04-01',
  body: sms.body,
  date_created: rfc2822(sms.createdAt),
  date_sent: sms.status === 'queued' ? null : rfc2822(sms.createdAt),
  date_updated: rfc2822(sms.createdAt),
  direction: 'outbound-api',
  error_code: sms.errorCode,
  error_message: null,
  from: sms.from,
  messaging_service_sid: null,
  num_media: '0',
  num_segments: String(sms.segments),
  price: null,
  price_unit: 'USD',
  sid: sms.sid,
  status: sms.status,
  subresource_uris: { media: `/2010-04-01/Accounts/${accountSid}/Messages/${sms.sid}/Media.json` },
  to: sms.to,
  uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sms.sid}.json`,
})

/** "Sun, 22 Nov 2026 10:00:00 +0000" */
const rfc2822 = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

/** As the gateway bills it: counted on its own, not with the rules of the product that it stands opposite to. */
export function segmentsOf(body: string): number {
  const isGsm = GSM.test(body)
  const units = isGsm ? body.length + (body.match(/[\^{}\\[~\]|€]/g)?.length ?? 0) : body.length
  const [alone, part] = isGsm ? [160, 153] : [70, 67]
  return units <= alone ? 1 : Math.ceil(units / part)
}
