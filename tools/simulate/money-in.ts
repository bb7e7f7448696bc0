import { contractLife } from '@stowage/domain/contract-life'
import {
  postCreditUsed,
  postDepositTaken,
  postPaymentReceived,
  postPayout,
  postRefundWaived,
  postSurplus,
  reversal,
} from '@stowage/domain/ledger'
import { settle, type SettlementAim } from '@stowage/domain/settlement'
import { number } from './documents.ts'
import {
  creditOf,
  documentsOf,
  enter,
  inHouse,
  newId,
  unpaid,
  type Document,
  type House,
  type News,
  type Payment,
  type Tenant,
} from './house.ts'

const PROCESSOR = 'paykeeper'
const BALANCE = 'balance'
export const CREDIT_NOTE = 'credit note'

/** What money may pay: the first document of a pending contract only where it was sent for that. */
const openOf = (tenant: Tenant, aimed?: Document): Document[] =>
  documentsOf(tenant).filter(
    (document) => !document.isVoid && unpaid(document) > 0 && (document.isNumbered || document === aimed),
  )

const asOpen = (house: House) => (document: Document) => ({
  id: document.id,
  contractId: document.contract.id,
  kind: document.kind === 'penalty' ? ('penalty' as const) : ('rent' as const),
  dueDay: document.dueDay,
  debt: inHouse(house, unpaid(document)),
})

/** A person presses Pay: the money is on its way, and the news of it comes today or later, once or more than once. */
export function pay(
  house: House,
  document: Document,
  amount: number,
  how: { readonly late?: number; readonly times?: number } = {},
): Payment {
  const { tenant } = document.contract
  const payment: Payment = {
    id: `payment ${newId(house)}`,
    documentId: document.id,
    amount,
    paidOn: house.today,
    isBooked: false,
    refunded: 0,
  }
  tenant.payments.set(payment.id, payment)
  for (let time = 0; time < (how.times ?? 1); time += 1)
    tenant.news.push({
      on: house.today.add({ days: (how.late ?? 0) + time }),
      paymentId: payment.id,
      what: 'received',
      amount,
    })
  house.counts.payments += 1
  return payment
}

/** The news of today, each perhaps for the second time. */
export function hear(house: House, tenant: Tenant): void {
  for (let index = 0; index < tenant.news.length; index += 1) {
    const news = tenant.news[index]
    if (news === undefined || Temporal.PlainDate.compare(news.on, house.today) > 0) continue
    tenant.news.splice(index, 1)
    index -= 1
    const payment = tenant.payments.get(news.paymentId)
    if (payment === undefined) throw new Error('news of a payment that nobody made')
    if (news.what === 'received') receive(house, tenant, payment)
    else goBack(house, tenant, payment, news)
  }
}

function receive(house: House, tenant: Tenant, payment: Payment): void {
  // Twice is once (I6).
  if (payment.isBooked) {
    house.counts.repeated += 1
    return
  }
  payment.isBooked = true
  const aimed = documentsOf(tenant).find(({ id }) => id === payment.documentId)
  if (aimed === undefined) throw new Error('money for a document that is not there')
  const { shares, surplus } = settle(
    inHouse(house, payment.amount),
    openOf(tenant, aimed).map(asOpen(house)),
    {
      documentId: aimed.id,
      contractId: aimed.contract.id,
    },
  )
  for (const { documentId, amount } of shares)
    applyShare(house, tenant, documentId, amount.amount, payment.id, payment.paidOn)
  if (surplus.amount > 0) enter(house, tenant, postSurplus(PROCESSOR, surplus))
}

/** The tenant's balance pays what is open, the aimed one first. */
export function useCredit(house: House, tenant: Tenant, aimed?: Document, contractId?: string): void {
  const credit = creditOf(tenant)
  if (credit <= 0) return
  const aim: SettlementAim =
    aimed === undefined
      ? contractId === undefined
        ? {}
        : { contractId }
      : { documentId: aimed.id, contractId: aimed.contract.id }
  const { shares } = settle(inHouse(house, credit), openOf(tenant, aimed).map(asOpen(house)), aim)
  for (const { documentId, amount } of shares)
    applyShare(house, tenant, documentId, amount.amount, BALANCE, house.today)
}

