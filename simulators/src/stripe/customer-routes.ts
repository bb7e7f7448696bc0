import { emit, type StripeAccount } from './account.ts'
import type { ApiCalls } from './api-calls.ts'
import { changedMetadata, type Form } from './form.ts'
import { dropMethod, keepMethod, methodNamed, methodOf, usable } from './keep-method.ts'
import { fieldsMatch, listOf } from './lists.ts'
import { newCustomer } from './new-customer.ts'
import { invalidParameter } from './refusals.ts'
import type { Customer } from './records.ts'

export function customerRoutes(api: ApiCalls, account: StripeAccount): void {
  const { books } = account

  api.post('/v1/customers', ({ form }) => newCustomer(account, customerFields(form, {})))
  api.get('/v1/customers', ({ form }) =>
    listOf('/v1/customers', books.customers.all(), form, fieldsMatch(form, ['email'])),
  )
  api.get('/v1/customers/:id', ({ params }) => books.customers.get(params['id'] ?? ''))
  api.post('/v1/customers/:id', ({ form, params }) => {
    const customer = books.customers.get(params['id'] ?? '')
    Object.assign(customer, customerFields(form, customer.metadata))
    const chosen = form.part('invoice_settings').text('default_payment_method')
    if (chosen !== undefined) customer.invoice_settings.default_payment_method = chosen
    emit(account, 'customer.updated', customer)
    return customer
  })
  api.del('/v1/customers/:id', ({ params }) => {
    const customer = books.customers.get(params['id'] ?? '')
    for (const method of books.methods.all()) if (method.customer === customer.id) dropMethod(account, method)
    books.customers.drop(customer.id)
    emit(account, 'customer.deleted', customer)
    return { id: customer.id, object: 'customer', deleted: true }
  })
  api.get('/v1/customers/:id/payment_methods', ({ form, params }) => {
    const { id } = books.customers.get(params['id'] ?? '')
    const matches = fieldsMatch(form, ['type'])
    return listOf(
      `/v1/customers/${id}/payment_methods`,
      books.methods.all(),
      form,
      (method) => method.customer === id && matches(method),
    )
  })

  api.post('/v1/payment_methods', ({ form }) => methodOf(account, form))
  api.get('/v1/payment_methods', ({ form }) => {
    const customer = form.text('customer')
    const matches = fieldsMatch(form, ['type'])
    return listOf(
      '/v1/payment_methods',
      books.methods.all(),
      form,
      (method) =>
        method.customer !== null &&
        (customer === undefined || method.customer === customer) &&
        matches(method),
    )
  })
  api.get('/v1/payment_methods/:id', ({ params }) => books.methods.get(params['id'] ?? ''))
  api.post('/v1/payment_methods/:id', ({ form, params }) => {
    const method = books.methods.get(params['id'] ?? '')
    method.metadata = changedMetadata(method.metadata ?? {}, form)
    return method
  })
  api.post('/v1/payment_methods/:id/attach', ({ form, params }) => {
    const customer = books.customers.get(form.required('customer'), 'customer')
    const method = methodNamed(account, params['id'] ?? '')
    usable(account, method, customer.id, 'payment_intent')
    if (method.type !== 'card')
      throw invalidParameter(
        'payment_method',
        `PaymentMethods of type ${method.type} cannot be attached by hand: save them with a SetupIntent.`,
      )
    keepMethod(account, method, customer.id)
    return method
  })
  api.post('/v1/payment_methods/:id/detach', ({ params }) => {
    const method = books.methods.get(params['id'] ?? '')
    dropMethod(account, method)
    return method
  })
}

function customerFields(form: Form, metadata: Record<string, string>): Partial<Customer> {
  const texts = (['email', 'name', 'phone', 'description'] as const).flatMap((name) =>
    form.has(name) ? [[name, form.text(name) ?? null] as const] : [],
  )
  return {
    ...Object.fromEntries(texts),
    metadata: changedMetadata(metadata, form),
    ...(form.has('preferred_locales') ? { preferred_locales: form.texts('preferred_locales') } : {}),
  }
}
