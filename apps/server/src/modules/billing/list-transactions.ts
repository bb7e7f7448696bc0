import type { listContractTransactions } from '@stowage/api/transactions'
import type { Answer } from '@stowage/api/endpoint'
import { maskedCard, ofContract, transactionsOf, type MoneyTransaction } from '@stowage/domain/transaction'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, refuseUnseen, type Actor } from '../../platform/http/actor.ts'
import { contractIsVisible, documentTypeOf } from './document-view.ts'
import {
  documentNames,
  holderOf,
  moneyPostings,
  paymentFacts,
  sellerNames,
  type SettledDocument,
} from './transaction-view.ts'

type Answered = Answer<typeof listContractTransactions>

/**
 * What happened with the money of a contract, for whoever may see the contract. A payment that paid invoices of other contracts
 * too stands whole in it; which those were, only the tenant himself and a superUser are told.
 * @throws Failure 9104 (staff without the permission: 9103)
 */
export async function transactionsOfContract(
  db: Database,
  contractId: string,
  actor: Actor,
): Promise<Answered> {
  const holder = await holderOf(db, contractId)
  if (holder === undefined || !(await contractIsVisible(db, contractId, actor)))
    return refuseUnseen(actor, 'contracts.read')
  const names = await documentNames(db, holder, actor)
  const own = [...names.values()].filter((document) => document.contractId === contractId)
  const deeds = ofContract(
    transactionsOf(await moneyPostings(db, holder)),
    contractId,
    new Set(own.map(({ id }) => id)),
  )
  const seesAll = holder === actor.id || isSuperUser(actor)
  return await answered(
    db,
    holder,
    deeds,
    seesAll ? names : new Map(own.map((document) => [document.id, document])),
  )
}

/** The same of an account: its own, or any for a superUser. @throws Failure 6004, 9103 */
export async function transactionsOfAccount(
  db: Database,
  accountId: string,
  actor: Actor,
): Promise<Answered> {
  if (accountId !== actor.id && !isSuperUser(actor)) fail(actor.platformRole === 'client' ? 6004 : 9103)
  return await answered(
    db,
    accountId,
    transactionsOf(await moneyPostings(db, accountId)),
    await documentNames(db, accountId, actor),
  )
}

async function answered(
  db: Database,
  accountId: string,
  deeds: readonly MoneyTransaction[],
  documents: ReadonlyMap<string, SettledDocument>,
): Promise<Answered> {
  if (deeds.length === 0) return []
  const [payments, sellers] = [await paymentFacts(db, accountId), await sellerNames(db)]
  return deeds.map((deed) => {
    const payment = payments.get(deed.paymentId ?? '')
    // A credit note has settled nothing: it is what the deed was about.
    const shares =
      deed.kind === 'credited'
        ? deed.documentIds.map((documentId) => ({ documentId, amount: deed.amount }))
        : deed.settled
    return {
      id: deed.id,
      kind: deed.kind === 'refund' && payment?.isTakenBack ? 'takenBack' : deed.kind,
      date: deed.day,
      processor: payment?.method ?? deed.processor,
      amount: deed.amount,
      currency: deed.currency,
      balanceChange: deed.balanceChange,
      waived: deed.waived,
      sellerName: sellers.get(deed.sellerId) ?? '',
      reference: payment?.reference ?? null,
      card: maskedCard(payment?.card ?? null),
      cardHolder: payment?.cardHolder ?? null,
      settled: shares.flatMap(({ documentId, amount }) => {
        const document = documents.get(documentId)
        if (!document) return []
        return [
          {
            documentId,
            invoiceNumber: document.number,
            documentType: documentTypeOf(document.kind),
            isPenalty: document.kind === 'penalty',
            contractId: document.contractId,
            contractNumber: document.contractNumber,
            unitNumber: document.unitNumber,
            amount,
          },
        ]
      }),
    }
  })
}
