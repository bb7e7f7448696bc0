import type { FastifyReply } from 'fastify'
import { fail, FieldFailures } from '../failure.ts'
import { newId } from '../ids.ts'
import { checkUpload } from './check-upload.ts'
import type { Files } from './files.ts'

const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const
const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }
const NAME = /^[0-9A-HJKMNP-TV-Z]{26}\.(jpg|png|webp)$/

/**
 * Keeps a picture in a folder under a name of its own. What it is, its bytes say: a png, jpg or webp, drawn anew.
 * @param field under which the caller sent it
 * @returns its key @throws FieldFailures 1005 for anything else, PDF included; Failure 9113 above 10 MB
 */
export async function keepPicture(
  files: Files,
  folder: string,
  picture: { readonly base64: string },
  field: string,
): Promise<string> {
  const { contentType, bytes } = await checkUpload(picture.base64, field)
  if (contentType === 'application/pdf') throw new FieldFailures([{ code: 1005, field }])
  const key = `${folder}/${newId()}.${ENDINGS[contentType]}`
  await files.put(key, bytes)
  return key
}

/** The name of a kept picture, by which it is asked for. */
export function pictureName(key: string | null): string | null {
  return key?.slice(key.indexOf('/') + 1) ?? null
}

/**
 * Sends a picture by its name. The name never gets another one, so whoever has it need not ask again. Nothing in it is run,
 * even where somebody opens it as a page.
 * @param what.isPublic whether caches between may keep it
 * @throws Failure 9104
 */
export async function sendPicture(
  files: Files,
  reply: FastifyReply,
  what: { readonly folder: string; readonly name: string; readonly isPublic: boolean },
): Promise<void> {
  const { folder, name, isPublic } = what
  const [, ending = ''] = NAME.exec(name) ?? fail(9104)
  const bytes = (await files.get(`${folder}/${name}`)) ?? fail(9104)
  await reply
    .header('Content-Type', TYPES[ending] ?? 'application/octet-stream')
    .header('Content-Disposition', 'inline')
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`)
    .send(bytes)
}