export function applyShare(
  house: House,
  tenant: Tenant,
  documentId: string,
  amount: number,
  source: string,
  day: Temporal.PlainDate,
): void {
  const document = documentsOf(tenant).find(({ id }) => id === documentId)
  if (document === undefined) throw new Error('a share of a document that is not there')
  document.shares.push({ source, day, amount })
  document.paid += amount
  const money = inHouse(house, amount)
  if (!document.isNumbered) number(house, document)
  enter(
    house,
    tenant,
    source === BALANCE || source === CREDIT_NOTE
      ? postCreditUsed(money)
      : postPaymentReceived(PROCESSOR, money),
  )
  if (unpaid(document) === 0) settled(house, tenant, document)
}

function settled(house: House, tenant: Tenant, document: Document): void {
  const deposit = depositOf(document)
  if (deposit > 0 && document.depositHeld === 0) {
    enter(house, tenant, postDepositTaken(inHouse(house, deposit)))
    document.depositHeld = deposit
  }
  activate(house, document)
  house.settled.push(document)
}

function activate(house: House, document: Document): void {
  const { contract } = document
  if (contract.documents[0] !== document || !contractLife.allows(contract.status, 'firstInvoicePaid')) return
  contract.status = contractLife.step(contract.status, 'firstInvoicePaid')
  contract.activeFrom = house.today
}

/** What a document asks for as deposit, less what a credit note gave back. */
function depositOf(document: Document): number {
  const asked = document.lines.find(({ kind }) => kind === 'deposit')?.net.amount ?? 0
  return asked - (document.credited.get('deposit')?.net ?? 0)
}

/** Money went back to the payer: all of the payment, or a part of it, which is goodwill beyond his surplus. */
function goBack(house: House, tenant: Tenant, payment: Payment, news: News): void {
  // It has overtaken the payment's own news, and comes again.
  if (!payment.isBooked) {
    tenant.news.push({ ...news, on: house.today.add({ days: 1 }) })
    return
  }
  const before = payment.refunded
  house.counts.refunds += 1
  const settledBy = documentsOf(tenant)
    .map((document) => ({ document, amount: sharesBy(document, payment.id) }))
    .filter(({ amount }) => amount > 0)
  const surplus = payment.amount - settledBy.reduce((sum, { amount }) => sum + amount, 0)
  if (news.what === 'refundedPart') {
    const back = Math.min(news.amount, payment.amount - before)
    const fromSurplus = Math.min(back, Math.max(0, surplus - before), Math.max(0, creditOf(tenant)))
    if (back <= 0) return
    payment.refunded += back
    if (fromSurplus > 0) enter(house, tenant, reversal(postSurplus(PROCESSOR, inHouse(house, fromSurplus))))
    if (back > fromSurplus)
      enter(house, tenant, postRefundWaived(PROCESSOR, inHouse(house, back - fromSurplus)))
    return
  }
  if (before > 0) return
  payment.refunded = payment.amount
  for (const { document, amount } of settledBy) takeBack(house, tenant, document, amount, payment.id)
  if (surplus > 0) {
    let missing = Math.max(0, surplus - Math.max(0, creditOf(tenant)))
    for (const document of documentsOf(tenant).toReversed()) {
      const part = Math.min(missing, sharesBy(document, BALANCE))
      if (part <= 0) continue
      takeBack(house, tenant, document, part, BALANCE)
      missing -= part
    }
    if (surplus > missing)
      enter(house, tenant, reversal(postSurplus(PROCESSOR, inHouse(house, surplus - missing))))
    if (missing > 0) enter(house, tenant, postRefundWaived(PROCESSOR, inHouse(house, missing)))
  }
  useCredit(house, tenant)
}

const sharesBy = (document: Document, source: string): number =>
  document.shares.reduce((sum, share) => sum + (share.source === source ? share.amount : 0), 0)

function takeBack(house: House, tenant: Tenant, document: Document, amount: number, source: string): void {
  document.shares.push({ source, day: house.today, amount: -amount })
  document.paid -= amount
  const money = inHouse(house, amount)
  enter(
    house,
    tenant,
    reversal(source === BALANCE ? postCreditUsed(money) : postPaymentReceived(PROCESSOR, money)),
  )
  if (document.depositHeld > 0) {
    enter(house, tenant, reversal(postDepositTaken(inHouse(house, document.depositHeld))))
    document.depositHeld = 0
  }
}

/** A superUser notes that a tenant's balance was paid out to him. */
export function payOut(house: House, tenant: Tenant): void {
  const credit = creditOf(tenant)
  if (credit <= 0) return
  enter(house, tenant, postPayout(PROCESSOR, inHouse(house, credit)))
  house.counts.payouts += credit
}
