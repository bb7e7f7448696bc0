import type { FastifyInstance } from 'fastify'
import { writeAmount } from './amounts.ts'
import { bankAnswer, invoiceAnswer, paymentAnswer, refundAnswer, wholePaymentAnswer } from './answers.ts'
import type { Cabinet } from './cabinet.ts'
import { SYSTEMS, isTaken, type Invoice, type Payment } from './cabinet-records.ts'
import { fieldsOf, given, listOf, refused } from './form-fields.ts'
import { moscowDay } from './moscow-time.ts'

export interface InfoDeps {
  readonly cabinet: Cabinet
  readonly login: string
  readonly currency: string
  readonly token: () => string
}

/** Everything that only asks (GET, Basic auth checked before). */
export function infoRoutes(app: FastifyInstance, { cabinet, login, currency, token }: InfoDeps): void {
  const invoiceById = (id: string | null): Invoice | undefined =>
    id === null ? undefined : cabinet.invoice(id)

  app.get('/info/settings/token/', () => ({ token: token() }))

  app.get('/info/invoice/byid/', (request) => {
    const invoice = invoiceById(given(fieldsOf(request), 'id'))
    return invoice ? invoiceAnswer(invoice, login) : refused('Счёт не найден.')
  })
  app.get('/info/invoice/list/', (request) => {
    const fields = fieldsOf(request)
    const found = chosenInvoices(cabinet, fields)
    return typeof found === 'string'
      ? refused(found)
      : page(found, fields).map((invoice) => invoiceAnswer(invoice, login))
  })
  app.get('/info/invoice/listcount/', (request) => {
    const found = chosenInvoices(cabinet, fieldsOf(request))
    if (typeof found === 'string') return refused(found)
    return {
      statuses: countBy(found, (i) => i.status).map(([status, count]) => ({ status, count })),
      fullcount: [{ count: found.length }],
    }
  })
  app.get('/info/invoice/search/', (request) => {
    const fields = fieldsOf(request)
    const query = given(fields, 'query')
    if (query === null) return refused('Не указана строка поиска.')
    const found = chosenInvoices(cabinet, fields, false)
    if (typeof found === 'string') return refused(found)
    return found
      .filter((i) => holds(query, [i.id, i.clientId, i.orderId, i.email, i.phone, writeAmount(i.amount)]))
      .map((i) => invoiceAnswer(i, login))
  })

  app.get('/info/payments/bydate/', (request) => {
    const fields = fieldsOf(request)
    const found = chosenPayments(cabinet, fields)
    return typeof found === 'string' ? refused(found) : page(found, fields).map(paymentAnswer)
  })
  app.get('/info/payments/bydatecount/', (request) => {
    const found = chosenPayments(cabinet, fieldsOf(request))
    if (typeof found === 'string') return refused(found)
    return {
      statuses: countBy(found, (p) => p.status).map(([status, count]) => ({ status, count })),
      systems: countBy(found, (p) => String(p.systemId)).map(([payment_system_id, count]) => ({
        payment_system_id,
        count,
      })),
      fullcount: [{ count: found.length }],
    }
  })
  app.get('/info/payments/byid/', (request) => {
    const fields = fieldsOf(request)
    const payment = cabinet.payment(given(fields, 'id') ?? '')
    // An array of one, also for the failure: clients must unwrap.
    return [
      payment ? wholePaymentAnswer(payment, fields.get('advanced') === 'true') : refused('Платёж не найден.'),
    ]
  })
  app.get('/info/payments/search/', (request) => {
    const fields = fieldsOf(request)
    const query = given(fields, 'query')
    const range = readDays(given(fields, 'beg_date'), given(fields, 'end_date'), false)
    if (query === null || typeof range === 'string') return refused('Не указана строка поиска или даты.')
    const found = cabinet.payments().filter((p) => within(p.pendingAt, range))
    return found
      .filter((p) => holds(query, [p.id, p.clientId, p.orderId, p.uniqueId, p.email, writeAmount(p.amount)]))
      .map(paymentAnswer)
  })
  app.get('/info/options/byid/', (request) => {
    const payment = cabinet.payment(given(fieldsOf(request), 'id') ?? '')
    return payment
      ? { ...bankAnswer(payment), ...(payment.bindingId === null ? {} : { bank_id: payment.bindingId }) }
      : refused('Платёж не найден.')
  })
  app.get('/info/refunds/bypaymentid/', (request) =>
    cabinet.refunds(given(fieldsOf(request), 'id') ?? '').map(refundAnswer),
  )

  app.get('/info/systems/list/', () =>
    SYSTEMS.map((s) => ({ id: String(s.id), system_description: s.system, site_description: s.site })),
  )
  app.get('/info/systems/sums/', (request) => {
    const fields = fieldsOf(request)
    const range = readDays(given(fields, 'start'), given(fields, 'end'), true)
    if (typeof range === 'string') return refused(range)
    const found = cabinet.payments().filter((p) => within(p.pendingAt, range))
    return SYSTEMS.map((s) => {
      const sum = (chosen: (p: Payment) => boolean): string =>
        writeAmount(
          found.filter((p) => p.systemId === s.id && chosen(p)).reduce((total, p) => total + p.amount, 0),
        )
      return {
        id: String(s.id),
        system_description: s.system,
        success: sum((p) => p.status === 'success'),
        account: sum((p) => isTaken(p.status)),
        stuck: sum((p) => p.status === 'stuck'),
        currency,
      }
    })
  })
}

