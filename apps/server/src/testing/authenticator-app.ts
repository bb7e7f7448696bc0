import { generateSync } from 'otplib'
import { machineNow } from '../platform/clock.ts'

/**
 * The code that an app shows for a secret. A code is good once: who needs two in one test takes that of the next half minute.
 * @param next how many half minutes from now
 */
export function codeOf(secret: string, next = 0): string {
  return generateSync({ secret, epoch: Math.floor(machineNow().epochMilliseconds / 1000) + next * 30 })
}
