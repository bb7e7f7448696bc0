import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** A file name without folders. */
  readonly name: string
  readonly content: Uint8Array
}

/** What the plain form counts in 16 and 32 bits; beyond it a reader would need ZIP64, which nothing of ours comes near. */
const MOST_ENTRIES = 65_535
const MOST_BYTES = 0xffff_ffff

/**
 * A ZIP archive, entry after entry, as it is read: only the entry that is being written and a short line about each earlier one
 * are in memory, so that a thousand documents need no more of it than one. Entries are stored, not packed: PDFs are packed
 * already. Names are UTF-8.
 * @param at local time that every entry bears
 * @throws RangeError above 65,535 entries or 4 GiB
 */
export async function* zipped(
  entries: AsyncIterable<ZipEntry>,
  at: Temporal.PlainDateTime,
): AsyncGenerator<Buffer, void, void> {
  const directory: Buffer[] = []
  const moment = dosMoment(at)
  let offset = 0
  for await (const { name, content } of entries) {
    const title = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // Bit 11: the name is UTF-8.
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(0, 4)
    common.writeUInt16LE(moment.time, 6)
    common.writeUInt16LE(moment.date, 8)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.byteLength, 14)
    common.writeUInt32LE(content.byteLength, 18)
    common.writeUInt16LE(title.length, 22)
    const head = Buffer.concat([signature(0x0403_4b50), common, title])
    if (directory.length >= MOST_ENTRIES || offset + head.length + content.byteLength > MOST_BYTES)
      throw new RangeError('too much for one archive')
    directory.push(entryOf(common, title, offset))
    offset += head.length + content.byteLength
    yield head
    yield Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  yield Buffer.concat([listed, signature(0x0605_4b50), end])
}

/** A line of the list at the end of the archive, by which readers find the entries. */
function entryOf(common: Buffer, title: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14)
  // A plain file that its owner may write and others read.
  rest.writeUInt32LE((0o100_644 << 16) >>> 0, 6)
  rest.writeUInt32LE(offset, 10)
  // Made on a system with such rights (3), by the same version as is needed to read it.
  return Buffer.concat([signature(0x0201_4b50), Buffer.from([20, 3]), common, rest, title])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Two seconds are the finest this form knows, and 1980 the first year. */
function dosMoment(at: Temporal.PlainDateTime): { readonly time: number; readonly date: number } {
  return {
    time: (at.hour << 11) | (at.minute << 5) | (at.second >> 1),
    date: ((Math.max(at.year, 1980) - 1980) << 9) | (at.month << 5) | at.day,
  }
}
