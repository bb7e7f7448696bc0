import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** What stands in an archive, in its order. */
export interface Entry {
  readonly name: string
  readonly bytes: Buffer
}

export interface TarWriter {
  add(name: string, bytes: Uint8Array): Promise<void>
  end(): Promise<void>
}

const BLOCK = 512

/** Writes the plain tar of POSIX, so that any `tar` looks into an archive of ours. Entries are whole in memory: parts, not tables. */
export function writeTar(out: Writable): TarWriter {
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (!out.write(bytes)) await once(out, 'drain')
  }
  return {
    async add(name, bytes) {
      await write(header(name, bytes.length))
      await write(bytes)
      const rest = bytes.length % BLOCK
      if (rest > 0) await write(Buffer.alloc(BLOCK - rest))
    },
    async end() {
      await write(Buffer.alloc(2 * BLOCK))
      out.end()
      await once(out, 'close')
    },
  }
}

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for an archive`)
  const block = Buffer.alloc(BLOCK)
  const put = (text: string, at: number): number => block.write(text, at, 'latin1')
  put(name, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${size.toString(8).padStart(11, '0')}\0`, 124)
  put('00000000000\0', 136)
  put('        ', 148)
  put('0', 156)
  put('ustar\x0000', 257)
  put(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const checksum = (block: Buffer): number => block.reduce((sum, byte) => sum + byte, 0)

export class BrokenArchive extends Error {}

/**
 * Reads an archive from its beginning, an entry at a time.
 * @param mostOf bytes that the entry of a name may have, which is whole in memory
 * @throws BrokenArchive where it is cut off or is no archive
 */
export async function* readTar(
  source: Readable,
  mostOf: (name: string) => number = () => Infinity,
): AsyncGenerator<Entry> {
  const parts: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const take = async (size: number): Promise<Buffer> => {
    const got = [held]
    let length = held.length
    while (length < size) {
      const next = await parts.next()
      if (next.done === true) throw new BrokenArchive('the archive is cut off')
      got.push(next.value)
      length += next.value.length
    }
    const all = got.length === 1 ? held : Buffer.concat(got, length)
    held = all.subarray(size)
    return all.subarray(0, size)
  }
  for (;;) {
    const block = await take(BLOCK)
    if (block.every((byte) => byte === 0)) return
    const blank = Buffer.from(block)
    blank.fill(' ', 148, 156)
    const [size, sum] = [octal(block, 124, 12), octal(block, 148, 8)]
    if (size === undefined || sum !== checksum(blank)) throw new BrokenArchive('this is no archive of ours')
    const name = textAt(block, 0, 100)
    // What we write are files; of others a link would lead out of the archive. Names are shown to people.
    if (!/^[\x20-\x7e]+$/.test(name) || !['0', '\0'].includes(String.fromCharCode(block[156] ?? 0)))
      throw new BrokenArchive('a part of it is no file of ours')
    const most = mostOf(name)
    if (size > most) throw new BrokenArchive(`${name} is larger than ${most} bytes`)
    const bytes = Buffer.from(await take(size))
    const rest = size % BLOCK
    if (rest > 0) await take(BLOCK - rest)
    yield { name, bytes }
  }
}

const textAt = (block: Buffer, from: number, length: number): string =>
  block.toString('latin1', from, from + length).replace(/\0.*$/s, '')

function octal(block: Buffer, from: number, length: number): number | undefined {
  const text = textAt(block, from, length).trim()
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : undefined
}

export const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
