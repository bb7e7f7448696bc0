import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Cabinet } from './cabinet.ts'
import type { DeliveryMode, Invoice, Payment } from './cabinet-records.ts'
import { readCard } from './cards.ts'
import { signedFields } from './change-routes.ts'
import { fieldsOf, given, sendHtml } from './form-fields.ts'
import { formSign } from './hashes.ts'
import { readInvoice } from './new-invoice.ts'
import { messagePage, payForm, threeDSecurePage } from './pay-page.ts'
import { PAY_PAGE_TEXTS } from './pay-page-texts.ts'
import { authorise, failPayment, livePayment, payInvoice, refuseInvoice, type Bank } from './take-payment.ts'

export interface PayPageDeps {
  readonly bank: Bank
  readonly cabinet: Cabinet
  readonly currency: string
  readonly secretWord: string
  readonly requireSign: boolean
}

/** What the payer's browser sees: the signed form's entry, the bill, the payer's bank, and the way back. */
export function payPageRoutes(app: FastifyInstance, deps: PayPageDeps): void {
  const { bank, cabinet, currency } = deps

  const found = (id: string, reply: FastifyReply): Invoice | undefined => {
    const invoice = cabinet.invoice(id)
    if (!invoice) sendHtml(reply, messagePage('ru', PAY_PAGE_TEXTS.ru.unknown), 404)
    return invoice
  }
  const testExpiry = (): string => `12/${String((cabinet.now().getUTCFullYear() + 3) % 100).padStart(2, '0')}`

  app.post('/create/', (request, reply) => {
    const fields = fieldsOf(request)
    const read = readInvoice(fields, 'sum', cabinet.now())
    if (typeof read === 'string') return sendHtml(reply, messagePage('ru', read), 400)
    const sign = given(fields, 'sign')
    const rightSign =
      sign === null ? !deps.requireSign : sign === formSign(signedFields(fields), deps.secretWord)
    if (!rightSign)
      return sendHtml(reply, messagePage(read.language, PAY_PAGE_TEXTS[read.language].wrongSign), 403)
    if (read.createsBinding && read.clientId === null)
      return sendHtml(reply, messagePage(read.language, 'clientid: required for createbinding'), 400)
    return reply.redirect(`/bill/${cabinet.createInvoice(read).id}/`, 303)
  })

  app.get<{ Params: { id: string } }>('/bill/:id/', (request, reply) => {
    const invoice = found(request.params.id, reply)
    if (!invoice) return reply
    return sendHtml(
      reply,
      closedPage(cabinet, invoice) ?? payForm(invoice, currency, { testExpiry: testExpiry() }),
    )
  })

  app.post<{ Params: { id: string } }>('/bill/:id/', async (request, reply) => {
    const invoice = found(request.params.id, reply)
    if (!invoice) return reply
    const fields = fieldsOf(request)
    const field = (name: string): string => fields.get(name) ?? ''
    const action = field('action')
    const closed = closedPage(cabinet, invoice)
    // A second click or another tab: the first payment decides, its result is shown again.
    const live = livePayment(cabinet, invoice)
    if (closed !== undefined)
      return live && invoice.callback !== null ? goBack(reply, invoice, live) : sendHtml(reply, closed)
    if (action === 'cancel') return goBack(reply, invoice, refuseInvoice(bank, invoice, null, 'canceled'))

    const typed = {
      number: field('card_number'),
      expiry: field('card_expiry'),
      code: field('card_code'),
      holder: field('card_holder'),
    }
    const card = readCard(typed, cabinet.now())
    if (typeof card === 'string')
      return sendHtml(
        reply,
        payForm(invoice, currency, { ...typed, problem: card, testExpiry: testExpiry() }),
        422,
      )
    if (action === 'decline') return goBack(reply, invoice, refuseInvoice(bank, invoice, card, 'failed'))

    const mode: DeliveryMode = action === 'late' || action === 'twice' ? action : 'normal'
    const { payment, threeDSecure } = await payInvoice(bank, invoice, card, mode)
    return threeDSecure
      ? reply.redirect(`/bill/${invoice.id}/3ds/${payment.id}/`, 303)
      : goBack(reply, invoice, payment)
  })

  app.get<{ Params: { id: string; paymentId: string } }>('/bill/:id/3ds/:paymentId/', (request, reply) => {
    const invoice = found(request.params.id, reply)
    if (!invoice) return reply
    const payment = cabinet.payment(request.params.paymentId)
    if (payment?.invoiceId !== invoice.id)
      return sendHtml(reply, messagePage(invoice.language, PAY_PAGE_TEXTS[invoice.language].unknown), 404)
    return payment.status === 'pending'
      ? sendHtml(reply, threeDSecurePage(invoice, currency, payment.id))
      : goBack(reply, invoice, payment)
  })

  app.post<{ Params: { id: string; paymentId: string } }>(
    '/bill/:id/3ds/:paymentId/',
    async (request, reply) => {
      const invoice = found(request.params.id, reply)
      if (!invoice) return reply
      const payment = cabinet.payment(request.params.paymentId)
      if (payment?.invoiceId !== invoice.id)
        return sendHtml(reply, messagePage(invoice.language, PAY_PAGE_TEXTS[invoice.language].unknown), 404)
      if (fieldsOf(request).get('action') === 'confirm') await authorise(bank, payment)
      else failPayment(bank, payment, 'authentication_required')
      return goBack(reply, invoice, payment)
    },
  )
}

/** What is shown instead of the form when nothing can be paid here any more. */
function closedPage(cabinet: Cabinet, invoice: Invoice): string | undefined {
  const t = PAY_PAGE_TEXTS[invoice.language]
  const back = invoice.callback === null ? undefined : { href: invoice.callback, text: t.back }
  if (invoice.status === 'paid') return messagePage(invoice.language, t.paid, back)
  if (invoice.status === 'expired') return messagePage(invoice.language, t.expired, back)
  const live = livePayment(cabinet, invoice)
  return live ? messagePage(invoice.language, t.pending, back) : undefined
}

/** Sends the browser where the merchant wanted it, with `result` (success, failed, pending) and the reason of a decline. */
function goBack(reply: FastifyReply, invoice: Invoice, payment: Payment): FastifyReply {
  const result =
    payment.status === 'failed' || payment.status === 'canceled'
      ? 'failed'
      : payment.status === 'pending' && !payment.held
        ? 'pending'
        : 'success'
  if (invoice.callback === null) {
    const t = PAY_PAGE_TEXTS[invoice.language]
    const again = { href: `/bill/${invoice.id}/`, text: t.again }
    return result === 'failed'
      ? sendHtml(reply, messagePage(invoice.language, t.failed, again))
      : sendHtml(reply, messagePage(invoice.language, result === 'success' ? t.paid : t.pending))
  }
  const target = new URL(invoice.callback)
  target.searchParams.set('result', result)
  if (payment.failReason !== null) target.searchParams.set('errorReason', payment.failReason)
  return reply.redirect(target.href, 303)
}
