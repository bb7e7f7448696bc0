import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sumOf, writeTar } from '@stowage/server/platform/files/tar'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { checkExport } from '../export/check-export.ts'
import { Refused } from './into-empty.ts'
import { check } from './load.ts'
import { refuseWithoutRoom } from './room.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-bombs-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** An archive of these parts, the first header changed by `change` and summed anew. */
async function archive(
  parts: Readonly<Record<string, Buffer>>,
  change: (header: Buffer) => void = () => undefined,
): Promise<string> {
  const out = new PassThrough()
  const plain = buffer(out)
  const tar = writeTar(out)
  for (const [name, bytes] of Object.entries(parts)) await tar.add(name, bytes)
  await tar.end()
  const bytes = await plain
  const header = bytes.subarray(0, 512)
  change(header)
  header.fill(' ', 148, 156)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  )
  const file = path.join(folder, `${fs.readdirSync(folder).length}.tar.gz`)
  fs.writeFileSync(file, gzipSync(bytes, { level: 1 }))
  return file
}

const GB = 1024 ** 3
const sized = (size: number) => (header: Buffer) =>
  void header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')

test.each([
  ['restore', check, 'files/floor-plans/one'],
  ['import', checkExport, 'data/contracts.jsonl'],
])('%s: a part that says it is of gigabytes is refused by its header', async (_what, read, name) => {
  const bomb = await archive({ [name]: Buffer.alloc(0) }, sized(5 * GB))
  await expect(read(bomb)).rejects.toThrow(/larger than/)
  await expect(read(bomb)).rejects.toBeInstanceOf(Refused)
})

test.each([
  ['restore', check, 'files/floor-plans/one'],
  ['import', checkExport, 'files/floor-plans/one'],
])('%s: a part that goes on behind the size it says is no part', async (_what, read, name) => {
  const bomb = await archive({ [name]: Buffer.alloc(8 * 1024 * 1024, 'x') }, sized(4 * 1024 * 1024))
  await expect(read(bomb)).rejects.toThrow(/no archive of ours/)
})

test.each([
  ['a link', '2'],
  ['a folder', '5'],
  ['a device', '3'],
])('%s in it is refused', async (_what, type) => {
  const link = await archive({ 'files/floor-plans/one': Buffer.alloc(0) }, (header) => {
    header.write(type, 156)
    header.write('/etc/passwd', 157)
  })
  await expect(check(link)).rejects.toThrow(/no file/)
})

test('what unpacks to more than the disk has is refused with both figures, what goes elsewhere is not weighed', async () => {
  const here = {
    databaseUrl: undefined,
    objectStorage: undefined,
    dataDir: path.join(folder, 'not', 'there', 'yet'),
  }
  const asked: string[] = []
  const free = (of: string): number => {
    asked.push(of)
    return 10 * GB
  }
  expect(() => refuseWithoutRoom({ files: 12 * GB, rows: 0 }, here, free)).toThrow(
    /needs about 12\.0 GB and .* has 10\.0 GB free/,
  )
  expect(() => refuseWithoutRoom({ files: 0, rows: 3 * GB }, here, free)).toThrow(Refused)
  refuseWithoutRoom({ files: 1 * GB, rows: 2 * GB }, here, free)
  expect(new Set(asked)).toEqual(new Set([folder]))
  const elsewhere = { ...here, databaseUrl: 'postgres://elsewhere', objectStorage: {} as never }
  refuseWithoutRoom({ files: 12 * GB, rows: 12 * GB }, elsewhere, free)
  // By the real disk, which has no exabyte.
  expect(() => refuseWithoutRoom({ files: 2 ** 60, rows: 0 }, here)).toThrow(Refused)
})

const manifest = {
  format: 1,
  version: '1',
  at: '2026-11-22T00:00:00Z',
  tables: [],
  sequences: [],
  migrations: [],
  storageKeyFingerprint: null,
  hasKeys: false,
}

test.each([
  ['of a newer format', { ...manifest, format: 2, tables: 'as they are written then' }, /newer version/],
  ['without migrations', { ...manifest, migrations: undefined }, /manifest\.json is not one of a backup/],
  ['of nothing', null, /manifest\.json is not one of a backup/],
  [
    'with a counter that is none',
    { ...manifest, sequences: [{ name: 'a', value: 'b', isCalled: true }] },
    /is not one/,
  ],
])('a list %s is refused with its reason', async (_what, list, reason) => {
  const parts = { 'manifest.json': Buffer.from(JSON.stringify(list)) }
  const made = await archive({ ...parts, 'contents.json': Buffer.from('{"entries":[],"rows":{},"files":0}') })
  const refused = await check(made).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refused)
  expect((refused as Error).message).toMatch(reason)
})

test('what was read says what it weighs', async () => {
  const parts = {
    'files/floor-plans/one': Buffer.alloc(1000, 'x'),
    'manifest.json': Buffer.from(JSON.stringify(manifest)),
    'tables/role.000001.copy': Buffer.alloc(300, 'x'),
  }
  const entries = Object.entries(parts).map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: sumOf(bytes),
  }))
  const contents = Buffer.from(JSON.stringify({ entries, rows: {}, files: 1 }))
  const whole = await archive({ ...parts, 'contents.json': contents })
  expect((await check(whole)).weight).toEqual({ files: 1000, rows: 300 })
})
