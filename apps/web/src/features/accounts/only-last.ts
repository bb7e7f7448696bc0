/**
 * Does deeds one after another, of those that wait only the last: choices made faster than the line carries them would
 * otherwise arrive in any order, and an older one would stay.
 */
export function onlyLast(): (deed: () => Promise<unknown>) => void {
  let waiting: (() => Promise<unknown>) | null = null
  let isBusy = false
  const work = async (): Promise<void> => {
    isBusy = true
    for (let deed = waiting; deed !== null; deed = waiting) {
      waiting = null
      // What went wrong is the deed's own business; the next one is to be done all the same.
      await deed().catch(() => undefined)
    }
    isBusy = false
  }
  return (deed) => {
    waiting = deed
    if (!isBusy) void work()
  }
}
