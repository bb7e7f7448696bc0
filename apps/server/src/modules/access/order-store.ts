import type { Database } from '../../platform/database/connect.ts'
import type { AccessRecord } from './access-store.ts'

/**
 * Keeps who gives a command before it goes out: until our own record of the try is there, what the site tells of it has a name.
 * `insertMovement` forgets it together with writing that record.
 */
export async function keepOrder(
  db: Database,
  order: Pick<AccessRecord, 'stockId' | 'contractId' | 'source'> & {
    readonly commandId: string
    readonly accountId: string
    readonly actorRole: string
    /** Machine time. */
    readonly sentAt: Temporal.Instant
  },
): Promise<void> {
  await db
    .insertInto('site_order')
    .values({
      command_id: order.commandId,
      stock_id: order.stockId,
      account_id: order.accountId,
      actor_role: order.actorRole,
      contract_id: order.contractId,
      source: order.source,
      sent_at: order.sentAt,
    })
    .execute()
}

/** The site has not opened, or nobody knows: a record of our own says so, under the same command. */
export async function forgetOrder(db: Database, commandId: string): Promise<void> {
  await db.deleteFrom('site_order').where('command_id', '=', commandId).execute()
}

/** Orders whose site has kept its events to itself for longer than it keeps them. */
export async function forgetOldOrders(db: Database, sentBefore: Temporal.Instant): Promise<void> {
  await db.deleteFrom('site_order').where('sent_at', '<', sentBefore).execute()
}
