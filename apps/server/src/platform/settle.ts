import type { Connection } from './database/connect.ts'
import type { Dispatcher } from './events/dispatcher.ts'
import type { Ticker } from './ticker.ts'

/**
 * Delivers all that waits and runs every job, until nothing is left to do.
 *
 * Facts before jobs: a payment that has come in must be settled before a job looks at holds. Jobs make facts and facts make work for
 * jobs, so twice around reaches rest; where the jobs changed nothing, it is reached (decision record 304).
 */
export async function settle(
  dispatcher: Pick<Dispatcher, 'drain'>,
  ticker: Pick<Ticker, 'runAll'>,
  changes: Connection['changes'],
): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await dispatcher.drain()
    if (!(await changes(ticker.runAll))) return
  }
  await dispatcher.drain()
}
