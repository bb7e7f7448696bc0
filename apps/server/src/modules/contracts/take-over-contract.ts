import { vatClassOf } from '@stowage/domain/account'
import type { Money } from '@stowage/domain/money'
import { takenOverTerms, type TakenOver } from '@stowage/domain/taken-over'
import { termEnd } from '@stowage/domain/term'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import type { BookingAccount } from '../accounts/index.ts'
import { storeTerms, takeOverPlan } from '../billing/index.ts'
import type { BoxFacts, Catalog, StockTerms } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import { stepContract } from './change-status.ts'
import { insertContract, lockContract, setStatus } from './contract-store.ts'
import { contractActivated } from './events.ts'
import { setImported } from './import-store.ts'
import { leaseFacts } from './lease-facts.ts'
import { snapshotOf } from './open-contract.ts'
import { tell } from './tell.ts'

export interface RunningContract {
  readonly stock: StockTerms
  readonly box: BoxFacts
  readonly account: BookingAccount
  readonly before: TakenOver
  readonly periodMonths: number
  /** Net, of a month. */
  readonly rate: Money
  readonly deposit: Money
  /** Net, of a month; at the tax that the stock has on it. */
  readonly insurance: { readonly monthly: Money; readonly coverage: Money } | null
  readonly importId: string
  /** What the tenant has agreed to elsewhere: a late fee, a door that closes over debts. */
  readonly agreed: { readonly lateFee: boolean; readonly doorClosing: boolean }
  readonly byId: string
  readonly at: Temporal.Instant
}

/**
 * A contract that runs already comes to us: its box is held, its doors open, and it is billed from the first day that nobody has
 * billed yet, to the end of its term or until notice is given. Signed was it elsewhere, on paper that stays there. The box is locked by the caller.
 * @returns its id and number @throws Failure 6001 when somebody holds the box
 */
export async function takeOverContract(
  tx: Tx,
  { catalog, payments }: { catalog: Catalog; payments: Payments },
  running: RunningContract,
): Promise<{ readonly id: string; readonly number: string }> {
  const { stock, box, account, before, rate, deposit, insurance, byId, at } = running
  const contractId = newId()
  const documentId = newId()
  const vatClass = vatClassOf(account)
  const terms = takenOverTerms(
    {
      rate,
      // What is paid is what was agreed there, whatever we would take off.
      discount: { kind: 'stock', percentPerMonth: 0 },
      vatPercent: stock.vat[vatClass],
      vatClass,
      insurance: insurance && { ...insurance, taxPercent: stock.insuranceTaxPercent },
      periodMonths: running.periodMonths,
    },
    before,
  )
  const endDay = termEnd(terms)
  // It was concluded before it began: whoever rents for years cannot withdraw from it as from what he signed yesterday.
  const began = before.startDay.toZonedDateTime(stock.timeZone).toInstant()
  const concluded = Temporal.Instant.compare(began, at) < 0 ? began : at
  const about = { stockId: stock.id, accountId: account.id }
  const claim = { ...about, boxId: box.id, holderId: contractId, takenAt: at, lapsesAt: null }
  await catalog.claimBox(tx, { ...claim, kind: 'contract' })
  const today = at.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  const number = await insertContract(
    tx,
    {
      ...about,
      id: contractId,
      year: today.year,
      boxId: box.id,
      startDay: before.startDay,
      endDay,
      durationMonths: terms.durationMonths,
      ...(endDay === null ? {} : { termStartDay: terms.startDay }),
      periodMonths: running.periodMonths,
      currency: stock.currency,
      monthRate: rate.amount,
      price: storeTerms(terms),
      // Its whole length was agreed on a paper that we do not have; of it the last day is known.
      lease: {
        ...leaseFacts(stock, box, account, { ...terms, startDay: before.startDay, durationMonths: null }),
        endDay: endDay?.toString() ?? null,
      },
      answers: {},
      holdUntil: at,
      paymentMethod: 'manual',
      firstDocumentId: deposit.amount > 0 ? documentId : null,
      bookedAt: concluded,
      bookedById: byId,
    },
    null,
  )
  await setImported(tx, contractId, running)
  await takeOverPlan(tx, payments, {
    ...about,
    documentId,
    contractId,
    sellerId: stock.seller.id,
    terms,
    endDay,
    snapshot: snapshotOf(number, box, stock, account, terms),
    issuedOn: today,
    firstDueOn: today,
    before,
    deposit,
    byId,
    at,
  })
  const contract = (await lockContract(tx, contractId)) ?? fail(9104)
  await setStatus(tx, contractId, stepContract(contract, 'firstInvoicePaid'), at)
  tell(tx, contractActivated, contract, at, {})
  return { id: contractId, number }
}
