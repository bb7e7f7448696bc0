import type { FastifyReply } from 'fastify'
import { fail, FieldFailures } from '../../platform/failure.ts'
import type { Files } from '../../platform/files/files.ts'
import { newId } from '../../platform/ids.ts'
import { checkUpload } from '../accounts/index.ts'

/** The folder of the pictures. */
export const PREVIEWS = 'category'
const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const
const NAME = /^[0-9A-HJKMNP-TV-Z]{26}\.(jpg|png|webp)$/
const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/**
 * Keeps the picture of a category under a name of its own. What it is, its bytes say: a png, jpg or webp, drawn anew.
 * @returns its key @throws FieldFailures 1005 for anything else, PDF included; Failure 9113 above 10 MB
 */
export async function keepPreview(files: Files, preview: { readonly base64: string }): Promise<string> {
  const { contentType, bytes } = await checkUpload(preview.base64, 'preview')
  if (contentType === 'application/pdf') throw new FieldFailures([{ code: 1005, field: 'preview' }])
  const key = `${PREVIEWS}/${newId()}.${ENDINGS[contentType]}`
  await files.put(key, bytes)
  return key
}

/** The name of a kept picture, by which it is asked for. */
export function imageName(key: string | null): string | null {
  return key?.slice(PREVIEWS.length + 1) ?? null
}

/**
 * Sends a picture by its name. The name never gets another one, so whoever has it need not ask again. Nothing in it is run,
 * even where somebody opens it as a page. @throws Failure 9104
 */
export async function sendPreview(files: Files, reply: FastifyReply, name: string): Promise<void> {
  const [, ending = ''] = NAME.exec(name) ?? fail(9104)
  const bytes = (await files.get(`${PREVIEWS}/${name}`)) ?? fail(9104)
  await reply
    .header('Content-Type', TYPES[ending] ?? 'application/octet-stream')
    .header('Content-Disposition', 'inline')
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .send(bytes)
}
