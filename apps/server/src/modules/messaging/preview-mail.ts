import type * as api from '@stowage/api/mail-previews'
import type { Answer } from '@stowage/api/endpoint'
import { languages, type Language } from '@stowage/texts/language.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { createDocumentToken } from '../../platform/http/document-token.ts'
import type { Platform } from '../../platform/platform.ts'
import { mailKinds, renderMail, type MailKind, type RenderedMail } from './mails/index.ts'
import { sampleMails } from './mails/sample-mails.ts'

type Group = Answer<typeof api.listMailKinds>[number]['group']

/** Where staff look for a mail; a kind without a line here does not compile. */
const groups: Readonly<Record<MailKind, Group>> = {
  accountCreated: 'account',
  addressConfirm: 'account',
  passwordReset: 'account',
  newSignIn: 'account',
  accountSecurity: 'account',
  dataErased: 'account',
  documentsNeeded: 'account',
  kycRejected: 'account',
  kycVerified: 'account',
  callBackAsked: 'account',
  bookingReserved: 'booking',
  reservationEnding: 'booking',
  reservationExpired: 'booking',
  bookingContract: 'booking',
  contractCancelled: 'booking',
  paymentInstructions: 'booking',
  boxFree: 'booking',
  withdrawalAsked: 'booking',
  withdrawalReceived: 'booking',
  contractEnding: 'contract',
  contractExtended: 'contract',
  contractMoved: 'contract',
  noticeNoted: 'contract',
  moveOutOpened: 'contract',
  rentRise: 'contract',
  rentRiseWithdrawn: 'contract',
  finalStatement: 'contract',
  invoiceIssued: 'money',
  invoiceReminder: 'money',
  paymentReceived: 'money',
  firstPaymentIncomplete: 'money',
  penaltyIssued: 'money',
  creditNote: 'money',
  subscriptionActivated: 'money',
  subscriptionCancelled: 'money',
  debitAnnounced: 'money',
  debitDeclined: 'money',
  paymentReturned: 'money',
  paymentCameTooLate: 'money',
  disputeOpened: 'money',
  refundMade: 'money',
  refundFailed: 'money',
  monthlyBills: 'money',
  boxLeftOpen: 'site',
  boxForced: 'site',
  pinVoided: 'site',
  webhookOff: 'site',
}

export function mailKindsInGroups(): Answer<typeof api.listMailKinds> {
  return mailKinds.map((kind) => ({ kind, group: groups[kind] }))
}

const isKind = (text: string): text is MailKind => (mailKinds as readonly string[]).includes(text)
const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

/** A mail of that kind as a tenant of that language gets it, with samples instead of data. @throws Failure 9104 */
async function sampleOf(kind: string, language: string): Promise<RenderedMail> {
  if (!isKind(kind) || !isLanguage(language)) fail(9104)
  const { common, data } = sampleMails(language)
  // The company writes about an account, a warehouse about a box (letter.ts).
  const { imprint } = common
  const ofCompany = { ...common, siteName: null, imprint: { ...imprint, taxNumber: null, hours: null } }
  const from = groups[kind] === 'account' ? ofCompany : common
  return await renderMail(kind, { ...from, ...data[kind] }, language)
}

/** @throws Failure 9104 no such mail */
export async function previewMail(
  { config }: Pick<Platform, 'config'>,
  { params, query, actor }: Call<typeof api.previewMail, Actor>,
): Promise<Answer<typeof api.previewMail>> {
  const { kind } = params
  const { language } = query
  const { subject, text } = await sampleOf(kind, language)
  const preview = `${kind}.${language}`
  const token = createDocumentToken(config.secrets.tokenKey, { actorId: actor.id, documentId: preview })
  return { kind, language, subject, text, preview, token }
}

/** Nothing runs in it and nothing is loaded by it; only our own pages may frame it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups"

/** @throws Failure 9104 no such mail */
export async function sendPreviewPage({
  query,
  reply,
}: Call<typeof api.previewMailPage, Actor>): Promise<void> {
  const [kind = '', language = ''] = query.preview.split('.')
  const { html } = await sampleOf(kind, language)
  reply
    .header('Content-Security-Policy', POLICY)
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html)
}
