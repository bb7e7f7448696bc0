/** Which processors there are, and which of them serves which stock: set up by a superUser, read by what takes payments. */
export { processorsChanged } from './events.ts'
export { loadProcessorSettings } from './load-settings.ts'
export { processorSettingsRoutes } from './routes.ts'
export { assignmentsOf } from './processor-store.ts'
export {
  environmentSettings,
  methodsIn,
  offersAt,
  reachOf,
  type Assignment,
  type Offer,
  type PayKeeperSetting,
  type ProcessorSetting,
  type StripeSetting,
} from './processor-setting.ts'
