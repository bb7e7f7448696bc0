import { type LoadCall, openCaller } from './http-load.ts'

const CONNECTIONS = 4
/** Between two calls of a connection: people look at what they got. */
const PACE_MS = 40

export const pause = async (milliseconds: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** People at work, each with his next call a moment after the last answer. @returns milliseconds of each, ascending */
export async function peopleAtWork(
  port: number,
  calls: readonly LoadCall[],
  seconds: number,
  isOver?: () => Promise<boolean>,
): Promise<number[]> {
  const taken: number[] = []
  const until = performance.now() + seconds * 1000
  let over = false
  const look = setInterval(() => {
    void isOver?.().then((found) => {
      over = found
    })
  }, 500)
  try {
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, person) => {
        const caller = await openCaller(port)
        await pause((person * PACE_MS) / CONNECTIONS)
        for (let turn = person; performance.now() < until && !over; turn += 1) {
          const call = calls[turn % calls.length]
          if (call === undefined) break
          const { status, milliseconds } = await caller.call(call)
          if (status !== 200) throw new Error(`${call.path}: ${status}`)
          taken.push(milliseconds)
          await pause(PACE_MS)
        }
        caller.close()
      }),
    )
  } finally {
    clearInterval(look)
  }
  return taken.sort((a, b) => a - b)
}
