import { LARGEST_UPLOAD, type PictureType } from './screen-upload.ts'

/** A 50-megapixel phone passes; 60000 × 60000 does not get as far as memory. */
const MOST_PIXELS = 64_000_000
/** Enough to read the small print of a passport. */
const LONGEST_SIDE = 3200

export interface Drawn {
  readonly contentType: PictureType
  readonly bytes: Buffer
}

/**
 * Draws a picture anew, upright, without EXIF (the place where a passport was photographed) or anything hidden in it.
 * @returns undefined for what is no whole picture, or one too large for memory
 */
export async function drawAnew(bytes: Uint8Array, mime: PictureType): Promise<Drawn | undefined> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // Not cloned: a clone copies the picture.
  const drawn = () =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
  const asJpeg = async (): Promise<Drawn> => ({
    contentType: 'image/jpeg',
    bytes: await drawn().flatten({ background: '#fff' }).jpeg({ quality: 88 }).toBuffer(),
  })
  try {
    if (mime === 'image/jpeg') return await asJpeg()
    if (mime === 'image/webp')
      return { contentType: mime, bytes: await drawn().webp({ quality: 88 }).toBuffer() }
    const png = await drawn().png().toBuffer()
    // A photograph kept as PNG may come out larger than it may be.
    return png.length <= LARGEST_UPLOAD ? { contentType: mime, bytes: png } : await asJpeg()
  } catch {
    return undefined
  }
}
