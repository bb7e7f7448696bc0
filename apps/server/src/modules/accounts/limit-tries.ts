import { machineNow } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/platform.ts'
import { fail } from '../../platform/failure.ts'
import { deriveKeys, mac, type Keys } from './keys.ts'
import { countTry, forgetTries, uncountTry } from './try-store.ts'

const WINDOW_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000
/** Wrong passwords, and wrong codes, of one account (reliability, "login, PIN"). */
const GUESSES = 10
const GUESSES_OF_DAY = 100

export interface Tries {
  /** Counts a try. @throws Failure 9129 with the seconds to wait when `limit` were made in 15 minutes */
  take(name: string, limit: number, accountId?: string | null): Promise<Taken>
  /** The same for 24 hours: what stays bearable in a quarter of an hour is a flood when it goes on all day. */
  takeOfDay(name: string, limit: number, accountId?: string | null): Promise<Taken>
  /** Counts a guess at a secret of an account: ten in 15 minutes, a hundred a day. */
  takeGuess(name: string, accountId: string | null): Promise<Guess>
  /** Everything counted under the name is forgiven. */
  forget(name: string): Promise<void>
}

export interface Taken {
  /** The try was a right one and does not count. */
  giveBack(): Promise<void>
}

/** `today`: how many guesses count in 24 hours, this one among them. */
export interface Guess extends Taken {
  readonly today: number
}

/** The same counter for what other modules bound: names are theirs. */
export function triesOf({ db, config }: Pick<Platform, 'db' | 'config'>): Tries {
  return createTries(db, deriveKeys(config.secrets.tokenKey))
}

/**
 * Bounds guessing per thing that is guessed at, never per address: whoever commands many addresses, or writes a
 * forwarded-for header, gains nothing. Kept in the database: a restart or a second server does not lift it.
 */
export function createTries(db: Database, keys: Keys): Tries {
  const take = async (
    name: string,
    limit: number,
    windowMs: number,
    accountId: string | null = null,
  ): Promise<Guess> => {
    const key = mac(keys.tries, name)
    const now = machineNow().epochMilliseconds
    const { refused, oldest, count } = await countTry(db, { key, limit, windowMs, now })
    if (refused) {
      const seconds = Math.max(1, Math.ceil((oldest + windowMs - now) / 1000))
      const refusal = { kind: 'too-many-tries', accountId } as const
      fail(9129, { retryAfterSeconds: seconds, params: { seconds }, refusal })
    }
    return { today: count, giveBack: async () => await uncountTry(db, key, now) }
  }
  return {
    take: async (name, limit, accountId) => await take(name, limit, WINDOW_MS, accountId),
    takeOfDay: async (name, limit, accountId) => await take(`day ${name}`, limit, DAY_MS, accountId),
    async takeGuess(name, accountId) {
      const taken = await take(name, GUESSES, WINDOW_MS, accountId)
      try {
        const { today, giveBack } = await take(`day ${name}`, GUESSES_OF_DAY, DAY_MS, accountId)
        return {
          today,
          async giveBack() {
            await taken.giveBack()
            await giveBack()
          },
        }
      } catch (error) {
        await taken.giveBack()
        throw error
      }
    },
    async forget(name) {
      for (const counted of [name, `day ${name}`]) await forgetTries(db, mac(keys.tries, counted))
    },
  }
}
