export type { BusinessClock, ConsoleDeps } from './console/clock-calls.ts'
export type { RunningSite, SiteControl } from './console/site-control.ts'
export type { SiteSetup } from './kept-setup.ts'
export type { LocksControl } from './locks/control.ts'
export type { LockConfig, SiteEvent } from './locks/site-records.ts'
export { startLocksServer, type LocksServer, type LocksServerOptions } from './locks/start-locks-server.ts'
export type { Mail, MailAttachment } from './mail/read-mail.ts'
export { startMailbox, type Mailbox } from './mail/start-mailbox.ts'
export type { DeliveryMode, Invoice, Payment } from './paykeeper/cabinet-records.ts'
export { TEST_CARDS } from './paykeeper/cards.ts'
export type { PayKeeperControl } from './paykeeper/control.ts'
export { startPayKeeper, type PayKeeper, type PayKeeperOptions } from './paykeeper/start-paykeeper.ts'
export {
  startSimulators,
  type Simulators,
  type SimulatorsOptions,
  type SiteWhere,
} from './start-simulators.ts'
export type { PayWith, StripeControl } from './stripe/control.ts'
export { startStripe, type StripeOptions, type StripeSimulator } from './stripe/start-stripe.ts'
