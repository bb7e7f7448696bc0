import type { Random } from '../../demo/random.ts'
import type { Stage } from './stage.ts'

/** A simulation that is under way. */
export interface Scene {
  readonly stage: Stage
  readonly random: Random
  /** What was said of a contract's price when it was booked: gross by the first day of each period. */
  readonly promised: Map<string, Map<string, number>>
  /** How often each thing was done, and how often it was refused. */
  readonly done: Map<string, number>
  now: Temporal.Instant
}

/** What may happen, by weight; the answer is the code of the catalogue, 0 where it was done, undefined where there was nothing to do it with. */
export type Act = readonly [weight: number, name: string, run: (scene: Scene) => Promise<number | undefined>]
