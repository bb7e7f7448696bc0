import { randomBytes, randomInt } from 'node:crypto'
import { openStateFile } from '../state-file.ts'
import {
  CARD_SYSTEM,
  step,
  type Binding,
  type CabinetRecords,
  type Invoice,
  type Payment,
  type Refund,
} from './cabinet-records.ts'
import { maskCard, type Card } from './cards.ts'
import { nextInvoiceNumber, nextPaymentNumber, skipNumbers } from './numbers.ts'

export type NewInvoice = Omit<Invoice, 'id' | 'status' | 'revoked' | 'createdAt' | 'paidAt' | 'paymentId'>

/** The books of one merchant: what the service would keep in its database. */
export interface Cabinet {
  readonly now: () => Date
  invoices(): Invoice[]
  invoice(id: string): Invoice | undefined
  createInvoice(given: NewInvoice): Invoice
  payments(): Payment[]
  payment(id: string): Payment | undefined
  /** A payment begins: of an invoice, or of a bound card without one. */
  startPayment(
    given: Pick<Payment, 'invoiceId' | 'amount' | 'clientId' | 'orderId' | 'serviceName' | 'email' | 'phone'>,
    card: Card | null,
    systemId?: number,
  ): Payment
  /** The bank took the money: the invoice is paid, a card may be bound. */
  obtain(payment: Payment): void
  refunds(paymentId: string): Refund[]
  startRefund(payment: Payment, amount: number): Refund
  finishRefund(refund: Refund): void
  openRefunds(): Refund[]
  binding(id: string): Binding | undefined
  bindings(): readonly Binding[]
  /** Taken out of the cabinet by hand: the card can be charged no more. */
  dropBinding(id: string): void
  /** Keeps what a caller changed in a record. */
  save(): void
}

/** Opens the books, from `stateFile` when it holds any. */
export function openCabinet(clock: () => Date, stateFile: string | undefined): Cabinet {
  const file = openStateFile<CabinetRecords>(stateFile)
  const records = file.load() ?? { invoices: [], payments: [], refunds: [], bindings: [] }
  skipNumbers(
    records.payments.map((p) => p.id),
    records.invoices.map((i) => i.id),
  )
  const invoices = new Map(records.invoices.map((invoice) => [invoice.id, invoice]))
  const payments = new Map(records.payments.map((payment) => [payment.id, payment]))
  const cardNumbers = new Map<string, Card>()

  const iso = (): string => clock().toISOString()
  const save = (): void => file.save(records)

  const expire = (invoice: Invoice): Invoice => {
    const open = invoice.status === 'created' || invoice.status === 'sent'
    if (open && (invoice.revoked || (invoice.expiresAt !== null && invoice.expiresAt < iso())))
      invoice.status = 'expired'
    return invoice
  }

  const bind = (payment: Payment, invoice: Invoice): void => {
    const card = cardNumbers.get(payment.id)
    if (!invoice.createsBinding || !card || payment.clientId === null) return
    const binding = { id: randomBytes(16).toString('hex'), clientId: payment.clientId, ...card }
    records.bindings.push(binding)
    payment.bindingId = binding.id
  }

  return {
    now: clock,
    invoices: () => records.invoices.map(expire),
    invoice: (id) => {
      const found = invoices.get(id)
      return found && expire(found)
    },
    createInvoice: (given) => {
      const invoice: Invoice = {
        ...given,
        id: nextInvoiceNumber(clock()),
        status: 'created',
        revoked: false,
        createdAt: iso(),
        paidAt: null,
        paymentId: null,
      }
      records.invoices.push(invoice)
      invoices.set(invoice.id, invoice)
      save()
      return invoice
    },
    payments: () => records.payments,
    payment: (id) => payments.get(id),
    startPayment: (given, card, systemId = CARD_SYSTEM) => {
      const payment: Payment = {
        ...given,
        id: nextPaymentNumber(),
        refunded: 0,
        systemId,
        status: 'pending',
        held: false,
        failReason: null,
        uniqueId: null,
        repeatCounter: 0,
        pendingAt: iso(),
        obtainedAt: null,
        successAt: null,
        batchDate: null,
        card: card && {
          masked: maskCard(card.number),
          expiry: card.expiry,
          holder: card.holder,
          approvalCode: digits(6),
          rrn: digits(12),
        },
        bindingId: null,
        delivery: { mode: 'normal', nextAt: null },
      }
      // Full numbers stay in memory; only a bound card is kept, because it is charged again.
      if (card) cardNumbers.set(payment.id, card)
      records.payments.push(payment)
      payments.set(payment.id, payment)
      save()
      return payment
    },
    obtain: (payment) => {
      step(payment, 'obtained')
      payment.held = false
      payment.obtainedAt = iso()
      payment.uniqueId = randomBytes(8).toString('hex')
      const invoice = payment.invoiceId === null ? undefined : invoices.get(payment.invoiceId)
      if (invoice) {
        invoice.status = 'paid'
        invoice.paidAt = payment.obtainedAt
        invoice.paymentId = payment.id
        bind(payment, invoice)
      }
      cardNumbers.delete(payment.id)
      save()
    },
    refunds: (paymentId) => records.refunds.filter((refund) => refund.paymentId === paymentId),
    startRefund: (payment, amount) => {
      step(payment, 'refunding')
      const refund: Refund = {
        id: digits(9),
        paymentId: payment.id,
        amount,
        status: 'started',
        startedAt: iso(),
        doneAt: null,
      }
      records.refunds.push(refund)
      save()
      return refund
    },
    finishRefund: (refund) => {
      const payment = payments.get(refund.paymentId)
      if (!payment || refund.status === 'done') return
      refund.status = 'done'
      refund.doneAt = iso()
      payment.refunded += refund.amount
      step(payment, payment.refunded >= payment.amount ? 'refunded' : 'partially_refunded')
      save()
    },
    openRefunds: () => records.refunds.filter((refund) => refund.status === 'started'),
    binding: (id) => records.bindings.find((binding) => binding.id === id),
    bindings: () => records.bindings,
    dropBinding: (id) => {
      records.bindings = records.bindings.filter((binding) => binding.id !== id)
      save()
    },
    save,
  }
}

function digits(count: number): string {
  return Array.from({ length: count }, (_, i) => randomInt(i === 0 ? 1 : 0, 10)).join('')
}
