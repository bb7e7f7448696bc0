import { money } from '@stowage/domain/money'
import type { World } from './world.ts'

/** Money that comes in for a document, whatever it asks for, and all that follows from it. @returns the payment's id */
export async function receiveMoney(
  { running: { platform, modules }, deliver }: Pick<World, 'running' | 'deliver'>,
  createdById: string,
  documentId: string,
  amount: number,
): Promise<string> {
  const document = await platform.db
    .selectFrom('document')
    .select(['account_id as accountId', 'stock_id as stockId'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const { paymentId } = await platform.transact(
    async (tx) =>
      await modules.payments.recordManual(tx, {
        ...document,
        reference: `document:${documentId}`,
        amount: money(amount, 'EUR'),
        createdById,
        at: platform.clock.now(),
      }),
  )
  await deliver()
  return paymentId
}
