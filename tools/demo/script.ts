import type { Desk } from './desk.ts'

/** Something that happens on a day: counted from the day of filling, so always below zero. */
export interface Step {
  readonly day: number
  readonly act: () => Promise<void>
}

/** Tells the past in the order of time, all stories at once: on each day the invoices that came are paid, then it goes on. */
export async function play(desk: Desk, steps: readonly Step[]): Promise<void> {
  for (const [day, ofDay] of Map.groupBy(
    steps.toSorted((a, b) => a.day - b.day),
    (step) => step.day,
  )) {
    await desk.at(day)
    await desk.payOpenInvoices()
    for (const step of ofDay) await step.act()
  }
}
