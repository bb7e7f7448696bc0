import { createLog, type Log } from '../platform/log.ts'

const MOST = 200
const held = globalThis as { stowageLogOfTests?: string[] }
const lines = (held.stowageLogOfTests ??= [])

/**
 * The log of a server in tests. Tests provoke errors on purpose: it is kept, and shown only with a test that fails
 * (tools/testing/say-log.ts). LOG_LEVEL in the environment shows it as it comes.
 */
export function createKeptLog(level: string): Log {
  if (process.env['LOG_LEVEL'] !== undefined) return createLog(level)
  return createLog(level, {
    write(line) {
      lines.push(line)
      if (lines.length > MOST) lines.shift()
    },
  })
}
