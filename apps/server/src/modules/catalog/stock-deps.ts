import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { MayReach } from './check-stock.ts'

/** What writing a stock needs beside its transaction. */
export interface StockDeps {
  readonly clock: Clock
  readonly config: Config
  readonly sealer: Sealer
  readonly mayReachLocks: MayReach
  readonly mayReachSource: MayReach
}
