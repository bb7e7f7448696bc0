import http from 'node:http'
import https from 'node:https'
import { writeAmount } from './amounts.ts'
import type { Payment } from './cabinet-records.ts'
import { notificationKey } from './hashes.ts'
import { moscowDay, toMoscow } from './moscow-time.ts'

export interface NotificationSettings {
  readonly secretWord: string
  readonly hostname: string
}

/** The form fields of one notification, honest or spoilt in one of the ways a merchant must see through. */
export function notificationFields(
  payment: Payment,
  settings: NotificationSettings,
  spoilt: 'no' | 'wrongKey' | 'otherSum' | 'otherPayer' = 'no',
): URLSearchParams {
  const sum = writeAmount(spoilt === 'otherSum' ? Math.max(1, payment.amount - 100) : payment.amount)
  const clientId = spoilt === 'otherPayer' ? 'somebody-else' : (payment.clientId ?? '')
  const signed = { id: payment.id, sum, clientId, orderId: payment.orderId ?? '' }
  const key = notificationKey(signed, spoilt === 'wrongKey' ? `${settings.secretWord}?` : settings.secretWord)
  const fields = new URLSearchParams({
    id: payment.id,
    sum,
    clientid: clientId,
    orderid: signed.orderId,
    key,
    ps_id: String(payment.systemId),
  })
  const add = (name: string, value: string | null): void => {
    if (value !== null && value !== '') fields.set(name, value)
  }
  add('service_name', payment.serviceName)
  add('client_email', payment.email)
  add('client_phone', payment.phone)
  add('obtain_datetime', payment.obtainedAt && toMoscow(new Date(payment.obtainedAt)))
  add('batch_date', payment.batchDate && moscowDay(new Date(payment.batchDate)))
  add('pk_hostname', settings.hostname)
  add('invoice_id', payment.invoiceId)
  if (payment.card) {
    add('card_number', payment.card.masked)
    add('card_holder', payment.card.holder)
    add('card_expiry', payment.card.expiry)
    add('RRN', payment.card.rrn)
    add('APPROVAL_CODE', payment.card.approvalCode)
  }
  add('bank_id', payment.bindingId)
  return fields
}

export interface MerchantAnswer {
  /** 0: no answer at all. */
  status: number
  body: string
}

/**
 * Posts a notification. Redirects are not followed and no more than 64 kB are read, as the service does.
 * @param slowMs when above 0 the second half of the body follows that much later
 */
export function postNotification(
  url: string,
  fields: URLSearchParams,
  options: { timeoutMs: number; slowMs: number },
): Promise<MerchantAnswer> {
  const body = Buffer.from(fields.toString())
  return new Promise((resolve) => {
    const target = new URL(url)
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length },
      signal: AbortSignal.timeout(options.timeoutMs + options.slowMs),
    })
    const lost = (): void => resolve({ status: 0, body: '' })
    request.on('error', lost)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size <= 65_536) parts.push(part)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
      )
      response.on('error', lost)
      response.on('close', lost)
    })
    if (options.slowMs === 0) {
      request.end(body)
      return
    }
    const half = Math.floor(body.length / 2)
    request.write(body.subarray(0, half))
    setTimeout(() => request.end(body.subarray(half)), options.slowMs).unref()
  })
}
