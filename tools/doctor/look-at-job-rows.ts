import type { Database } from '@stowage/server/platform/database/connect'
import { jobFailures } from '@stowage/server/platform/rows-of-job'
import { type Finding, warn } from './finding.ts'

const SHOWN = 20

/** Rows that a job has failed with several times, each with its reason; before the table there is nothing to say. */
export async function lookAtJobRows(db: Database): Promise<Finding[]> {
  const there = await db
    .selectFrom('migration')
    .select('name')
    .where('name', '=', '0435-job-failures')
    .execute()
  if (there.length === 0) return []
  const failures = await jobFailures(db, SHOWN + 1)
  return [
    ...failures
      .slice(0, SHOWN)
      .map(({ job, rowKey, attempts, reason, nextAttemptAt }) =>
        warn(
          'jobs',
          `${job} failed ${attempts} times with ${rowKey}: ${firstLine(reason)} (again at ${minuteOf(nextAttemptAt)}, or now on the page System)`,
        ),
      ),
    ...(failures.length > SHOWN
      ? [warn('jobs', `more than ${SHOWN} rows need attention; the table job_failure holds them all`)]
      : []),
  ]
}

const firstLine = (text: string): string => text.split('\n', 1)[0]?.slice(0, 300) ?? ''
const minuteOf = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'minute' })
