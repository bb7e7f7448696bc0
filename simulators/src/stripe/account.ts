import { AsyncLocalStorage } from 'node:async_hooks'
import type { Books } from './books.ts'
import { newId } from './ids.ts'
import type { StripeEvent } from './records.ts'
import type { Webhooks } from './webhooks.ts'

/** One merchant's account at the service: its books, its webhook endpoint, and where payers reach its pages. */
export interface StripeAccount {
  readonly id: string
  readonly name: string
  readonly apiVersion: string
  readonly books: Books
  readonly webhooks: Webhooks
  /** Where browsers reach the hosted pages, without a slash at the end. */
  readonly browserUrl: () => string
  readonly now: () => Date
}

/** The call of the API under which something happens: events name it. */
export const currentCall = new AsyncLocalStorage<{ id: string; key: string | null }>()

/** Writes down that something has happened, with the object as it is now, and tells the merchant. */
export function emit(
  { books, webhooks, apiVersion }: StripeAccount,
  type: string,
  object: object,
  previous?: object,
): StripeEvent {
  const call = currentCall.getStore()
  const event: StripeEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: books.seconds(),
    data: {
      object: structuredClone(object),
      ...(previous === undefined ? {} : { previous_attributes: previous }),
    },
    livemode: false,
    pending_webhooks: 0,
    request: { id: call?.id ?? null, idempotency_key: call?.key ?? null },
    type,
  }
  books.events.add(event)
  webhooks.tell(event)
  books.save()
  return event
}
