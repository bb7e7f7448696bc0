import { randomBytes } from 'node:crypto'
import { pageTexts } from '@stowage/texts/pages/index.ts'
import { isUndecided } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { createDocumentToken, readDocumentToken } from '../../platform/http/document-token.ts'
import type { Language } from '../../platform/http/actor.ts'
import { askAboutAttempt } from './ask-about-attempt.ts'
import { isOurs, returnUrl, type Desk } from './desk.ts'
import type { Processor } from './processor.ts'
import type { Collection } from './payments.ts'
import { findPayment, type PaymentDetails, type PaymentRow } from './payment-store.ts'
import { retireAttempt, writeOff } from './retire-attempt.ts'

export interface Started {
  readonly paymentId: string
  readonly redirectionUrl: string
}

/** The form has no invoice that could be revoked: so long we count with somebody paying over it. */
const OPEN_FOR = { minutes: 60 }

/** What an attempt over the processor's form keeps. */
export function formDetails(
  form: Readonly<Record<string, string>>,
): Pick<PaymentDetails, 'form' | 'closesAt' | 'invoiceOpen'> {
  return {
    form,
    closesAt: machineNow().add(OPEN_FOR).toString(),
    invoiceOpen: true,
  }
}

export const isForm = ({ details }: PaymentRow): boolean => details.form !== undefined

/** A page of ours sends the browser on to the processor's form, once the former attempts are closed. */
export async function openForm(
  desk: Desk,
  collection: Collection,
  { paymentId, former }: { readonly paymentId: string; readonly former: readonly PaymentRow[] },
): Promise<Started> {
  try {
    for (const old of former) {
      if ((await retireAttempt(desk, old)) === 'closed') continue
      // Paid in another tab a moment ago: show what became of that instead of asking for the money again.
      await writeOff(desk, paymentId)
      return { paymentId: old.id, redirectionUrl: returnUrl(desk, old.id) }
    }
  } catch (error) {
    await writeOff(desk, paymentId, { status: 'declined', reason: 'processing_error' }).catch(() => undefined)
    throw error
  }
  return { paymentId, redirectionUrl: formUrl(desk, paymentId, collection.accountId) }
}

/** Second click, other tab: the same form again, unless it has been paid over it. */
export async function reopenForm(desk: Desk, processor: Processor, row: PaymentRow): Promise<Started> {
  const payments = await askAboutAttempt(desk, processor, row)
  const now = await findPayment(desk.platform.db, row.id)
  const isTaken = now !== undefined && !isUndecided(now.status) && now.status !== 'failed'
  return isTaken || payments.some(({ state }) => state === 'pending')
    ? { paymentId: row.id, redirectionUrl: returnUrl(desk, row.id) }
    : { paymentId: row.id, redirectionUrl: formUrl(desk, row.id, row.accountId) }
}

/** The token opens this one form for a minute: it holds the payer's address, and an address of a page is easily passed on. */
function formUrl(desk: Desk, paymentId: string, actorId: string): string {
  const { publicUrl, secrets } = desk.platform.config
  const token = createDocumentToken(secrets.tokenKey, { actorId, documentId: paymentId })
  return `${publicUrl}/payment-form?${new URLSearchParams({ payment: paymentId, token }).toString()}`
}

export interface FormPage {
  readonly html: string
  readonly policy: string
}

/** The page that carries the signed form to the processor; undefined where its time is over or nothing is to be paid. */
export async function showForm(
  desk: Desk,
  query: { payment: string | null; token: string | null },
  language: Language,
): Promise<FormPage | undefined> {
  const { payment, token } = query
  const scope = token === null ? null : readDocumentToken(desk.platform.config.secrets.tokenKey, token)
  if (!isOurs(payment) || scope?.documentId !== payment) return undefined
  const row = await findPayment(desk.platform.db, payment)
  const processor = row && desk.processors.named(row.cabinet)
  if (!row?.details.form || !processor?.signedForm || row.accountId !== scope.actorId) return undefined
  if (!isUndecided(row.status) && row.status !== 'failed') return undefined
  const { action, fields } = processor.signedForm(row.details.form)
  const nonce = randomBytes(16).toString('base64')
  const t = pageTexts(language)
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return {
    // Only to the processor, whatever a field might hold.
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; form-action ${new URL(action).origin}; base-uri 'none'; frame-ancestors 'none'`,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(t('toProcessor.title'))}</title><style nonce="${nonce}">body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:30rem;padding:0 1.25rem}button{font:inherit;min-height:44px;padding:0 1.25rem;cursor:pointer}</style></head><body><main><h1>${escaped(t('toProcessor.title'))}</h1><p>${escaped(t('toProcessor.lead'))}</p><form id="to" method="post" action="${escaped(action)}" accept-charset="utf-8">${inputs.join('')}<button>${escaped(t('toProcessor.button'))}</button></form></main><script nonce="${nonce}">document.getElementById('to').submit()</script></body></html>`,
  }
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
