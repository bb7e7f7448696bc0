import type { previewClosing as endpoint } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import type { Charge, Closing } from '@stowage/domain/closing'
import type { Credit } from '@stowage/domain/credit'
import { isRunningStatus } from '@stowage/domain/contract-life'
import { daysIn } from '@stowage/domain/period'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { numbersOf, previewClosing as previewOf } from '../billing/index.ts'
import { lockContractAt } from './contract-store.ts'
import { settlementWish } from './settlement-wish.ts'

type Preview = Answer<typeof endpoint>

/**
 * The settlement that closing a contract now would make; nothing is written.
 * @throws Failure 9104; 9109 when it does not run, or is billed by somebody else; 9111 where its billing has stopped
 */
export async function previewClosing(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  { params }: Call<typeof endpoint, Actor>,
): Promise<Preview> {
  const contract =
    (await lockContractAt(tx, { stockId: params.stockId, id: params.contractId })) ?? fail(9104)
  if (!isRunningStatus(contract.status) && !contract.isUnsettled)
    fail(9109, { reason: `a ${contract.status} contract` })
  const at = clock.now()
  const wish = settlementWish(contract, at)
  const closing =
    (await previewOf(tx, { ...wish, at })) ?? fail(9109, { reason: 'the contract is not billed here' })
  return await describeClosing(tx, closing, wish.refundsUnusedTime)
}

/** A settlement as the wire tells it. */
export async function describeClosing(
  tx: Tx,
  closing: Closing,
  refundsUnusedTime: boolean,
): Promise<Preview> {
  const numbers = await numbersOf(
    tx,
    closing.credits.map((credit) => credit.documentId),
  )
  return {
    leftOn: closing.leftOn.toString(),
    currency: closing.debt.currency,
    refundsUnusedTime,
    charged: closing.charged.amount,
    credited: closing.credited.amount,
    deposit: closing.deposit.amount,
    debt: closing.debt.amount,
    penalties: closing.penalties.amount,
    balance: closing.balance.amount,
    toOthers: closing.toOthers.amount,
    owed: closing.owed.amount,
    payout: closing.payout.amount,
    charges: closing.charges.map(chargeOf),
    credits: closing.credits.map((credit) => creditOf(credit, numbers.get(credit.documentId) ?? null)),
  }
}

function chargeOf({ reason, period, lines, totals }: Charge): Preview['charges'][number] {
  const rent = lines[0]?.explanation
  const days = daysIn(period)
  return {
    reason,
    from: period.from.toString(),
    until: period.until.toString(),
    days,
    periodDays: rent?.days ?? days,
    months: period.months,
    rate: rent?.rate.amount ?? 0,
    gross: totals.gross.amount,
    lines: lines.map(lineOf),
  }
}

function creditOf(
  { documentId, from, until, lines, gross }: Credit,
  documentNumber: string | null,
): Preview['credits'][number] {
  const used = lines.find((line) => line.kind !== 'deposit')?.explanation
  return {
    documentId,
    documentNumber,
    from: from.toString(),
    until: until.toString(),
    days: used?.days ?? daysIn({ from, until }),
    usedDays: used?.usedDays ?? 0,
    gross: gross.amount,
    lines: lines.map(lineOf),
  }
}

const lineOf = ({
  kind,
  net,
  vatPercent,
  vat,
  gross,
}: Charge['lines'][number] | Credit['lines'][number]) => ({
  kind,
  net: net.amount,
  vatPercent,
  vat: vat.amount,
  gross: gross.amount,
})
