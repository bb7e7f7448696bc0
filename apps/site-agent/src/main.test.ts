import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLockHardware, type LockHardware } from '../../../tools/testing/lock-hardware.ts'
import { writeKeys } from './carriers/keys.ts'
import { callSite, until, type Answer } from './testing/agent.fixture.ts'
import { testKeys } from './testing/server.fixture.ts'

// The process as it runs at a site, over relay boards on real sockets.

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const BOX = '1:02:03'
const keys = testKeys()
let hardware: LockHardware
let folder: string
let port: number
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'main-'))
  port = await freePort()
  hardware = await startLockHardware({
    buses: [{ bus: 1, protocol: 'modbus-tcp', boards: [{ no: 2, unitId: 7, outputs: 8 }] }],
    closeAfterMs: 60_000,
  })
  writeConfig()
  writeKeys(path.join(folder, 'state'), keys)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await hardware.close()
  rmSync(folder, { recursive: true })
})

const config = (): string => path.join(folder, 'site.json')
const writeConfig = (changes: object = {}): void =>
  writeFileSync(
    config(),
    JSON.stringify({
      server: 'http://127.0.0.1:9',
      carrier: 'direct',
      listen: { host: '127.0.0.1', port },
      stateDir: 'state',
      buses: [
        { bus: 1, transport: { kind: 'tcp', host: '127.0.0.1', port: hardware.port(1) }, protocol: 'modbus' },
      ],
      controllers: [{ bus: 1, no: 2, unitId: 7, outputs: 8 }],
      locks: [{ id: BOX, kind: 'box', name: 'YA108' }],
      pollMs: 50,
      ...changes,
    }),
  )

interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<number | NodeJS.Signals | null>
  said(): string
}
function run(...args: string[]): Run {
  const child = spawn(process.execPath, [MAIN, ...args, '--config', config()], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  )
  return { child, ended, said: () => said }
}
async function start(): Promise<Run> {
  const agent = run()
  await until(() => agent.said().includes('the site agent runs'), 15_000)
  return agent
}
const open = async (commandId: string): Promise<Answer> =>
  await callSite(port, keys, 'POST', `/v1/locks/${BOX}/open`, {
    commandId,
    expiresAt: new Date(Date.now() + 5000).toISOString(),
  })
async function openWhenRead(commandId: string): Promise<Answer> {
  for (;;) {
    const { body } = await callSite(port, keys, 'GET', `/v1/locks/${BOX}`)
    if (body['state'] !== 'unknown') return await open(commandId)
  }
}

test('it opens, is killed, comes back, and knows what it did: one pulse, one opening, no alarm', async () => {
  const first = await start()
  const commandId = randomUUID()
  expect((await openWhenRead(commandId)).body).toMatchObject({ result: 'opened', state: 'opened' })
  first.child.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')

  const second = await start()
  expect((await openWhenRead(commandId)).body).toMatchObject({ commandId, result: 'opened' })
  expect(hardware.control.door(BOX).pulses).toBe(1)
  const { body } = await callSite(port, keys, 'GET', '/v1/events?after=0')
  expect((body['events'] as { type: string }[]).map(({ type }) => type)).toEqual(['lock.opened'])

  const other = run()
  expect(await other.ended, 'another on the same folder').toBe(1)
  expect(other.said()).toContain('another site agent runs with it')

  const stopped = performance.now()
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(performance.now() - stopped).toBeLessThan(5000)
})

test('check says what fits and what does not, and moves nothing', async () => {
  const good = run('check')
  expect(await good.ended, good.said()).toBe(0)
  expect(good.said()).toContain('paired as site north')
  writeConfig({ controllers: [{ bus: 1, no: 2, unitId: 8, outputs: 8 }] })
  const silent = run('check')
  expect(await silent.ended).toBe(1)
  expect(silent.said()).toMatch(/does not answer/)
  writeConfig({ locks: [{ id: '1:02:09', kind: 'box', name: 'X' }] })
  const wrong = run('check')
  expect(await wrong.ended).toBe(1)
  expect(wrong.said()).toContain('there is no output 9')
  expect(hardware.control.doors().reduce((sum, { pulses }) => sum + pulses, 0)).toBe(0)
})

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
