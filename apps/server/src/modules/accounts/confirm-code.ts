import type { Platform } from '../../platform/platform.ts'
import { deriveKeys, mac } from './keys.ts'

/** The code of a link that confirms an e-mail address, for the mail alone: it is stored nowhere and stands in no event. */
export function confirmCodeFor(platform: Pick<Platform, 'config'>, confirmId: string): string {
  const { reset } = deriveKeys(platform.config.secrets.tokenKey)
  return `${confirmId}.${mac(reset, `confirm ${confirmId}`)}`
}
