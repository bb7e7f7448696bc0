import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresError } from './binaries.ts'

/**
 * After kill -9 of the owner its PostgreSQL needs a moment to shut down; one whose watchdog was killed as well runs on.
 * We hold the folder's lock, so whatever runs on this cluster is nobody's: wait for it, then stop it. A pid file that
 * names a process which is no PostgreSQL of this cluster (numbers begin anew in a container) is removed, because
 * PostgreSQL would take that process for itself and refuse.
 */
export async function endStaleServer(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  const begin = Date.now()
  let asked = false
  while (Date.now() - begin < 30_000) {
    const pid = readPid(file)
    if (pid === undefined) return
    if (!isServerOf(pid, cluster)) {
      // Either it ended just now and is removing the file itself, or the file is left from a hard stop.
      await sleep(20)
      if (readPid(file) === pid && !isServerOf(pid, cluster)) fs.rmSync(file, { force: true })
      return
    }
    // It may be ending already; asking twice changes nothing.
    if (!asked) process.kill(pid, 'SIGINT')
    asked = true
    await sleep(50)
  }
  throw new PostgresError(
    `An older PostgreSQL on ${cluster} does not end; stop process ${readPid(file)} and start again.`,
  )
}

function readPid(file: string): number | undefined {
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return words.some((word) => path.basename(word) === 'postgres') && words.includes(cluster)
    } catch {
      return false
    }
  }
  const said = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return said.includes('postgres') && said.includes(cluster)
}
