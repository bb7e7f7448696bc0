import { createHmac } from 'node:crypto'
import type { SimulatedSms, SimulatedStatus } from './sms-records.ts'

export interface Reporting {
  readonly accountSid: string
  readonly authToken: string
  /** Where a report really goes: the product as this machine reaches it; it is signed over the address that was given. */
  readonly reach: (callback: string) => string
  readonly timeoutMs: number
}

/** Reports a status as the gateway does: a form, signed with X-Twilio-Signature. @returns the answer's status; 0: none */
export async function reportStatus(
  { accountSid, authToken, reach, timeoutMs }: Reporting,
  sms: SimulatedSms,
  status: SimulatedStatus,
  options: { readonly isForged?: boolean } = {},
): Promise<number> {
  if (sms.callback === null) return 0
  const fields = new URLSearchParams({
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    From: sms.from,
    MessageSid: sms.sid,
    MessageStatus: status,
    SmsSid: sms.sid,
    SmsStatus: status,
    To: sms.to,
    ...(status === 'undelivered' && sms.errorCode !== null ? { ErrorCode: String(sms.errorCode) } : {}),
  })
  const key = options.isForged === true ? 'another key' : authToken
  try {
    const answer = await fetch(reach(sms.callback), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'User-Agent': 'TwilioProxy/1.1',
        'X-Twilio-Signature': signatureOf(key, sms.callback, fields),
      },
      body: fields.toString(),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return answer.status
  } catch {
    return 0
  }
}

function signatureOf(key: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].sort()
  const signed = names.reduce((text, name) => `${text}${name}${fields.get(name) ?? ''}`, url)
  return createHmac('sha1', key).update(signed, 'utf8').digest('base64')
}
