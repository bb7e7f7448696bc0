import type { Answer, Query } from '@stowage/api/endpoint'
import { isDay } from '@stowage/api/fields'
import { externalPaymentOrders, externalStatuses } from '@stowage/api/payment-lists'
import type { listExternalPayments, listPaymentMessages, readSettlements } from '@stowage/api/payments'

type Listed = Answer<typeof listExternalPayments>
export type ExternalPaymentsPage = Exclude<Listed, readonly unknown[]>
export type ExternalPayment = ExternalPaymentsPage['items'][number]
export type PaymentMessage = Answer<typeof listPaymentMessages>['items'][number]
export type Settlements = Answer<typeof readSettlements>

/** The call answers a plain list when it is not asked for a page; the screen always asks for one. */
export function asPage(answer: Listed): ExternalPaymentsPage {
  if (!('items' in answer)) throw new TypeError('a page was asked for and a list came')
  return answer
}

/** Processors whose payments the list holds, by the names that payments keep. */
export const processors = ['paykeeper', 'stripe', 'bankTransfer', 'bankDebit'] as const

type Asked = Omit<Query<typeof listExternalPayments>, 'page' | 'pageSize'>
export type PaymentsFilter = { readonly [K in keyof Asked]?: Exclude<Asked[K], undefined> }
export type GivenFilter = { readonly [K in keyof Asked]?: string | undefined }

/** What of an address means something to the list; it may have been typed by hand. */
export function paymentsFilter(given: GivenFilter): PaymentsFilter {
  const { search, processor, stockId, from, to, sort } = given
  const status = externalStatuses.find((one) => one === given.status)
  return {
    ...(search ? { search: search.slice(0, 129) } : {}),
    ...(processor ? { processor: processor.slice(0, 129) } : {}),
    ...(status === undefined ? {} : { status }),
    ...(stockId ? { stockId: stockId.slice(0, 64) } : {}),
    ...(from && isDay(from) ? { from } : {}),
    ...(to && isDay(to) ? { to } : {}),
    ...(sort && (externalPaymentOrders as readonly string[]).includes(sort.replace(/^-/, ''))
      ? { sort }
      : {}),
  }
}
