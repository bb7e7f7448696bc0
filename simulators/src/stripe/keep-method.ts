import { emit, type StripeAccount } from './account.ts'
import { cardProblem, cardOfToken } from './test-cards.ts'
import { DECLINE_CODES, declineError } from './declines.ts'
import type { Form } from './form.ts'
import { newMethod, type BillingInput } from './new-method.ts'
import { invalidParameter, noSuch, refused, StripeRefusal } from './refusals.ts'
import type { Instrument, PaymentMethod } from './records.ts'
import { ibanOfToken, isIban } from './test-ibans.ts'

/** A customer's from now on: may be charged without him. A method that already is one stays as it is. */
export function keepMethod(account: StripeAccount, method: PaymentMethod, customer: string | null): void {
  if (customer === null || method.customer !== null) return
  method.customer = customer
  emit(account, 'payment_method.attached', method)
}

/** Not the customer's any more, for good. @throws StripeRefusal when it was nobody's */
export function dropMethod(account: StripeAccount, method: PaymentMethod): void {
  if (method.customer === null)
    throw refused(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  const customer = method.customer
  method.customer = null
  const instrument = account.books.instruments.get(method.id)
  if (instrument) instrument.spent = true
  emit(account, 'payment_method.detached', method, { customer })
}

/** @throws StripeRefusal when this customer cannot use the method */
export function usable(
  { books }: StripeAccount,
  method: PaymentMethod,
  customer: string | null,
  what: 'payment_intent' | 'setup_intent',
): Instrument {
  const instrument = books.instruments.get(method.id)
  if (!instrument) throw noSuch('PaymentMethod', method.id, 'payment_method')
  if (instrument.spent)
    throw refused(
      'The provided PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      what === 'payment_intent' ? 'payment_intent_invalid_parameter' : 'setup_intent_invalid_parameter',
      'payment_method',
    )
  if (method.customer !== null && method.customer !== customer)
    throw refused(
      `The PaymentMethod ${method.id} does not belong to the Customer you supplied${customer === null ? '' : ` ${customer}`}.`,
      'payment_intent_invalid_parameter',
      'payment_method',
    )
  return instrument
}

/** The method with this id, or a new one where a ready-made name is given (`pm_card_visa`, `pm_success_de`, `pm_sim_do_not_honor`). */
export function methodNamed(account: StripeAccount, name: string, field?: string): PaymentMethod {
  const { books } = account
  const known = books.methods.find(name)
  if (known) return known
  const year = account.now().getUTCFullYear() + 3
  const card = cardOfToken(name)
  if (card) return newMethod(books, { type: 'card', number: card.number, month: 12, year })
  const iban = ibanOfToken(name)
  if (iban)
    return newMethod(
      books,
      { type: 'sepa_debit', iban: iban.iban },
      { name: 'Jenny Rosen', email: 'jenny@example.com' },
    )
  if (name === 'pm_sim_paypal')
    return newMethod(books, { type: 'paypal', email: 'jenny@example.com' }, { name: 'Jenny Rosen' })
  const code = DECLINE_CODES.find((one) => name === `pm_sim_${one}`)
  if (code)
    return newMethod(books, { type: 'card', number: '4242424242424242', month: 12, year, declines: code })
  throw noSuch('PaymentMethod', name, field)
}

/** Makes a method of what the form gives in `type` and the part named after it. @throws StripeRefusal */
export function methodOf(account: StripeAccount, form: Form): PaymentMethod {
  const type = form.choice('type', ['card', 'sepa_debit', 'paypal'] as const)
  if (type === undefined) throw invalidParameter(form.name('type'), 'Missing required param: type.')
  const details = form.part('billing_details')
  const billing: BillingInput = {
    name: details.text('name'),
    email: details.text('email'),
    phone: details.text('phone'),
  }
  const part = form.part(type)
  if (type === 'paypal')
    return newMethod(account.books, { type, email: billing.email ?? 'payer@example.com' }, billing)
  if (type === 'sepa_debit') {
    const iban = part.required('iban').replace(/\s/g, '').toUpperCase()
    if (!isIban(iban))
      throw refused('The IBAN you provided is invalid.', 'invalid_bank_account_iban', part.name('iban'))
    if (billing.name === undefined || billing.email === undefined)
      throw invalidParameter('billing_details', 'A name and an email are required for sepa_debit.')
    return newMethod(account.books, { type, iban }, billing)
  }
  const token = part.text('token')
  if (token !== undefined) return methodNamed(account, token.replace(/^tok_/, 'pm_card_'), part.name('token'))
  const card = {
    number: part.required('number').replace(/[\s-]/g, ''),
    month: part.integer('exp_month') ?? 0,
    year: fullYear(part.integer('exp_year') ?? 0),
    cvc: part.text('cvc'),
  }
  const problem = cardProblem(card, account.now())
  if (problem) throw new StripeRefusal(402, declineError(problem))
  return newMethod(account.books, { type, ...card }, billing)
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}