type Days = readonly [first: string, last: string]

function readDays(first: string | null, last: string | null, required: boolean): Days | string {
  if (!required && first === null && last === null) return ['0000-01-01', '9999-12-31']
  const day = /^\d{4}-\d{2}-\d{2}$/
  return first !== null && last !== null && day.test(first) && day.test(last)
    ? [first, last]
    : 'Неверно указаны даты.'
}

function within(iso: string, [first, last]: Days): boolean {
  const day = moscowDay(new Date(iso))
  return first <= day && day <= last
}

function chosenInvoices(cabinet: Cabinet, fields: URLSearchParams, required = true): Invoice[] | string {
  const range = readDays(given(fields, 'start_date'), given(fields, 'end_date'), required)
  if (typeof range === 'string') return range
  const statuses = listOf(fields, 'status')
  return cabinet
    .invoices()
    .filter((i) => within(i.createdAt, range) && (statuses.length === 0 || statuses.includes(i.status)))
}

function chosenPayments(cabinet: Cabinet, fields: URLSearchParams): Payment[] | string {
  const range = readDays(given(fields, 'start'), given(fields, 'end'), true)
  if (typeof range === 'string') return range
  const systems = listOf(fields, 'payment_system_id')
  if (systems.length === 0) return 'Не указаны платёжные системы.'
  const statuses = listOf(fields, 'status')
  const query = given(fields, 'query')
  return cabinet
    .payments()
    .filter(
      (p) =>
        within(p.pendingAt, range) &&
        systems.includes(String(p.systemId)) &&
        (statuses.length === 0 || statuses.includes(p.status)) &&
        (query === null || holds(query, [p.id, p.clientId, p.orderId])),
    )
}

/** One page of a list; without `limit` a hundred, as a client that never asks again would notice. */
function page<T>(all: readonly T[], fields: URLSearchParams): T[] {
  const from = Number(given(fields, 'from') ?? 0)
  const limit = Number(given(fields, 'limit') ?? 100)
  return all.slice(from, from + Math.min(limit, 1000))
}

function countBy<T>(all: readonly T[], key: (one: T) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1)
  return [...counts]
}

function holds(query: string, values: readonly (string | null)[]): boolean {
  return values.some((value) => value?.toLowerCase().includes(query.toLowerCase()))
}
