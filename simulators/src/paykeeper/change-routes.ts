import type { FastifyInstance } from 'fastify'
import { readAmount, writeAmount } from './amounts.ts'
import type { Cabinet } from './cabinet.ts'
import type { Invoice, Payment } from './cabinet-records.ts'
import { outcomeOf } from './cards.ts'
import { readCart } from './cart.ts'
import { fieldsOf, given, refused, SUCCESS } from './form-fields.ts'
import { formSign } from './hashes.ts'
import { readInvoice } from './new-invoice.ts'
import {
  acceptCash,
  authorise,
  cancelPayment,
  capturePayment,
  failPayment,
  type Bank,
  type createRefunds,
} from './take-payment.ts'

export interface ChangeDeps {
  readonly bank: Bank
  readonly cabinet: Cabinet
  readonly refunds: ReturnType<typeof createRefunds>
  readonly secretWord: string
  readonly isToken: (token: string | null) => boolean
  readonly billUrl: (invoiceId: string) => string
}

/** Everything that changes something (POST, Basic auth checked before; each call carries the security token). */
export function changeRoutes(app: FastifyInstance, deps: ChangeDeps): void {
  const { bank, cabinet, refunds } = deps
  const call = (path: string, handle: (fields: URLSearchParams) => object | Promise<object>): void => {
    app.post(`/change/${path}/`, (request) => {
      const fields = fieldsOf(request)
      return deps.isToken(given(fields, 'token')) ? handle(fields) : refused('Неверный токен безопасности.')
    })
  }
  const ofInvoice = (
    fields: URLSearchParams,
    handle: (invoice: Invoice) => object | Promise<object>,
  ): object | Promise<object> => {
    const invoice = cabinet.invoice(given(fields, 'id') ?? '')
    return invoice ? handle(invoice) : refused('Счёт не найден.')
  }
  const ofPayment = (
    fields: URLSearchParams,
    handle: (payment: Payment) => object | Promise<object>,
  ): object | Promise<object> => {
    const payment = cabinet.payment(given(fields, 'id') ?? '')
    return payment ? handle(payment) : refused('Платёж не найден.')
  }
  const isOpen = (invoice: Invoice): boolean => invoice.status === 'created' || invoice.status === 'sent'

  call('invoice/preview', (fields) => {
    const read = readInvoice(fields, 'pay_amount', cabinet.now())
    if (typeof read === 'string') return refused(read)
    const invoice = cabinet.createInvoice(read)
    const url = deps.billUrl(invoice.id)
    return {
      invoice_id: invoice.id,
      invoice_url: url,
      invoice: `<p>Счёт на сумму ${writeAmount(invoice.amount)}</p><p><a href="${url}">Оплатить</a></p>`,
    }
  })
  call('invoice/send', (fields) =>
    ofInvoice(fields, (invoice) => {
      if (!isOpen(invoice)) return refused('Счёт уже оплачен или истёк.')
      if (invoice.email === null) return refused('В счёте не указан адрес электронной почты.')
      invoice.status = 'sent'
      cabinet.save()
      return SUCCESS
    }),
  )
  call('invoice/revoke', (fields) =>
    ofInvoice(fields, (invoice) => {
      if (!isOpen(invoice)) return refused('Счёт уже оплачен или истёк.')
      invoice.revoked = true
      invoice.status = 'expired'
      cabinet.save()
      return SUCCESS
    }),
  )
  call('invoice/accept-cash', (fields) =>
    ofInvoice(fields, async (invoice) =>
      (await acceptCash(bank, invoice)) ? SUCCESS : refused('Счёт уже оплачен или истёк.'),
    ),
  )

  call('payment/repeatcnt', (fields) =>
    ofPayment(fields, (payment) => {
      if (payment.obtainedAt === null) return refused('Платёж не совершён.')
      void bank.notifier.repeat(payment)
      return SUCCESS
    }),
  )
  call('payment/capture', (fields) =>
    ofPayment(fields, async (payment) =>
      (await capturePayment(bank, payment)) ? SUCCESS : refused('Платёж не ожидает подтверждения.'),
    ),
  )
  call('payment/reverse', (fields) =>
    ofPayment(fields, (payment) => {
      if (payment.held) {
        cancelPayment(bank, payment)
        return SUCCESS
      }
      const amount = readAmount(given(fields, 'amount'))
      if (amount === undefined) return refused('Неверно указана сумма возврата.')
      const partial = fields.get('partial')
      if (partial !== 'true' && partial !== 'false') return refused('Не указан признак частичного возврата.')
      if (partial === 'false' && amount !== payment.amount - payment.refunded)
        return refused('Сумма полного возврата не равна сумме платежа.')
      const cart = given(fields, 'refund_cart')
      const lines = cart === null ? [] : readCart(readJson(cart), amount)
      const problem = typeof lines === 'string' ? lines : refunds.refund(payment, amount)
      return problem === undefined ? SUCCESS : refused(problem)
    }),
  )
  call('binding/execute', async (fields) => {
    const binding = cabinet.binding(given(fields, 'bank_id') ?? '')
    const amount = readAmount(given(fields, 'sum'))
    if (!binding) return refused('Привязка карты не найдена.')
    if (amount === undefined || amount === 0) return refused('Неверно указана сумма платежа.')
    if (given(fields, 'orderid') === null) return refused('Не указан номер заказа.')
    const sign = given(fields, 'sign')
    if (sign !== null && sign !== formSign(signedFields(fields), deps.secretWord))
      return refused('Неверная подпись.')
    const payment = cabinet.startPayment(
      {
        invoiceId: null,
        amount,
        clientId: given(fields, 'clientid') ?? binding.clientId,
        orderId: given(fields, 'orderid'),
        serviceName: given(fields, 'service_name') ?? '',
        email: given(fields, 'client_email'),
        phone: given(fields, 'client_phone'),
      },
      binding,
    )
    payment.bindingId = binding.id
    const outcome = outcomeOf(binding.number, true)
    if (outcome.kind === 'failed' || outcome.kind === 'threeDSecure') {
      failPayment(bank, payment, outcome.kind === 'failed' ? outcome.reason : 'authentication_required')
      return refused('Банк отклонил платёж.')
    }
    if (outcome.kind === 'obtained') await authorise(bank, payment)
    return SUCCESS
  })
}

/** The six fields a form is signed over, as they were sent. */
export function signedFields(fields: URLSearchParams): Parameters<typeof formSign>[0] {
  const field = (name: string): string => fields.get(name) ?? ''
  return {
    sum: field('sum'),
    clientId: field('clientid'),
    orderId: field('orderid'),
    serviceName: field('service_name'),
    email: field('client_email'),
    phone: field('client_phone'),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
