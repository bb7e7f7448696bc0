import type { Platform } from '../../../platform/platform.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { Processor } from '../processor.ts'
import type { ProcessorSetting } from './processor-setting.ts'

/** What every use case of the settings works with. */
export interface SettingsDesk {
  readonly platform: Platform
  readonly sealer: Sealer
  /** Makes the adapter of these settings; calls nobody. */
  readonly createProcessor: (setting: ProcessorSetting) => Processor
}
