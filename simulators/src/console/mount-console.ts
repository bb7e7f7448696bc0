import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Mailbox } from '../mail/start-mailbox.ts'
import type { PayKeeper } from '../paykeeper/start-paykeeper.ts'
import type { SimulatedSmsGateway } from '../sms/start-sms-gateway.ts'
import { clockCalls, type ConsoleDeps } from './clock-calls.ts'
import { answerRefusals } from './console-error.ts'
import { mailCalls } from './mail-calls.ts'
import { paymentCalls } from './payment-calls.ts'
import { siteCalls } from './site-calls.ts'
import type { RunningSite } from './site-control.ts'
import { stripeCalls } from './stripe-calls.ts'
import type { StripeSimulator } from '../stripe/start-stripe.ts'
import { smsCalls } from './sms-calls.ts'

const BASE = '/simulators/api'

export interface Simulated {
  readonly mailbox: Mailbox
  readonly phones: SimulatedSmsGateway
  readonly cabinets: ReadonlyMap<string, PayKeeper>
  readonly stripe: StripeSimulator
  readonly sites: ReadonlyMap<string, RunningSite>
}

/** Mounts the JSON calls of the console (shapes: console-types.ts). Whoever reaches them commands the demo: never in production. */
export async function mountConsole(
  app: FastifyInstance,
  simulated: Simulated,
  deps: ConsoleDeps = {},
): Promise<void> {
  // The page asks every second; the limit of the surrounding server is for strangers.
  const open: RouteShorthandOptions = { config: { rateLimit: false } }
  await app.register(
    async (scope) => {
      answerRefusals(scope)
      mailCalls(scope, simulated.mailbox, open, BASE)
      smsCalls(scope, simulated.phones, open)
      paymentCalls(scope, simulated.cabinets, open)
      stripeCalls(scope, simulated.stripe, open)
      siteCalls(scope, simulated.sites, open)
      clockCalls(scope, deps, open)
    },
    { prefix: BASE },
  )
}
