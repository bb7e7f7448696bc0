import { machineNow } from '../../../platform/clock.ts'
import type { PayKeeperCabinet } from '../../../platform/config.ts'
import type { Collection } from '../payments.ts'
import { masked } from '../card-label.ts'
import type { OutsidePayment, OutsideState, Processor, SavedMethodNews } from '../processor.ts'
import { createPayKeeper, type ClientOptions, type PayKeeper } from './client.ts'
import { bindingForm, chargeFields, formSign } from './form-fields.ts'
import { invoiceFields, taxCode } from './invoice-fields.ts'
import { moscowDay } from './moscow-time.ts'
import { isOutsideId, type CabinetPayment, type CabinetStatus } from './read-answer.ts'
import { isBindingId, readNotification } from './read-notification.ts'

/** PayKeeper behind the port: one cabinet, one currency (facts/paykeeper). */
export function createPayKeeperProcessor(cabinet: PayKeeperCabinet, options: ClientOptions): Processor {
  const client = createPayKeeper(cabinet, options)
  const warnOfRates = ({ cart, amount, reference }: Collection): void => {
    const percent = cart
      .filter((line) => taxCode(line.vatPercent) === undefined)
      .map((line) => line.vatPercent)
    if (percent.length > 0 && amount.currency === 'RUB')
      options.log.warn(
        { reference, percent },
        'a VAT rate that Russian receipts do not know; the receipt says "without VAT"',
      )
  }
  return {
    name: cabinet.name,
    kind: 'paykeeper',
    currencies: [cabinet.currency],
    methods: (currency) => (currency === cabinet.currency ? ['card'] : []),

    // Only the form has a card bound, an invoice cannot (facts 8).
    form: (order) =>
      order.savesMethod === true
        ? bindingForm(order, { orderId: order.paymentId, returnUrl: order.returnUrl })
        : undefined,
    signedForm: (fields) => ({
      action: `${cabinet.url}/create/`,
      fields: { ...fields, sign: formSign(fields, cabinet.secretWord) },
    }),
    async openPage(order) {
      warnOfRates(order)
      const invoice = await client.createInvoice(
        invoiceFields(order, {
          orderId: order.paymentId,
          returnUrl: order.returnUrl,
          expiresAt: order.expiresAt ?? machineNow().add({ hours: 1 }),
        }),
      )
      return { pageId: invoice.invoiceId, url: invoice.url }
    },
    async pageState(pageId) {
      const status = (await client.invoice(pageId))?.status
      if (status === 'created' || status === 'sent') return 'open'
      return status === 'paid' ? 'paid' : 'closed'
    },
    closePage: async (pageId) => await client.revokeInvoice(pageId),

    async payment(outsideId, withinMs) {
      if (!isOutsideId(outsideId)) return undefined
      const found = await client.payment(outsideId, withinMs)
      return found && known(found)
    },
    async paymentsOf({ paymentId, startedAt }, withinMs) {
      // A day more on both sides: the attempt may have begun at midnight, and the two machines' clocks differ a little.
      const days = {
        from: moscowDay(startedAt).subtract({ days: 1 }),
        to: moscowDay(machineNow()).add({ days: 1 }),
      }
      const found = await client.paymentsOf(paymentId, days, withinMs)
      return found.map(known).sort((one, two) => compare(one.id, two.id))
    },
    // Days of the processor's clock, which is the machine's.
    async recentPayments(daysBack) {
      const to = moscowDay(machineNow())
      return (await client.payments({ from: to.subtract({ days: daysBack }), to })).map(known)
    },
    compare,

    async charge(bindingId, order) {
      await client.executeBinding({ ...chargeFields(order, order.paymentId), bank_id: bindingId })
    },
    refund: async (refund) => await client.reverse(refund),
    // Such a call is not known (facts 8): what is forgotten here is charged no more.
    forgetMethod: async () => undefined,
    savedMethodOf: async (outsideId) => await savedMethodOf(client, outsideId),

    readMessage: (raw) => readNotification(raw, cabinet),
    async check() {
      await client.check()
      return {
        account: new URL(cabinet.url).host,
        // Every merchant has a host of his own (facts 1).
        accountId: new URL(cabinet.url).host,
        isTest: null,
        warnings:
          cabinet.currency === 'RUB' ? [] : ['PayKeeper serves roubles only; this one must be a simulator'],
      }
    },
  }
}

/** Numbers as texts of digits; they count up. */
function compare(one: string, other: string): number {
  const [a, b] = [BigInt(one), BigInt(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** obtained, success and stuck are equal as to the money; they differ in whether our answer to the message arrived (facts 4.2). */
const STATES: Readonly<Record<CabinetStatus, OutsideState>> = {
  pending: 'pending',
  obtained: 'received',
  success: 'received',
  stuck: 'received',
  canceled: 'cancelled',
  failed: 'failed',
  refunding: 'refunding',
  refunded: 'refunded',
  partially_refunded: 'partlyRefunded',
}

const known = (payment: CabinetPayment): OutsidePayment => ({
  id: payment.id,
  orderId: payment.orderId,
  clientId: payment.clientId,
  amount: payment.amount,
  refunded: payment.refunded,
  state: STATES[payment.status],
  said: payment.status,
  pendingAt: payment.pendingAt,
  receivedAt: payment.obtainedAt,
  card: masked(payment.card),
  // The API does not tell why a card was declined, nor of a charge-back.
  reason: null,
  method: null,
  saved: null,
  disputes: [],
})

async function savedMethodOf(client: PayKeeper, outsideId: string): Promise<SavedMethodNews | undefined> {
  const id = await client.bindingOf(outsideId)
  if (id === undefined || !isBindingId(id)) return undefined
  const payment = await client.payment(outsideId)
  return { id, kind: 'card', label: masked(payment?.card ?? null), expires: null, mandate: null }
}
