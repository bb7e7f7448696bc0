import { pendingHoldEnd } from '@stowage/domain/contract-moments'
import { firstDueDay } from '@stowage/domain/invoice-days'
import { contractEnd } from '@stowage/domain/period'
import { unitOf } from '@stowage/domain/box'
import type { Money } from '@stowage/domain/money'
import type { PricedPeriod, PriceTerms } from '@stowage/domain/price'
import { monthRate } from '@stowage/domain/rate'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { addressLines, type BookingAccount } from '../accounts/index.ts'
import { openPlan, storeTerms, type DocumentSnapshot } from '../billing/index.ts'
import type { BoxFacts, StockTerms } from '../catalog/index.ts'
import { insertContract, type NewSignatureRow } from './contract-store.ts'
import { contractBooked } from './events.ts'
import { leaseFacts } from './lease-facts.ts'
import { tell } from './tell.ts'

export interface NewContract {
  readonly id: string
  readonly box: BoxFacts
  readonly stock: StockTerms
  readonly account: BookingAccount
  readonly terms: PriceTerms
  readonly paymentMethod: 'paykeeper' | 'manual' | 'bankTransfer'
  readonly answers: Readonly<Record<string, unknown>>
  readonly signature: NewSignatureRow | null
  readonly bookedById: string
  readonly at: Temporal.Instant
}

export interface OpenedContract {
  readonly contractId: string
  readonly number: string
  readonly documentId: string
  readonly holdUntil: Temporal.Instant
  readonly first: PricedPeriod
}

/** When a booking with this way of paying lets the box go again (decisions.md C13). */
export function holdEnd(paymentMethod: string, at: Temporal.Instant, timeZone: string): Temporal.Instant {
  return pendingHoldEnd(at, { awaitsPayment: paymentMethod === 'bankTransfer', timeZone })
}

/**
 * Opens a pending contract on a box that the caller has claimed for `contract.id`: the contract with its signature, the
 * billing plan and the first document, in the caller's transaction.
 */
export async function openContract(tx: Tx, contract: NewContract): Promise<OpenedContract> {
  const { box, stock, account, terms, at } = contract
  const today = at.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  const holdUntil = holdEnd(contract.paymentMethod, at, stock.timeZone)
  const endDay = terms.durationMonths === null ? null : contractEnd(terms.startDay, terms.durationMonths)
  const documentId = newId()
  const number = await insertContract(
    tx,
    {
      id: contract.id,
      year: today.year,
      boxId: box.id,
      stockId: stock.id,
      accountId: account.id,
      startDay: terms.startDay,
      endDay,
      durationMonths: terms.durationMonths,
      periodMonths: terms.periodMonths,
      currency: stock.currency,
      monthRate: terms.rate.amount,
      price: storeTerms(terms),
      lease: leaseFacts(stock, box, account, terms),
      answers: contract.answers,
      holdUntil,
      paymentMethod: contract.paymentMethod,
      firstDocumentId: documentId,
      bookedAt: at,
      bookedById: contract.bookedById,
    },
    contract.signature,
  )
  const plan = await openPlan(tx, {
    documentId,
    contractId: contract.id,
    accountId: account.id,
    stockId: stock.id,
    sellerId: stock.seller.id,
    terms,
    endDay,
    snapshot: snapshotOf(number, box, stock, account, terms),
    issuedOn: today,
    firstDueOn: firstDueDay(terms.startDay, holdUntil, stock.timeZone),
    at,
  })
  const opened = { id: contract.id, accountId: account.id, stockId: stock.id, boxId: box.id }
  tell(tx, contractBooked, opened, at, { documentId, paymentMethod: contract.paymentMethod })
  return { contractId: contract.id, number, documentId, holdUntil, first: plan.first }
}

export const newContractId = newId

/** What its documents print beside their own figures. */
export function snapshotOf(
  number: string,
  box: BoxFacts,
  stock: StockTerms,
  account: BookingAccount,
  { rate, vatClass = 'individual' }: PriceTerms,
): DocumentSnapshot {
  const { seller } = stock
  return {
    seller: {
      name: seller.name,
      address: seller.address,
      country: seller.country,
      taxNumber: seller.taxNumber,
      vatId: seller.vatId,
      registrationNumber: seller.registrationNumber,
      bankName: seller.bankName,
      iban: seller.iban,
      bic: seller.bic,
      email: seller.email,
      phone: seller.phone,
      exemptionText: seller.exemptionText,
    },
    buyer: {
      name: account.displayName,
      addressLines: addressLines(account),
      country: account.country,
      taxNumber: account.taxNumber,
      vatId: account.vatId,
      email: account.email,
      phone: account.phone,
    },
    exemptionReason: stock.exemptionReason[vatClass],
    contractNumber: number,
    unitNumber: box.unitNumber,
    size: box.size,
    unit: unitOf(box.unitNumber),
    pricePerSizeUnit: sizePriceOf(box, rate),
    stockName: stock.name,
    stockAddress: `${stock.address}, ${stock.zip} ${stock.city}`,
    stockCode: stock.code,
    timeZone: stock.timeZone,
  }
}

/** The price per m² that explains the rate; a promised rate of before the prices changed is explained by none of today. */
function sizePriceOf({ size, pricePerSizeUnit }: BoxFacts, rate: Money): number | null {
  if (pricePerSizeUnit === null) return null
  return monthRate(size, pricePerSizeUnit).amount === rate.amount ? pricePerSizeUnit.amount : null
}
