import { money } from '@stowage/domain/money'
import { publish } from '../../../../platform/database/transaction.ts'
import { fact } from '../../../../platform/events/event.ts'
import { newId } from '../../../../platform/ids.ts'
import { openContracts } from '../../../../testing/running-contracts.ts'
import { about } from '../../desk.ts'
import { paymentReceived, paymentRefunded } from '../../events.ts'
import { changePayment, insertPayment, type NewPayment } from '../../payment-store.ts'

/** A tenant with a contract whose first invoice is not paid, and payments as the core leaves them. */
export async function openPayments() {
  const scene = await openContracts()
  const { world, people } = scene
  const { platform } = world.running
  const { db } = platform

  const tenant = await scene.tenant()
  const contract = await scene.book(tenant, { isPaid: false })
  const at = (instant: string) => Temporal.Instant.from(instant)

  /** A payment as the core leaves it, and the news of it where money has come. */
  async function paid(
    wish: { documentId: string; amount: number; at: string; heard?: string } & Partial<
      Omit<NewPayment, 'amount'>
    >,
  ): Promise<NewPayment> {
    const { documentId, amount, at: moment, heard, ...rest } = wish
    const row: NewPayment = {
      id: newId(),
      processor: 'paykeeper',
      cabinet: 'eur',
      reference: `document:${documentId}`,
      accountId: tenant.id,
      stockId: contract.stockId,
      amount: money(amount, 'EUR'),
      status: 'succeeded',
      outsideStatus: 'success',
      outsideId: String(900_000 + (count += 1)),
      details: { startedAt: moment },
      createdAt: at(moment),
      succeededAt: at(moment),
      createdById: tenant.id,
      card: { number: '411111xxxxxx1111', holder: 'T TENANT' },
      ...rest,
    }
    await platform.transact(async (tx) => {
      await insertPayment(tx, row)
      if (row.status === 'succeeded')
        publish(
          tx,
          fact(paymentReceived, {
            aggregate: `payment:${row.id}`,
            stockId: row.stockId,
            at: at(heard ?? moment),
            payload: about(row as Parameters<typeof about>[0]),
          }),
        )
    })
    await world.settle()
    return row
  }
  let count = 0

  async function givenBack(row: NewPayment, amount: number, moment: string, isBooked = true): Promise<void> {
    const isAll = amount === row.amount.amount
    await platform.transact(async (tx) => {
      await changePayment(tx, row.id, {
        outsideStatus: isAll ? 'refunded' : 'partially_refunded',
        details: { startedAt: moment, refunded: amount },
        ...(isAll ? { status: 'refunded' as const } : {}),
      })
      if (isBooked)
        publish(
          tx,
          fact(paymentRefunded, {
            aggregate: `payment:${row.id}`,
            stockId: row.stockId,
            at: at(moment),
            payload: { ...about(row as Parameters<typeof about>[0]), refunded: amount, isAll },
          }),
        )
    })
    await world.settle()
  }
  return { scene, world, people, platform, db, tenant, contract, at, paid, givenBack }
}
