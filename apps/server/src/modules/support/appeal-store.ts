import type { Tx } from '../../platform/database/transaction.ts'

export interface NewAppeal {
  readonly id: string
  readonly accountId: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly type: 'callback' | 'message' | 'availability'
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly at: Temporal.Instant
}

export async function insertAppeal(tx: Tx, appeal: NewAppeal): Promise<void> {
  await tx
    .insertInto('appeal')
    .values({
      id: appeal.id,
      account_id: appeal.accountId,
      name: appeal.name,
      phone: appeal.phone,
      email: appeal.email,
      type: appeal.type,
      status: 'pending',
      message: appeal.message,
      details: JSON.stringify(appeal.details),
      created_at: appeal.at,
    })
    .execute()
}
