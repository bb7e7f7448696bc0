import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLockHardware, type LockHardware } from '../../../tools/testing/lock-hardware.ts'
import { writeKeys } from './carriers/keys.ts'
import { checkConfig } from './config.ts'
import { callSite, until, type Answer } from './testing/agent.fixture.ts'
import { testKeys } from './testing/server.fixture.ts'

// The process as it runs at a site, over relay boards on real sockets.

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const BOX = '1:02:03'
const keys = testKeys()
let hardware: LockHardware
let folder: string
let port: number
let server: http.Server
/** Of the server's clock against ours. */
let skewMs = 0
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'main-'))
  port = await freePort()
  skewMs = 0
  server = http.createServer((_request, reply) =>
    reply.writeHead(200, { date: new Date(Date.now() + skewMs).toUTCString() }).end('{}'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const config = (): string => path.join(folder, 'site.json')
const writeConfig = (changes: object = {}): void =>
  writeFileSync(
    config(),
    JSON.stringify({
      server: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
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
const run = (...args: string[]): Run => runWith({}, ...args, '--config', config())
function runWith(env: NodeJS.ProcessEnv, ...args: string[]): Run {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
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
  await until(() => agent.said().includes('the site agent runs'), 60_000)
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

  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('check says what fits and what does not, and moves nothing', async () => {
  const good = run('check')
  expect(await good.ended, good.said()).toBe(0)
  expect(good.said()).toBe(
    'The file is in order: 1 bus, 1 controller, 1 lock.\nPaired as site north.\n' +
      'Keys, network, clock and wiring are in order: every controller answers.\n',
  )
  writeConfig({ controllers: [{ bus: 1, no: 2, unitId: 8, outputs: 8 }], stateDir: 'empty' })
  skewMs = -90_000
  const silent = run('check')
  expect(await silent.ended).toBe(1)
  expect(silent.said()).toMatch(/^Controller 2 of bus 1 \(unit 8\) does not answer/m)
  expect(silent.said()).toMatch(/keys\.json is missing: pair this site first/)
  expect(silent.said()).toMatch(/^The clock of this machine is (89|90|91) s ahead of the server's/m)
  expect(statSync(path.join(folder, 'empty'), { throwIfNoEntry: false }), 'nothing is made').toBeUndefined()
  expect(hardware.control.doors().reduce((sum, { pulses }) => sum + pulses, 0)).toBe(0)
})

test('what is wrong with a file is named, all of it, by check and by the start', async () => {
  writeConfig({ server: 'stowage', locks: [{ id: '1:02:00', kind: 'box', name: 'X' }], colour: 'red' })
  for (const words of [['check'], []]) {
    const wrong = run(...words)
    expect(await wrong.ended).toBe(1)
    const lines = wrong.said().trim().split('\n')
    expect(lines.every((line) => line.startsWith('site.json: '))).toBe(true)
    expect(lines.join()).toMatch(/server: .*https:\/\/example.com.*locks\[0\]\.id.*"colour"/)
  }
  writeConfig({ locks: [{ id: '1:02:09', kind: 'box', name: 'X' }] })
  const wrong = run('check')
  expect(await wrong.ended).toBe(1)
  expect(wrong.said()).toContain('there is no output 9')
  writeFileSync(config(), '{')
  const half = run('check')
  expect(await half.ended).toBe(1)
  expect(half.said()).toMatch(/is not JSON/)
  rmSync(config())
  const none = run()
  expect(await none.ended).toBe(1)
  expect(none.said()).toMatch(/is missing: "init" writes one/)
})

test('a port that is taken is named, and the folder is free again for the next try', async () => {
  const other = net.createServer()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  const refused = run()
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toBe(`site.json: 127.0.0.1:${port} is taken: another program listens there\n`)
  await new Promise((resolve) => other.close(resolve))
  const agent = await start()
  agent.child.kill('SIGINT')
  expect(await agent.ended).toBe(0)
})

test('beside an agent that runs, its lines are left alone', async () => {
  await start()
  const asked = run('check')
  expect(await asked.ended).toBe(1)
  expect(asked.said()).toContain('The wiring was not looked at: the agent runs.')
})

test('under systemd a line begins with its priority and bears no time; elsewhere with both in words', async () => {
  for (const [env, line] of [
    [{ JOURNAL_STREAM: '8:1' }, /^<6>the site agent runs siteId=north carrier=direct locks=1$/m],
    [{ JOURNAL_STREAM: undefined }, /^\d{4}-\d\d-\d\dT\S+Z info {2}the site agent runs siteId=north/m],
  ] as const) {
    const agent = runWith(env, '--config', config())
    await until(() => agent.said().includes('the site agent runs'), 60_000)
    agent.child.kill('SIGTERM')
    expect(await agent.ended).toBe(0)
    expect(agent.said()).toMatch(line)
    for (const { secret } of keys.keys) expect(agent.said()).not.toContain(secret)
  }
})

test('the sample is a configuration, and nobody’s file is written over', async () => {
  rmSync(config())
  const made = run('init')
  expect(await made.ended, made.said()).toBe(0)
  const sample = readFileSync(config(), 'utf8')
  expect(checkConfig(JSON.parse(sample)).locks).toHaveLength(2)
  const again = run('init')
  expect(await again.ended).toBe(1)
  expect(again.said()).toContain('is there already')
  expect(readFileSync(config(), 'utf8')).toBe(sample)
  const nowhere = runWith({}, 'init', '--config', path.join(folder, 'etc', 'site.json'))
  expect(await nowhere.ended).toBe(1)
  expect(nowhere.said()).toMatch(/the folder of .* is missing: make it first/)
})

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
