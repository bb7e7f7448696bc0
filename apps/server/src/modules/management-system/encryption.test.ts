import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { ensureMariadb, startMariadb } from '../../../../../tools/testing/mariadb.ts'
import { openExternalDatabase, type ExternalDatabase } from '../../testing/external-system.ts'
import { seedMysql } from '../../testing/external-mysql.ts'
import { mysql } from './mysql-view.ts'
import { postgres } from './postgres-view.ts'
import { createReach } from './reach-system.ts'
import type { Engine, ReachableSystem, SourceLimits } from './source.ts'

// What is spoken with another company's database goes over lines of strangers: passwords, names and addresses of its tenants.

const limits: SourceLimits = { connectMs: 30_000, statementMs: 30_000, rows: 1000, bytes: 1024 * 1024 }
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-source-tls-'))
/** Key and certificate in one file, for a name, as a site makes them. */
const file = path.join(folder, 'both.pem')
const PROGRAM = path.resolve(
  import.meta.dirname,
  '../../../../../apps/site-agent/src/commands/make-certificate.ts',
)
let pem: string
let name: string
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [PROGRAM, file])
  pem = fs.readFileSync(file, 'utf8')
  name = new X509Certificate(pem).subject.replace('CN=', '')
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const ask = async (engine: Engine, system: ReachableSystem, text = 'select 1 as one') =>
  await engine.read(system, limits, async ({ rows }) => await rows(text, []))
const plain = { trouble: 'sourcePlain' }

/** Takes its certificate for one that somebody trusted has signed, as NODE_EXTRA_CA_CERTS does, while it is done. */
async function trusting<Result>(run: () => Promise<Result>): Promise<Result> {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, new X509Certificate(pem).toString()])
  return await run().finally(() => tls.setDefaultCACertificates(before))
}

describe('PostgreSQL', () => {
  let outside: TestDatabase
  let behind: ExternalDatabase
  let port: number
  let secured = 0
  const lines = new Set<net.Socket>()
  /** In front of a database without encryption: what PostgreSQL does on a line that asks for it. */
  const front = net.createServer((line) => {
    lines.add(line)
    line.on('error', () => undefined)
    line.once('data', () => {
      line.write('S')
      const secure = new tls.TLSSocket(line, { isServer: true, key: pem, cert: pem })
      secure.once('secure', () => (secured += 1))
      const inner = net.connect(behind.fields.port, '127.0.0.1')
      for (const end of [secure, inner]) end.on('error', () => undefined)
      secure.once('close', () => inner.destroy())
      secure.pipe(inner).pipe(secure)
    })
  })
  beforeAll(async () => {
    outside = await createTestDatabase()
    behind = await openExternalDatabase(outside.url)
    await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
    port = (front.address() as net.AddressInfo).port
  })
  afterAll(async () => {
    for (const line of lines) line.destroy()
    front.close()
    await behind.close()
    await outside.drop()
  })
  const system = (wish: Partial<ReachableSystem>): ReachableSystem => {
    const { name: database, username, password } = behind.fields
    const who = { name: database ?? '', username: username ?? '', password: password ?? '' }
    return { siteId: '1', server: name, address: '127.0.0.1', port, encryption: 'proven', ...who, ...wish }
  }

  test('one that the operator has named is spoken to by what it offers', async () => {
    expect(await ask(postgres, system({ encryption: 'offered' }))).toEqual([{ one: '1' }])
    expect(secured).toBe(1)
    const unsafe = system({ encryption: 'offered', port: behind.fields.port })
    expect(await ask(postgres, unsafe)).toEqual([{ one: '1' }])
  })

  test('any other one has to show a certificate for its name', async () => {
    await expect(ask(postgres, system({ port: behind.fields.port }))).rejects.toMatchObject(plain)
    await expect(ask(postgres, system({}))).rejects.toMatchObject(plain)
    await trusting(async () => {
      expect(await ask(postgres, system({}))).toEqual([{ one: '1' }])
      await expect(ask(postgres, system({ server: 'other.example' }))).rejects.toMatchObject(plain)
      await expect(ask(postgres, system({ server: '127.0.0.1' }))).rejects.toMatchObject(plain)
    })
  })

  test('too much is cut off behind encryption too', async () => {
    const much = `select repeat('x', 20000000) as one`
    await expect(ask(postgres, system({ encryption: 'offered' }), much)).rejects.toMatchObject({
      trouble: 'sourceAway',
    })
  })
})

const installed = ensureMariadb()
describe.runIf(installed !== undefined)('MariaDB', () => {
  test('is spoken to by what it offers where the operator has named it, and has to prove itself elsewhere', async () => {
    const [bare, secure] = await Promise.all([startMariadb(installed!), startMariadb(installed!, file)])
    const [one, other] = await Promise.all([seedMysql(bare.socket), seedMysql(secure.socket)])
    const at = (port: number, wish: Partial<ReachableSystem> = {}): ReachableSystem => ({
      siteId: '1',
      server: name,
      address: '127.0.0.1',
      port,
      encryption: 'proven',
      ...one.fields,
      ...wish,
    })
    const cipher = `select variable_value <> '' as one from information_schema.session_status where variable_name = 'Ssl_cipher'`
    const isSecret = async (system: ReachableSystem) => (await ask(mysql, system, cipher))[0]?.['one']
    try {
      expect(await isSecret(at(secure.port, { encryption: 'offered' }))).toEqual(1)
      expect(await isSecret(at(bare.port, { encryption: 'offered' }))).toEqual(0)
      await expect(isSecret(at(bare.port))).rejects.toMatchObject(plain)
      await expect(isSecret(at(secure.port))).rejects.toMatchObject(plain)
      await trusting(async () => {
        expect(await isSecret(at(secure.port))).toEqual(1)
        await expect(isSecret(at(secure.port, { server: 'other.example' }))).rejects.toMatchObject(plain)
      })
    } finally {
      one.admin.destroy()
      other.admin.destroy()
      await Promise.all([bare.stop(), secure.stop()])
    }
  })
})

test('named is what the operator has written down; all else has to prove itself', async () => {
  const reach = createReach(limits, {
    mayReach: () => true,
    isNamed: (host, port) => `${host}:${port}` === '127.0.0.1:5432',
  })
  const settings = { siteId: '1', name: 'sm', username: 'u', password: 'p', kind: null, takesCommands: false }
  const by = async (server: string, port: number) =>
    (await reach({ ...settings, server, port })).system.encryption
  expect(await by('127.0.0.1', 5432)).toBe('offered')
  expect(await by('127.0.0.1', 5433)).toBe('proven')
  expect(await by('203.0.113.7', 5432)).toBe('proven')
  const inner = createReach(limits, { mayReach: () => false, isNamed: () => false })
  await expect(inner({ ...settings, server: '127.0.0.1', port: 5432 })).rejects.toMatchObject({
    trouble: 'sourceInner',
  })
})
