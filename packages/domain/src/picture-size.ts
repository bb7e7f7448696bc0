/** How large a picture is drawn, from its first bytes: a file of a few kilobytes may ask for gigabytes. Safe for the browser. */

export const pictureKinds = ['png', 'jpeg', 'webp'] as const
export type PictureKind = (typeof pictureKinds)[number]

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * @param bytes one letter a byte, as `atob` gives them
 * @returns pixels; null where the bytes are not such a picture, or it has no pixel
 */
export function pictureSize(kind: PictureKind, bytes: string): PictureSize | null {
  const size = readers[kind](bytes)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

const readers: Readonly<Record<PictureKind, (bytes: string) => PictureSize | null>> = {
  png: pngSize,
  jpeg: jpegSize,
  webp: webpSize,
}

const byte = (bytes: string, at: number): number => {
  const code = bytes.charCodeAt(at)
  return Number.isNaN(code) ? 0 : code
}
const bigEndian = (bytes: string, at: number, count: number): number =>
  Array.from({ length: count }, (_, index) => byte(bytes, at + index)).reduce(
    (sum, each) => sum * 256 + each,
    0,
  )
const littleEndian = (bytes: string, at: number, count: number): number =>
  Array.from({ length: count }, (_, index) => byte(bytes, at + index)).reduceRight(
    (sum, each) => sum * 256 + each,
    0,
  )

function pngSize(bytes: string): PictureSize | null {
  if (!bytes.startsWith('\u0089PNG\r\n\u001a\n') || bytes.slice(12, 16) !== 'IHDR') return null
  return { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) }
}

/** Lossy, lossless and extended files say it each in their own way (RFC 9649). */
function webpSize(bytes: string): PictureSize | null {
  if (!bytes.startsWith('RIFF') || bytes.slice(8, 12) !== 'WEBP') return null
  switch (bytes.slice(12, 16)) {
    case 'VP8 ':
      return { width: littleEndian(bytes, 26, 2) & 0x3fff, height: littleEndian(bytes, 28, 2) & 0x3fff }
    case 'VP8L': {
      const packed = littleEndian(bytes, 21, 4)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: littleEndian(bytes, 24, 3) + 1, height: littleEndian(bytes, 27, 3) + 1 }
    default:
      return null
  }
}

/** Markers with a length are gone past until the frame's: a preview within one of them is not the picture. */
function jpegSize(bytes: string): PictureSize | null {
  if (!bytes.startsWith('\u00ff\u00d8')) return null
  for (let at = 2; at + 9 < bytes.length;) {
    if (byte(bytes, at) !== 0xff) return null
    const marker = byte(bytes, at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bigEndian(bytes, at + 5, 2), width: bigEndian(bytes, at + 7, 2) }
    const length = bigEndian(bytes, at + 2, 2)
    // 2 counts itself; the scan begins after 0xda, and no frame follows it.
    if (length < 2 || marker === 0xda) return null
    at += 2 + length
  }
  return null
}
