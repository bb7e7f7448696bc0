import fs from 'node:fs'
import pg from 'pg'
import { childrenOf } from './children.ts'

/** Linux counts the CPU of a process in hundredths of a second (USER_HZ). */
const MS_PER_TICK = 10

/** Milliseconds of CPU that something has spent since it began. */
export type CpuMeter = () => number

/** A process with all its threads; what its children have spent is not in it. */
export function processMeter(pid: number): CpuMeter {
  return () => {
    const { own } = cpuOf(pid)
    return own
  }
}

/**
 * All of a PostgreSQL: every process of it that lives, and those that have ended (its postmaster has waited for them). It has
 * to run on this machine.
 */
export async function postgresMeter(url: string): Promise<CpuMeter> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const backend = rows[0]?.pid ?? 0
    const stat = readStat(backend)
    if (stat === undefined || !stat.name.startsWith('postgres'))
      throw new Error(
        'the CPU of PostgreSQL can be read only where it runs: without DATABASE_URL the bench runs its own',
      )
    const postmaster = stat.parent
    return () => {
      const { own, ended } = cpuOf(postmaster)
      return childrenOf(postmaster).reduce((sum, pid) => sum + cpuOf(pid).own, own + ended)
    }
  } finally {
    await client.end()
  }
}

function cpuOf(pid: number): { own: number; ended: number } {
  const fields = readStat(pid)?.fields
  // A child that ended between the list and this look: its parent has it by the next.
  if (!fields) return { own: 0, ended: 0 }
  const ticks = (index: number): number => Number(fields[index] ?? 0) * MS_PER_TICK
  return { own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
}

/** The fields of /proc/<pid>/stat behind the name, which may hold blanks and brackets itself. */
function readStat(pid: number): { name: string; parent: number; fields: readonly string[] } | undefined {
  let text: string
  try {
    text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  const end = text.lastIndexOf(')')
  const fields = text.slice(end + 2).split(' ')
  return { name: text.slice(text.indexOf('(') + 1, end), parent: Number(fields[1]), fields }
}
