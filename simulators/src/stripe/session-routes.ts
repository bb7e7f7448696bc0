import type { StripeAccount } from './account.ts'
import type { ApiCalls } from './api-calls.ts'
import { createSession } from './create-session.ts'
import { newId } from './ids.ts'
import { fieldsMatch, listOf } from './lists.ts'
import { expireSession } from './pay-session.ts'
import type { CheckoutSession } from './records.ts'

export function sessionRoutes(api: ApiCalls, account: StripeAccount): void {
  const { books } = account

  api.post('/v1/checkout/sessions', ({ form }) => {
    const { session, plan } = createSession(account, form)
    books.sessions.add(session)
    books.plans.set(session.id, plan)
    books.later({ clock: 'machine', kind: 'expire', id: session.id, at: session.expires_at * 1000 })
    return session
  })
  api.get('/v1/checkout/sessions', ({ form }) => {
    const email = form.part('customer_details').text('email')
    const matches = fieldsMatch(form, ['payment_intent', 'customer', 'status', 'subscription'])
    return listOf(
      '/v1/checkout/sessions',
      books.sessions.all(),
      form,
      (session) => matches(session) && (email === undefined || session.customer_details?.email === email),
    )
  })
  api.get('/v1/checkout/sessions/:id', ({ form, params }) => {
    const session = books.sessions.get(params['id'] ?? '')
    // Opened on request only, as the service does.
    return form.texts('expand').some((path) => path.startsWith('line_items'))
      ? { ...session, line_items: lineItems(account, session) }
      : session
  })
  api.get('/v1/checkout/sessions/:id/line_items', ({ params }) =>
    lineItems(account, books.sessions.get(params['id'] ?? '')),
  )
  api.post('/v1/checkout/sessions/:id/expire', ({ params }) => {
    const session = books.sessions.get(params['id'] ?? '')
    expireSession(account, session)
    books.cancelDue(session.id)
    return session
  })
}

function lineItems({ books }: StripeAccount, session: CheckoutSession): object {
  return {
    object: 'list',
    url: `/v1/checkout/sessions/${session.id}/line_items`,
    has_more: false,
    data: (books.plans.get(session.id)?.lines ?? []).map(({ name, quantity, amount }) => ({
      id: newId('li'),
      object: 'item',
      amount_discount: 0,
      amount_subtotal: amount * quantity,
      amount_tax: 0,
      amount_total: amount * quantity,
      currency: session.currency,
      description: name,
      metadata: {},
      price: null,
      quantity,
    })),
  }
}
