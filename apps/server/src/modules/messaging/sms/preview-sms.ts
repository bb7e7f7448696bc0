import type { Answer } from '@stowage/api/endpoint'
import type { previewSms } from '@stowage/api/sms'
import { sizeOfSms } from '@stowage/domain/sms-text'
import type { Language } from '@stowage/texts/language.ts'
import { sampleMails } from '../mails/sample-mails.ts'
import { smsKinds, wayOf, type SmsKind } from './sms-kinds.ts'
import { writeSms } from './write-sms.ts'

/** One short message of each kind as a tenant of that language may get it: nobody's data. */
export function previewsOf(language: Language): Answer<typeof previewSms> {
  const { common, data } = sampleMails(language)
  const { box, openedAt, timeZone } = data.boxLeftOpen
  const where = { box: box.unitNumber, site: common.siteName ?? '', timeZone }
  const { brand } = common
  const bodies: Readonly<Record<SmsKind, string>> = {
    boxLeftOpen: writeSms('boxLeftOpen', { brand, ...where, at: openedAt }, language),
    reservationEnding: writeSms(
      'reservationEnding',
      { brand, ...where, at: data.bookingReserved.expiresAt },
      language,
    ),
    debitDeclined: writeSms(
      'debitDeclined',
      { brand, ...where, amount: data.debitDeclined.amount },
      language,
    ),
    accessClosing: writeSms(
      'accessClosing',
      { brand, ...where, amount: data.invoiceReminder.amount, day: '2026-12-19' },
      language,
    ),
    callBackAsked: writeSms('callBackAsked', { brand, phone: data.callBackAsked.phone }, language),
    numberCode: writeSms('numberCode', { brand, code: '408213' }, language),
  }
  return smsKinds.map((kind) => ({
    kind,
    body: bodies[kind],
    ...sizeOfSms(bodies[kind]),
    isUrgent: wayOf[kind].isUrgent,
  }))
}
