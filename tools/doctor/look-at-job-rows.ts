import type { Database } from '@stowage/server/platform/database/connect'
import { type JobFailure, jobFailures } from '@stowage/server/platform/rows-of-job'
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
    ...failures.slice(0, SHOWN).map((failure) => warn('jobs', lineOf(failure))),
    ...(failures.length > SHOWN
      ? [warn('jobs', `more than ${SHOWN} rows need attention; the table job_failure holds them all`)]
      : []),
  ]
}

function lineOf({ job, rowKey, attempts, reason, nextAttemptAt }: JobFailure): string {
  const when = `again at ${nextAttemptAt.toString({ smallestUnit: 'minute' })}, or now on the page System`
  return `${job} failed ${attempts} times with ${rowKey}: ${firstLine(reason)} (${when})`
}

const firstLine = (text: string): string => text.split('\n', 1)[0]?.slice(0, 300) ?? ''
