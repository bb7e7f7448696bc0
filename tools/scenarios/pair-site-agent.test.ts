import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { getSite, pairSite, testLock } from '@stowage/api/sites'
import { readCertificate, shownFingerprint } from '@stowage/lsp/certificate'
import { createPeople, type People } from '@stowage/server/testing/people'
import { createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { startLockHardware, type LockHardware } from '@stowage/simulators/hardware/start-lock-hardware'
import { afterAll, beforeAll, expect, test } from 'vitest'

// As an installer does it: the agent's own commands, the real server, boards on real sockets.
const BOX = '1:02:03'
const MAIN = path.join(import.meta.dirname, '../../apps/site-agent/src/main.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'pair-agent-'))
const config = path.join(folder, 'site.json')
const children: ChildProcess[] = []
let world: World
let people: People
let stock: SmallStock
let hardware: LockHardware

const at = () => ({ params: { id: stock.stockId } })
const address = (): string => `http://127.0.0.1:${world.running.port}`
const freshCode = async (): Promise<string> => (await people.sofia.call(pairSite, at())).body.code

beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: { routerIp: null, servicePort: null },
      boxes: [{ unitNumber: 'YA108', size: 2, lockId: BOX }],
    },
  )
  hardware = await startLockHardware({
    buses: [{ bus: 1, protocol: 'modbus-tcp', boards: [{ no: 2, unitId: 7, outputs: 8 }] }],
    closeAfterMs: 60_000,
  })
  const bus = {
    bus: 1,
    protocol: 'modbus',
    transport: { kind: 'tcp', host: '127.0.0.1', port: hardware.port(1) },
  }
  writeFileSync(
    config,
    JSON.stringify({
      server: address(),
      stateDir: 'state',
      buses: [bus],
      controllers: [{ bus: 1, no: 2, unitId: 7, outputs: 8 }],
      locks: [{ id: BOX, kind: 'box', name: 'YA108' }],
    }),
  )
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await hardware?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

function agent(...words: string[]) {
  const child = spawn(process.execPath, [MAIN, ...words, '--config', config], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, code, said: () => said }
}
async function ended(...words: string[]): Promise<{ code: number | null; said: string }> {
  const run = agent(...words)
  return { code: await run.code, said: run.said() }
}

test('what is wrong is said before the code is handed in, and the code is still good', async () => {
  const code = await freshCode()
  for (const [words, said] of [
    [['--server', 'http://stowage.example.com'], /is not encrypted/],
    [['--server', 'https://other.example.com'], /of the wrong server/],
    [['--server', 'other'], /an address as https:/],
  ] as const) {
    const refused = await ended('pair', '--code', code, ...words)
    expect(refused.code).toBe(1)
    expect(refused.said).toMatch(said)
  }
  expect(await ended('pair', '--code', 'HELLO')).toMatchObject({
    code: 1,
    said: expect.stringContaining('this is no pairing code'),
  })
  const wrong = await ended('pair', '--code', 'AAAAA-AAAAA')
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('the server does not take this code')])
  expect(statSync(path.join(folder, 'state/keys.json'), { throwIfNoEntry: false })).toBeUndefined()

  const paired = await ended('pair', '--server', address(), '--code', ` ${code.toLowerCase()} `)
  expect(paired.code, paired.said).toBe(0)
  expect(paired.said).toContain(`Paired as "Berlin Mitte" (site ${stock.stockId}).`)
  expect(statSync(path.join(folder, 'state/keys.json')).mode & 0o777).toBe(0o600)
  expect((await ended('pair', '--code', code)).said).toContain('the server does not take this code')
})

test('checked and started, a door opens from the back office; a folder of one stock takes no keys of another', async () => {
  const checked = await ended('check')
  expect(checked.code, checked.said).toBe(0)
  const running = agent()
  await expect.poll(running.said, { timeout: 15_000 }).toContain('the tunnel is open')
  await expect.poll(async () => (await people.sofia.call(getSite, at())).body.isOk).toBe(true)
  const tried = await people.sofia.call(testLock, { ...at(), body: { lockId: BOX } })
  expect(tried.body).toMatchObject({ result: 'opened', carrier: 'tunnel' })
  expect(hardware.control.door(BOX).pulses).toBe(1)

  const { platform, modules } = world.running
  const other = await createSmallStock({ platform, catalog: modules.catalog }, {})
  const { code } = (await people.sofia.call(pairSite, { params: { id: other.stockId } })).body
  expect(await ended('pair', '--code', code)).toMatchObject({
    code: 1,
    said: expect.stringContaining('the code is of another stock'),
  })
  running.child.kill('SIGTERM')
  expect(await running.code).toBe(0)
})

test('where it is called, both sides know the certificate from the pairing on, and a renewed one without another', async () => {
  const { platform, modules } = world.running
  const { stockId } = await createSmallStock({ platform, catalog: modules.catalog }, {})
  const params = { id: stockId }
  const known = async () => (await people.sofia.call(getSite, { params })).body.certificate
  const present = JSON.parse(readFileSync(config, 'utf8')) as object
  const listen = { host: '127.0.0.1', port: 0, tls: 'own' }
  writeFileSync(config, JSON.stringify({ ...present, stateDir: 'called', carrier: 'both', listen }))
  const file = path.join(folder, 'called/certificate.pem')
  const ofFile = (): string => readCertificate(readFileSync(file, 'utf8'))?.fingerprint ?? ''

  const { code } = (await people.sofia.call(pairSite, { params })).body
  const paired = await ended('pair', '--code', code)
  expect(paired.code, paired.said).toBe(0)
  const first = ofFile()
  expect(paired.said).toContain(shownFingerprint(first))
  expect(await known()).toMatchObject({ fingerprint: first, changedAt: null })
  const checked = await ended('check')
  expect(checked.code, checked.said).toBe(0)
  expect(checked.said).toContain(
    `The certificate of this site: ${shownFingerprint(first)}\nThe server knows it by the same one.\n`,
  )

  const running = agent()
  await expect.poll(running.said, { timeout: 15_000 }).toContain('the tunnel is open')
  rmSync(file)
  running.child.kill('SIGHUP')
  await expect.poll(async () => (await known())?.fingerprint, { timeout: 15_000 }).not.toBe(first)
  expect(await known()).toMatchObject({ fingerprint: ofFile(), changedAt: expect.any(String) })
  running.child.kill('SIGTERM')
  expect(await running.code).toBe(0)
  rmSync(file)
  await promisify(execFile)(process.execPath, [path.join(MAIN, '../commands/make-certificate.ts'), file])
  const other = await ended('check')
  expect(other.code).toBe(1)
  expect(other.said).toContain('The server knows another one')
})
