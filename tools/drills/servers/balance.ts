import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPort } from '../../start/open-port.ts'
import { startRoundRobin } from '../../testing/round-robin.ts'

export interface Balance {
  readonly url: string
  /** What balances: the figures of a drill say it. */
  readonly name: string
  close(): Promise<void>
}

const template = path.join(import.meta.dirname, '../../../deploy/haproxy.cfg')

/**
 * HAProxy with the configuration that operators get, its servers and ports exchanged; HAPROXY_BIN names it where it is in no
 * usual place; its process is put among `children`. Without one, a small balancer of our own, which says so.
 */
export async function startBalance(
  ports: readonly number[],
  folder: string,
  children: Set<ChildProcess>,
): Promise<Balance> {
  const binary = process.env['HAPROXY_BIN'] ?? '/usr/sbin/haproxy'
  if (spawnSync(binary, ['-v']).status !== 0) {
    const own = await startRoundRobin(ports)
    return { url: own.url, name: 'a balancer of our own (no HAProxy here)', close: own.close }
  }
  const port = await openPort(0, '127.0.0.1')
  const servers = ports.map((one, at) => `  server s${at} 127.0.0.1:${one}`).join('\n')
  const config = fs
    .readFileSync(template, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}server-template .*$/m, servers)
    .replace(/^resolvers[\s\S]*?\n\n/m, '')
  const file = path.join(folder, 'haproxy.cfg')
  fs.writeFileSync(file, config)
  const child: ChildProcess = spawn(binary, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  children.add(child)
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`${url}/api/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isUp) break
    if (child.exitCode !== null || tries > 200) throw new Error('HAProxy did not come up')
    await sleep(50)
  }
  const [version = ''] = /HAProxy version \S+/.exec(spawnSync(binary, ['-v']).stdout.toString()) ?? []
  return {
    url,
    name: version,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
