/** How large a picture on the plan is kept. */

/** Twice the canvas: sharp at every zoom of use. */
const mostPixels = 3400

/** Sizes to try one after another until the file is small enough; never larger than the picture itself. */
export function sizesToTry(
  width: number,
  height: number,
): { readonly width: number; readonly height: number }[] {
  const first = Math.min(1, mostPixels / Math.max(width, height))
  return [1, 0.75, 0.5, 0.35, 0.25, 0.15].map((part) => ({
    width: Math.max(1, Math.round(width * first * part)),
    height: Math.max(1, Math.round(height * first * part)),
  }))
}

export type ImageKind = 'png' | 'jpeg' | 'webp'

/** By its first bytes: a name and a type say nothing. null for everything else. */
export function imageKind(head: Uint8Array): ImageKind | null {
  const text = String.fromCharCode(...head.slice(0, 12))
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  return text.startsWith('RIFF') && text.slice(8) === 'WEBP' ? 'webp' : null
}
