import { createHmac, hkdfSync } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'

/**
 * The code of a withdrawal link (`/withdraw#code=…`), for the mail and for comparing: it is stored nowhere and stands in no event.
 */
export function withdrawalCode({ config }: Pick<Platform, 'config'>, requestId: string): string {
  const key = hkdfSync(
    'sha256',
    Buffer.from(config.secrets.tokenKey, 'base64url'),
    '',
    'stowage withdrawal',
    32,
  )
  return `${requestId}.${createHmac('sha256', Buffer.from(key)).update(requestId).digest('base64url')}`
}
