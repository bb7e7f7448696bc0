/** For tests of the adapters, which live where no simulator may be imported. */
export { startPayKeeper } from '@stowage/simulators/paykeeper/start-paykeeper'
export { startStripe } from '@stowage/simulators/stripe/start-stripe'
export type { StripeControl } from '@stowage/simulators/stripe/control'
