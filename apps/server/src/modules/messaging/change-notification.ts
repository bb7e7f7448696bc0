import { updateNotification as endpoint } from '@stowage/api/messaging'
import type { Body } from '@stowage/api/endpoint'
import { note, type Author } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { merged } from '../../platform/merged.ts'
import { notificationChanged } from './events.ts'
import { lockNotification, updateNotification, type NotificationFacts } from './notification-store.ts'
import { notificationById } from './notification-view.ts'

/**
 * Changes a banner; what is not sent stays. Its new moment is what makes browsers show it again to who had put it away, so
 * that it is later than the one before even where the business clock stands still.
 * @throws Failure 9104, 9109 with the present record
 */
export async function changeNotification(
  clock: Clock,
  tx: Tx,
  author: Author,
  editorId: string,
  id: string,
  { updated, ...given }: Body<typeof endpoint>,
): Promise<void> {
  const { updatedAt, id: _id, ...before } = (await lockNotification(tx, id)) ?? fail(9104)
  await refuseStale(endpoint, updatedAt, updated, async () => (await notificationById(tx, id)) ?? fail(9104))
  const after: NotificationFacts = merged(before, given)
  if (JSON.stringify(after) === JSON.stringify(before)) return
  const now = clock.now()
  const at = Temporal.Instant.compare(now, updatedAt) > 0 ? now : updatedAt.add({ milliseconds: 1 })
  await updateNotification(tx, id, after, editorId, at)
  note(tx, clock, author, {
    action: 'notification-changed',
    subjectType: 'notification',
    subjectId: id,
    before,
    after,
  })
  publish(
    tx,
    fact(notificationChanged, {
      aggregate: `notification:${id}`,
      at: now,
      payload: { notificationId: id, wasGlobal: before.isGlobal },
    }),
  )
}
