import type { StripeAccount } from './account.ts'
import { DECLINE_CODES } from './declines.ts'
import { newMethod } from './new-method.ts'
import type { FieldProblem } from './pay-page-texts.ts'
import type { CheckoutSession, MethodType, PaymentMethod } from './records.ts'
import { cardProblem } from './test-cards.ts'
import { isIban } from './test-ibans.ts'

/** Makes a method of what a payer typed on the page, or tells what is wrong with it. */
export function readPayer(
  account: StripeAccount,
  session: CheckoutSession,
  type: MethodType,
  typed: Readonly<Record<string, string>>,
): PaymentMethod | FieldProblem {
  const text = (name: string): string => (typed[name] ?? '').trim()
  const email = session.customer_details?.email ?? text('email')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'email'
  const billing = { email, name: text('name').slice(0, 100) || undefined }
  if (type === 'paypal') return newMethod(account.books, { type, email }, billing)
  if (type === 'sepa_debit') {
    const iban = text('iban').replace(/\s/g, '').toUpperCase()
    if (billing.name === undefined) return 'name'
    if (!isIban(iban)) return 'iban'
    if (text('consent') !== 'yes') return 'consent'
    return newMethod(account.books, { type, iban }, billing)
  }
  const expiry = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(text('expiry'))
  if (!expiry) return 'expiry'
  const year = Number(expiry[2])
  const card = {
    number: text('number').replace(/[\s-]/g, ''),
    month: Number(expiry[1]),
    year: year < 100 ? 2000 + year : year,
    cvc: text('cvc'),
  }
  const problem = cardProblem(card, account.now())
  if (problem !== undefined)
    return problem.endsWith('number') ? 'number' : problem.includes('expiry') ? 'expiry' : 'cvc'
  const declines = DECLINE_CODES.find((code) => code === text('outcome'))
  return newMethod(account.books, { type, ...card, ...(declines === undefined ? {} : { declines }) }, billing)
}
