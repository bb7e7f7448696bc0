import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type {
  CabinetView,
  ConsoleDone,
  InvoiceView,
  PaymentsView,
  PaymentView,
} from '@stowage/api/simulators'
import {
  DELIVERY_MODES,
  type DeliveryMode,
  type Invoice,
  type Payment,
} from '../paykeeper/cabinet-records.ts'
import { TEST_CARDS } from '../paykeeper/cards.ts'
import type { PayKeeper } from '../paykeeper/start-paykeeper.ts'
import { acting, bodyOf, choice, ConsoleError, numberIn, textOf, type Body } from './console-error.ts'

const SHOWN = 200

/** The payment service of the demo, one cabinet per currency. */
export function paymentCalls(
  app: FastifyInstance,
  cabinets: ReadonlyMap<string, PayKeeper>,
  open: RouteShorthandOptions,
): void {
  const cabinetOf = (currency: string): PayKeeper => {
    const cabinet = cabinets.get(currency)
    if (!cabinet) throw new ConsoleError(404, `no cabinet for ${currency}`)
    return cabinet
  }

  app.get('/payments', open, (): PaymentsView => ({
    cabinets: [...cabinets].map(([currency, cabinet]) => cabinetView(currency, cabinet)),
    modes: [...DELIVERY_MODES],
    testCards: (Object.entries(TEST_CARDS) as [keyof typeof TEST_CARDS, string][]).map(
      ([outcome, number]) => ({ number, outcome }),
    ),
  }))

  app.post<{ Params: { currency: string } }>('/payments/:currency', open, (request): ConsoleDone => {
    const { control } = cabinetOf(request.params.currency)
    const body = bodyOf(request.body)
    const action = choice(body, 'action', ['down', 'up', 'slow', 'rotateToken'])
    if (action === 'down') control.setDown(true)
    if (action === 'up') {
      control.setDown(false)
      control.setSlow(0)
    }
    if (action === 'slow') control.setSlow(numberIn(body, 'ms', [0, 120_000]))
    if (action === 'rotateToken') control.rotateToken()
    return { done: true }
  })

  app.post<{ Params: { currency: string; id: string } }>('/payments/:currency/invoices/:id', {
    ...open,
    handler: async (request): Promise<PaymentView> => {
      const { currency, id } = request.params
      const { control } = cabinetOf(currency)
      if (!control.invoices().some((invoice) => invoice.id === id))
        throw new ConsoleError(404, 'no such invoice')
      const body = bodyOf(request.body)
      const action = choice(body, 'action', ['pay', 'decline', 'cancel'])
      if (action === 'decline') return paymentView(currency, await acting(() => control.decline(id)))
      if (action === 'cancel') return paymentView(currency, await acting(() => control.cancel(id)))
      const cardNumber = textOf(body, 'cardNumber')
      if (cardNumber !== undefined && !/^\d{13,19}$/.test(cardNumber))
        throw new ConsoleError(400, 'cardNumber: 13 to 19 digits')
      return paymentView(
        currency,
        await acting(() =>
          control.pay(id, {
            mode: modeOf(body) ?? 'normal',
            ...(cardNumber === undefined ? {} : { cardNumber }),
          }),
        ),
      )
    },
  })

  app.post<{ Params: { currency: string; id: string } }>('/payments/:currency/payments/:id', {
    ...open,
    handler: async (request): Promise<PaymentView> => {
      const { currency, id } = request.params
      const { control } = cabinetOf(currency)
      const payment = control.payments().find((one) => one.id === id)
      if (!payment) throw new ConsoleError(404, 'no such payment')
      const body = bodyOf(request.body)
      const action = choice(body, 'action', ['refund', 'deliverAgain', 'settle'])
      if (action === 'refund') {
        const amount =
          body['amount'] === undefined ? undefined : numberIn(body, 'amount', [1, payment.amount])
        if (amount !== undefined && !Number.isInteger(amount))
          throw new ConsoleError(400, 'amount: whole minor units')
        await acting(() => control.refund(id, amount))
      }
      if (action === 'deliverAgain') await acting(() => control.deliverAgain(id, modeOf(body)))
      if (action === 'settle')
        await acting(() => control.settle(id, choice(body, 'outcome', ['obtained', 'failed'])))
      return paymentView(currency, payment)
    },
  })
}

function modeOf(body: Body): DeliveryMode | undefined {
  return body['mode'] === undefined ? undefined : choice(body, 'mode', DELIVERY_MODES)
}

function cabinetView(currency: string, { baseUrl, control }: PayKeeper): CabinetView {
  const latest = <T>(all: readonly T[]): T[] => all.slice(-SHOWN).toReversed()
  return {
    currency,
    baseUrl,
    isDown: control.isDown(),
    invoices: latest(control.invoices()).map((invoice) =>
      invoiceView(currency, control.payUrl(invoice.id), invoice),
    ),
    payments: latest(control.payments()).map((payment) => paymentView(currency, payment)),
    deliveries: latest(control.deliveries()).map((delivery) => ({ ...delivery })),
  }
}

function invoiceView(currency: string, payUrl: string, invoice: Invoice): InvoiceView {
  const { id, status, amount, title, orderId, clientId, createdAt, expiresAt, paymentId } = invoice
  return { id, status, amount, currency, title, orderId, clientId, createdAt, expiresAt, paymentId, payUrl }
}

function paymentView(currency: string, payment: Payment): PaymentView {
  const {
    id,
    invoiceId,
    status,
    amount,
    refunded,
    orderId,
    clientId,
    failReason,
    pendingAt,
    obtainedAt,
    successAt,
  } = payment
  return {
    id,
    invoiceId,
    status,
    amount,
    refunded,
    currency,
    orderId,
    clientId,
    failReason,
    pendingAt,
    obtainedAt,
    successAt,
    card: payment.card?.masked ?? null,
    mode: payment.delivery.mode,
    attempts: payment.repeatCounter,
    nextAttemptAt: payment.delivery.nextAt,
  }
}
