import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { companyKinds, companyLeftOut } from '@stowage/server/modules/reports/company-export/company-kinds'
import type { ExportManifest } from '@stowage/server/modules/reports/company-export/manifest'
import { connect } from '@stowage/server/platform/database/connect'
import { migrate, readMigrations } from '@stowage/server/platform/database/migrate'
import { createLocalFiles, type Files } from '@stowage/server/platform/files/files'
import { readTar, sumOf, writeTar } from '@stowage/server/platform/files/tar'
import { sql } from 'kysely'
import pg from 'pg'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refused, refuseFilled } from '../backup/into-empty.ts'
import { openHouse, type House } from '../scenarios/house.fixture.ts'
import { findFaults } from '../verify/find-faults.ts'
import { checkExport } from './check-export.ts'
import { exportCompany } from './export-company.ts'
import { loadExport } from './load-export.ts'
import { furnish } from './rich-company.fixture.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-export-'))
const place = (name: string): string => path.join(folder, name)
const source = place('one.tar.gz')
let house: House
let files: Files
let manifest: ExportManifest
const made: string[] = []
beforeAll(async () => {
  house = await openHouse()
  files = house.world.running.platform.files
  await furnish(house)
  manifest = await exportOf(urlOf(), files, source)
})
afterAll(async () => {
  const client = new pg.Client({ connectionString: urlOf() })
  await client.connect()
  for (const name of made) await client.query(`drop database if exists "${name}" with (force)`)
  await client.end()
  await house.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const urlOf = (): string => house.world.running.platform.config.databaseUrl ?? ''
const HERE = (): { storageKey: string } => house.world.running.platform.config.secrets
/** Another machine has another key. */
const THERE = { storageKey: randomBytes(32).toString('base64url') }

const exportOf = async (
  databaseUrl: string,
  from: Files,
  target: string,
  secrets = HERE(),
): Promise<ExportManifest> =>
  await exportCompany({ databaseUrl, files: from, secrets, target, withIdentity: true, partBytes: 20_000 })

async function emptyDatabase(): Promise<string> {
  const name = `stowage_imported_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: urlOf() })
  await client.connect()
  await client.query(`create database "${name}"`)
  await client.end()
  made.push(name)
  const url = new URL(urlOf())
  url.pathname = `/${name}`
  return url.href
}

async function entriesIn(archive: string): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>()
  for await (const { name, bytes } of readTar(Readable.from([gunzipSync(fs.readFileSync(archive))])))
    entries.set(name, bytes)
  return entries
}

/** The archive once more, with a part of it changed by somebody who knows its sums. */
async function forged(name: string, part: string, change: (text: string) => string): Promise<string> {
  const out = new PassThrough()
  const whole = buffer(out)
  const tar = writeTar(out)
  const said = structuredClone(manifest) as unknown as {
    entries: { name: string; bytes: number; sha256: string }[]
  }
  for (const [entry, bytes] of await entriesIn(source)) {
    if (entry === 'manifest.json') continue
    const put = entry === part ? Buffer.from(change(bytes.toString('utf8'))) : bytes
    const listed = said.entries.find((one) => one.name === entry)
    if (listed) Object.assign(listed, { bytes: put.length, sha256: sumOf(put) })
    await tar.add(entry, put)
  }
  await tar.add('manifest.json', Buffer.from(JSON.stringify(said)))
  out.end(Buffer.alloc(1024))
  fs.writeFileSync(place(name), gzipSync(await whole, { level: 1 }))
  return place(name)
}

test('export, import on another machine, export: the same bytes; the book, the numbers and the chain hold there', async () => {
  const url = await emptyDatabase()
  const there = createLocalFiles(place('there'))
  const checked = await checkExport(source)
  expect(checked).toEqual(manifest)
  await loadExport({
    source,
    manifest: checked,
    databaseUrl: url,
    files: there,
    secrets: THERE,
    admin: { email: house.people.sofia.email, password: 'a new and long one' },
  })
  await expect(refuseFilled(url)).rejects.toThrow(/not empty/)
  await exportOf(url, there, place('two.tar.gz'), THERE)
  expect(fs.readFileSync(place('two.tar.gz')).equals(fs.readFileSync(source))).toBe(true)

  const { db, close } = connect(url)
  // What was made up for the test alone does not fit together, there as here.
  const { faults } = await findFaults(db)
  expect(faults).toEqual((await findFaults(house.world.running.platform.db)).faults)
  expect(faults.filter(({ id, what }) => !id.startsWith('one0') && !/audit|moved/.test(what))).toEqual([])
  const [mine, other] = [house.world.running.platform.db, db]
  const next = async (of: typeof db): Promise<unknown> =>
    (await sql`select nextval('contract_number') as n`.execute(of)).rows[0]
  expect(await next(other)).toEqual(await next(mine))
  const sums = async (of: typeof db): Promise<unknown> =>
    await of
      .selectFrom('tax_sum')
      .select(['month', 'line', 'net', 'vat'])
      .orderBy('month')
      .orderBy('line')
      .execute()
  expect((await sums(other)) as unknown[]).not.toEqual([])
  const { password_hash: hash } = await other
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', house.people.sofia.id)
    .executeTakeFirstOrThrow()
  expect(hash).toMatch(/^\$argon2id/)
  await close()
})

test('what is in it: each kind with rows, files as they were, and nothing secret', async () => {
  const entries = await entriesIn(source)
  const empty = manifest.kinds.filter(({ rows }) => rows === 0).map(({ kind }) => kind)
  expect(empty).toEqual([])
  expect([...entries.keys()].filter((name) => name.startsWith('files/')).length).toBeGreaterThan(1)
  const [passport] = [...entries].filter(([name]) => name.startsWith('identity-documents/'))
  expect(passport?.[1].subarray(0, 2).toString('hex')).toMatch(/^(ffd8|8950)/)
  // Long kinds come in several files, and are one kind all the same.
  expect([...entries.keys()]).toContain('data/boxes.2.jsonl')
  const plain = gunzipSync(fs.readFileSync(source))
  for (const key of Object.values(house.world.running.platform.config.secrets))
    expect(plain.includes(key)).toBe(false)
  expect(plain.includes('$argon2id')).toBe(false)
  expect(plain.toString('latin1')).not.toMatch(
    /"(passwordHash|pinHash|secret|secrets|secretKey|sealedKey|ibanSealed|dbPasswordSealed)":/,
  )
})

test('under another key nothing is written, since nothing sealed would open', async () => {
  await expect(exportOf(urlOf(), files, place('other-key.tar.gz'), THERE)).rejects.toThrow(
    /STORAGE_KEY is not/,
  )
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('other-key'))).toEqual([])
})

test('every table is in it or left out with a reason, and no column that looks like a secret goes along', async () => {
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns where table_schema = 'public'`.execute(
    house.world.running.platform.db,
  )
  const named = new Set<string>([...companyKinds.map(({ table }) => table), ...Object.keys(companyLeftOut)])
  expect([...new Set(rows.map(({ name }) => name))].filter((name) => !named.has(name))).toEqual([])
  const kinds = new Map<string, (typeof companyKinds)[number]>(companyKinds.map((kind) => [kind.table, kind]))
  const KNOWN = [
    'audit.hash',
    'audit.previous_hash',
    'audit_personal.salt',
    'bank_import.file_hash',
    'contract_signature.text_hash',
    'mandate.text_hash',
    'kyc_document.file_key',
    'box_category.preview_key',
    'payment.charge_key',
    'payment_message.message_key',
    'external_site.source_key',
    'audit.key_id',
    'stock.wifi_password',
  ]
  const suspicious = rows
    .filter(({ column }) => /hash|sealed|secret|password|token|private|salt|(?<!natural)_key/.test(column))
    .filter(({ name, column }) => kinds.has(name) && kinds.get(name)?.hidden?.[column] === undefined)
    .map(({ name, column }) => `${name}.${column}`)
    .filter((column) => !KNOWN.includes(column) && column !== 'account.email_key')
  expect(suspicious).toEqual([])
})

test('an export of an older version is brought to this one', async () => {
  const [old, now] = [await emptyDatabase(), await emptyDatabase()]
  // One without a table of its own: an export asks for every table it names.
  const newest = readMigrations().findLast(({ sql }) => !/create table/i.test(sql))?.name ?? ''
  await migrate(old, undefined, (name) => name !== newest)
  const none = createLocalFiles(place('none'))
  const older = await exportOf(old, none, place('older.tar.gz'))
  await loadExport({
    source: place('older.tar.gz'),
    manifest: older,
    databaseUrl: now,
    files: none,
    secrets: THERE,
  })
  const { db, close } = connect(now)
  const names = (await db.selectFrom('migration').select('name').execute()).map(({ name }) => name)
  expect(names).toContain(newest)
  await close()
})

describe('what is no whole export is refused with file and line, and nothing is written', () => {
  const expectRefused = async (archive: string, reason: RegExp): Promise<void> => {
    await expect(checkExport(archive)).rejects.toThrow(Refused)
    await expect(checkExport(archive)).rejects.toThrow(reason)
  }
  const ACCOUNTS = 'data/accounts.jsonl'
  const inLine = (text: string, line: number, change: (line: string) => string): string =>
    text
      .split('\n')
      .map((one, index) => (index === line - 1 ? change(one) : one))
      .join('\n')

  test('one that is not there, is something else, or is cut off', async () => {
    await expectRefused(place('nowhere'), /is not there/)
    fs.writeFileSync(place('text'), 'not an export')
    await expectRefused(place('text'), /no export/)
    const whole = fs.readFileSync(source)
    fs.writeFileSync(place('half'), whole.subarray(0, whole.length / 2))
    await expectRefused(place('half'), /behind data\/[a-z.0-9-]+\.jsonl/)
  })
  test('one with a line that is no JSON, lacks a field, has a strange one or is cut', async () => {
    await expectRefused(
      await forged('json', ACCOUNTS, (text) => inLine(text, 3, (line) => line.slice(0, -5))),
      /data\/accounts\.jsonl line 3: no JSON/,
    )
    await expectRefused(
      await forged('field', ACCOUNTS, (text) =>
        inLine(text, 2, (line) => line.replace('"email":', '"mail":')),
      ),
      /data\/accounts\.jsonl line 2: email is missing, there is no field mail/,
    )
    await expectRefused(
      await forged('end', ACCOUNTS, (text) => text.slice(0, -9)),
      /data\/accounts\.jsonl line \d+: its end is missing/,
    )
    await expectRefused(
      await forged('fewer', ACCOUNTS, (text) => text.split('\n').slice(1).join('\n')),
      /accounts\.jsonl has \d+ lines, manifest\.json says \d+/,
    )
  })
  test('one of which a letter was changed', async () => {
    const plain = gunzipSync(fs.readFileSync(source))
    plain.write('mafia', plain.indexOf('sofia@stowage.example'))
    fs.writeFileSync(place('changed'), gzipSync(plain, { level: 1 }))
    await expectRefused(place('changed'), /data\/accounts\.jsonl is damaged/)
  })
  test('one whose lines the database does not take: the line is named, no row and no file is there', async () => {
    const url = await emptyDatabase()
    const there = createLocalFiles(place('refused'))
    const put = async (archive: string): Promise<void> =>
      await loadExport({
        source: archive,
        manifest: await checkExport(archive),
        databaseUrl: url,
        files: there,
        secrets: THERE,
      })
    const day = await forged('day', ACCOUNTS, (text) =>
      inLine(text, 4, (line) => line.replace(/"createdAt":"[^"]*"/, '"createdAt":"some day"')),
    )
    await expect(put(day)).rejects.toThrow(/data\/accounts\.jsonl line 4: .*some day/)
    const nobody = await forged('nobody', 'data/contracts.jsonl', (text) =>
      inLine(text, 2, (line) => line.replace(/"accountId":"[^"]*"/, '"accountId":"nobody"')),
    )
    await expect(put(nobody)).rejects.toThrow(/data\/contracts\.jsonl line 2: accountId names nobody/)
    const twice = await forged('twice', 'data/cities.jsonl', (text) =>
      inLine(text, 1, (line) => line.replace(/"city":"[^"]*"/, '"city":null')),
    )
    await expect(put(twice)).rejects.toThrow(/data\/cities\.jsonl line 1: null value/)
    const { db, close } = connect(url)
    expect(await db.selectFrom('account').select('id').execute()).toEqual([])
    expect(await db.selectFrom('city').select('id').execute()).toEqual([])
    expect(await there.all()).toEqual([])
    await close()
    // The same database takes a whole one.
    await put(source)
  })
})
