import { createHmac, hkdfSync } from 'node:crypto'
import type { Platform } from '../../../platform/platform.ts'

/** The six digits that confirm a number: made of the id of the asking and stored nowhere, so that no dump has a code in it. */
export function numberCodeFor({ config }: Pick<Platform, 'config'>, codeId: string): string {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(config.secrets.tokenKey, 'base64url'), '', 'stowage sms', 32),
  )
  const figure = createHmac('sha256', key).update(codeId).digest().readUIntBE(0, 6)
  return String(figure % 1_000_000).padStart(6, '0')
}
