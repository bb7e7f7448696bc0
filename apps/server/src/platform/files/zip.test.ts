import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipped, type ZipEntry } from './zip.ts'

const at = Temporal.PlainDateTime.from('2026-11-21T22:05:31')

async function* of(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}

/** Reads an archive as a program does that was written by somebody else: from its end. */
function read(archive: Buffer) {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const count = archive.readUInt16LE(end + 10)
  let place = archive.readUInt32LE(end + 16)
  expect(place + archive.readUInt32LE(end + 12)).toBe(end)
  return Array.from({ length: count }, () => {
    expect(archive.readUInt32LE(place)).toBe(0x0201_4b50)
    const [crc, size, named] = [
      archive.readUInt32LE(place + 16),
      archive.readUInt32LE(place + 24),
      archive.readUInt16LE(place + 28),
    ]
    const name = archive.toString('utf8', place + 46, place + 46 + named)
    const local = archive.readUInt32LE(place + 42)
    place += 46 + named
    expect(archive.readUInt32LE(local)).toBe(0x0403_4b50)
    const begins = local + 30 + archive.readUInt16LE(local + 26)
    const content = archive.subarray(begins, begins + size)
    expect(crc32(content)).toBe(crc)
    return { name, text: content.toString('utf8') }
  })
}

async function whole(entries: AsyncIterable<ZipEntry>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of zipped(entries, at)) parts.push(part)
  return Buffer.concat(parts)
}

const entry = (name: string, text: string): ZipEntry => ({ name, content: Buffer.from(text) })

test('what went in comes out, with names in any script', async () => {
  const archive = await whole(
    of(entry('BER1-2026-000001.pdf', 'one'), entry('Реестр żółć.csv', 'a;b\r\n'), entry('empty', '')),
  )
  expect(read(archive)).toEqual([
    { name: 'BER1-2026-000001.pdf', text: 'one' },
    { name: 'Реестр żółć.csv', text: 'a;b\r\n' },
    { name: 'empty', text: '' },
  ])
})

test('an archive of nothing is an archive', async () => {
  expect(read(await whole(of()))).toEqual([])
})

test('an entry is made when the one before has been taken, not earlier', async () => {
  const made: string[] = []
  async function* slowly(): AsyncGenerator<ZipEntry> {
    for (const name of ['a', 'b', 'c']) {
      made.push(name)
      yield entry(name, name)
    }
  }
  const parts = zipped(slowly(), at)
  await parts.next()
  expect(made).toEqual(['a'])
  await parts.next()
  expect(made).toEqual(['a'])
  await parts.next()
  expect(made).toEqual(['a', 'b'])
  await parts.return()
})

test('more than the form can count is refused, not written wrongly', async () => {
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let index = 0; index <= 65_535; index += 1) yield entry(String(index), '')
  }
  await expect(whole(many())).rejects.toThrow(RangeError)
})
