import { limits } from '@stowage/domain/limits'
import { imageKind, sizesToTry } from '../model/image-size.ts'

/** Why a picture is not taken. */
export type ImageRefusal = 'kind' | 'unreadable' | 'tooLarge'

export interface KeptImage {
  readonly href: string
  /** Width by height. */
  readonly ratio: number
}

/** Nobody means a file of this size; decoding it would take the page's memory. */
const mostFileBytes = 60 * 1024 * 1024

/**
 * A picture as it may stand on a plan: PNG or WEBP data of at most 2 MB. It is always drawn anew, so that neither what a camera
 * writes beside it (place, owner) nor anything but pixels comes onto a plan that strangers see.
 */
export async function shrinkImage(file: File): Promise<KeptImage | ImageRefusal> {
  if (file.size > mostFileBytes) return 'tooLarge'
  let picture: ImageBitmap
  let kind: ReturnType<typeof imageKind>
  try {
    kind = imageKind(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
    if (kind === null) return 'kind'
    picture = await createImageBitmap(file)
  } catch {
    return 'unreadable'
  }
  try {
    for (const size of sizesToTry(picture.width, picture.height)) {
      // Lines and letters of a PNG stay sharp where there is room for them; photos never are PNG.
      for (const type of kind === 'png' ? ['image/png', 'image/webp'] : ['image/webp']) {
        const blob = await drawn(picture, size, type)
        if (blob !== null && blob.size <= limits.plan.imageBytes)
          return { href: await dataOf(blob), ratio: picture.width / picture.height }
      }
    }
    return 'tooLarge'
  } catch {
    return 'unreadable'
  } finally {
    picture.close()
  }
}

async function drawn(
  picture: ImageBitmap,
  { width, height }: { readonly width: number; readonly height: number },
  type: string,
): Promise<Blob | null> {
  const sheet = document.createElement('canvas')
  sheet.width = width
  sheet.height = height
  sheet.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  return await new Promise((resolve) => sheet.toBlob(resolve, type, 0.85))
}

async function dataOf(blob: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no text')),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not readable')))
    reader.readAsDataURL(blob)
  })
}
