import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openPort } from '../../start/open-port.ts'

/**
 * PgBouncer in transaction mode in front of a database, as docs/operations/many-servers.md sets it up; PGBOUNCER_BIN names it.
 * @returns undefined where there is none
 */
export async function startPool(
  url: string,
  folder: string,
  children: Set<ChildProcess>,
): Promise<{ readonly url: string; readonly name: string } | undefined> {
  const binary = process.env['PGBOUNCER_BIN'] ?? '/usr/sbin/pgbouncer'
  const version = spawnSync(binary, ['--version'])
  if (version.status !== 0) return undefined
  const { hostname, port, pathname, username } = new URL(url)
  const direct = new pg.Client({ connectionString: url })
  await direct.connect()
  for (const [name, value] of [
    ['statement_timeout', '30s'],
    ['lock_timeout', '8s'],
  ])
    await direct.query(`alter role ${username} set ${name} = '${value}'`)
  await direct.end()
  const own = await openPort(0, '127.0.0.1')
  const file = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(
    file,
    `[databases]
stowage = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
ignore_startup_parameters = extra_float_digits
log_connections = 0
log_disconnections = 0
`,
  )
  // It does not run as root.
  fs.chmodSync(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const child = spawn(binary, [...(isRoot ? ['-u', 'nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  children.add(child)
  const pooled = `postgres://${username}@127.0.0.1:${own}/stowage`
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: pooled })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isUp) break
    if (child.exitCode !== null || tries > 100) throw new Error('PgBouncer did not come up')
    await sleep(50)
  }
  return { url: pooled, name: version.stdout.toString().split('\n')[0] ?? 'PgBouncer' }
}
