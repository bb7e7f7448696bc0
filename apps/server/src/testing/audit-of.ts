import { putBack } from '../platform/audit/personal.ts'
import type { World } from './world.ts'

/** The trail of one record, the oldest entry first, with what is said about people put back. */
export async function auditOf({ running }: World, subjectId: string) {
  const { db } = running.platform
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'action', 'actor_id', 'on_behalf_of', 'before', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
  const kept = await db
    .selectFrom('audit_personal')
    .select(['audit_id', 'place', 'value'])
    .where('audit_id', 'in', rows.length === 0 ? [''] : rows.map(({ id }) => id))
    .execute()
  return rows.map(({ id, before, after, ...row }) => {
    const values = new Map(
      kept.filter((one) => one.audit_id === id).map(({ place, value }) => [place, value]),
    )
    return {
      ...row,
      before: putBack('before', before, values),
      after: putBack('after', after, values),
    }
  })
}
