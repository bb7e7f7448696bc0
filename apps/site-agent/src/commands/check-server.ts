import { reasonOf } from '../carriers/reason-of.ts'

const WITHIN_MS = 5000
/** From which on the agent calls its clock wrong, and the server warns; at 60 s nobody believes a signature. */
const SKEW_S = 20

/** Whether the server can be reached from here, and agrees what time it is. @returns what is wrong, a sentence each */
export async function checkServer(server: string): Promise<string[]> {
  const before = Date.now()
  try {
    const response = await fetch(new URL('/api/health', server), {
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    await response.body?.cancel()
    return checkClock(response.headers.get('date'), (before + Date.now()) / 2)
  } catch (error) {
    return [`server: ${server} cannot be reached: ${reasonOf(error)}.`]
  }
}

function checkClock(date: string | null, here: number): string[] {
  const there = Date.parse(date ?? '')
  const seconds = Math.round((there - here) / 1000)
  if (Number.isNaN(seconds) || Math.abs(seconds) <= SKEW_S) return []
  return [
    `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the server's: let it follow NTP ("timedatectl set-ntp true").`,
  ]
}
