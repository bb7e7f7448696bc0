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
    const isUp = await fetch(`${url}/api/health`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isUp) break
    if (child.exitCode !== null || tries > 200) throw new Error('HAProxy did not come up')
    await sleep(50)
  }
  await keepsItsInside(url)
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

/** Figures and probes are no address of the balancer, however they are spelt. @throws where one is */
async function keepsItsInside(url: string): Promise<void> {
  const spelt = ['metrics', '%6detrics', 'metrics?x', 'ready', 're%61dy', 'live', '%6C%69%76%65']
  for (const address of [...spelt.map((word) => `/api/${word}`), '/%61pi/metrics', '/ap%69/re%61dy']) {
    // What a server says where there is nothing has an envelope; this answer is the balancer's own.
    const { status, headers } = await fetch(`${url}${address}`)
    if (status !== 404 || headers.get('content-type') !== 'text/html')
      throw new Error(`HAProxy let ${address} through: ${status}`)
  }
}
