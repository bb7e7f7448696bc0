/** Who may speak on a line: one at a time, pulses before readings. */
export interface Turns {
  /** Runs `speak` when the line is free. */
  take<T>(isUrgent: boolean, speak: () => Promise<T>): Promise<T>
  /** When all that were waiting have spoken. */
  idle(): Promise<void>
}

export function createTurns(): Turns {
  const urgent: (() => Promise<void>)[] = []
  const patient: (() => Promise<void>)[] = []
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    for (let next = urgent.shift() ?? patient.shift(); next; next = urgent.shift() ?? patient.shift())
      await next()
    running = undefined
  }
  return {
    take: (isUrgent, speak) =>
      new Promise((resolve, reject) => {
        const turn = (): Promise<void> => speak().then(resolve, reject)
        ;(isUrgent ? urgent : patient).push(turn)
        running ??= run()
      }),
    idle: async () => {
      while (running) await running
    },
  }
}
