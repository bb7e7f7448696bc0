import type { World } from './world.ts'

/** The trail of one record, the oldest entry first. */
export async function auditOf({ running }: World, subjectId: string) {
  return await running.platform.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'on_behalf_of', 'before', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
}
