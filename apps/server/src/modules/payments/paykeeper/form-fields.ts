import { createHash } from 'node:crypto'
import { toDecimalString } from '@stowage/domain/money'
import type { Collection } from '../payments.ts'
import { cartOf, cut } from './invoice-fields.ts'

/**
 * The fields of the HTML form that pays and has the card bound (msgtype createbinding); only the form can do that, an
 * invoice cannot. The payer is always named, a binding belongs to somebody.
 */
export function bindingForm(
  collection: Collection,
  order: { readonly orderId: string; readonly returnUrl: string },
): Record<string, string> {
  const cart = cartOf(collection)
  return {
    sum: toDecimalString(collection.amount),
    clientid: collection.accountId,
    orderid: order.orderId,
    service_name: cut(collection.serviceName, 255),
    client_email: collection.email,
    ...(collection.phone === null ? {} : { client_phone: collection.phone }),
    ...(cart.length === 0 ? {} : { cart: JSON.stringify(cart) }),
    lang: collection.language === 'ru' ? 'ru' : 'en',
    user_result_callback: order.returnUrl,
    msgtype: 'createbinding',
  }
}

/** SHA-256 over six fields and the secret word without separators; an absent field is empty. */
export function formSign(fields: Readonly<Record<string, string>>, secretWord: string): string {
  const signed = ['sum', 'clientid', 'orderid', 'service_name', 'client_email', 'client_phone']
  return createHash('sha256')
    .update(signed.map((name) => fields[name] ?? '').join('') + secretWord, 'utf8')
    .digest('hex')
}

/** What POST /change/binding/execute/ is told, without the card's name and the token. */
export function chargeFields(
  collection: Omit<Collection, 'expiresAt' | 'savesMethod'>,
  orderId: string,
): Record<string, string> {
  const cart = cartOf(collection)
  return {
    orderid: orderId,
    sum: toDecimalString(collection.amount),
    clientid: collection.accountId,
    service_name: cut(collection.serviceName, 255),
    client_email: collection.email,
    ...(collection.phone === null ? {} : { client_phone: collection.phone }),
    ...(cart.length === 0 ? {} : { cart: JSON.stringify(cart) }),
  }
}
