import { note, type Author } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { notificationChanged } from './events.ts'
import { insertNotification, type NotificationFacts } from './notification-store.ts'

/** A banner that is not there yet. @param editorId the account that answers for it @returns its id */
export async function createNotification(
  clock: Clock,
  tx: Tx,
  author: Author,
  editorId: string,
  facts: NotificationFacts,
): Promise<string> {
  const id = newId()
  const at = clock.now()
  await insertNotification(tx, id, facts, editorId, at)
  note(tx, clock, author, {
    action: 'notification-created',
    subjectType: 'notification',
    subjectId: id,
    after: facts,
  })
  publish(
    tx,
    fact(notificationChanged, {
      aggregate: `notification:${id}`,
      at,
      payload: { notificationId: id, wasGlobal: false },
    }),
  )
  return id
}
