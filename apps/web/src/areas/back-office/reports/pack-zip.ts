/** A ZIP archive in the browser, packed by what every browser of today brings along. */

interface Part {
  readonly name: string
  readonly content: string
}

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Numbers of 2 and 4 bytes, the lowest byte first. */
function fields(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    values.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 0xff),
    ),
  )
}

/** The first day that the format knows: who opens the file has its own date of it. */
const FIRST_DAY = 0x0021

export async function packZip(parts: readonly Part[]): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, content } of parts) {
    const [title, bytes] = [new TextEncoder().encode(name), new TextEncoder().encode(content)]
    const packed = await deflated(bytes)
    // Version 2.0, names in UTF-8, deflated.
    const common = fields(
      [2, 20],
      [2, 0x0800],
      [2, 8],
      [2, 0],
      [2, FIRST_DAY],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, title.length],
    )
    pieces.push(fields([4, 0x04034b50]), common, fields([2, 0]), title, packed)
    directory.push(
      fields([4, 0x02014b50], [2, 20]),
      common,
      fields([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      title,
    )
    offset += 4 + common.length + 2 + title.length + packed.length
  }
  const listed = directory.reduce((sum, piece) => sum + piece.length, 0)
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, parts.length],
    [2, parts.length],
    [4, listed],
    [4, offset],
    [2, 0],
  )
  return new Blob([...pieces, ...directory, end])
}
