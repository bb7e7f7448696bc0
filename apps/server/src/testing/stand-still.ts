import { vi } from 'vitest'

/** The machine's clock stands while something is done: no second, no half minute and no day ends in the middle of it. */
export async function standStill<Result>(run: () => Promise<Result>): Promise<Result> {
  const stands = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  return await run().finally(() => stands.mockRestore())
}
