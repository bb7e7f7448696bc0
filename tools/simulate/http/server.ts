import { main, type MainOptions } from '@stowage/server/main'
import { readConfig } from '@stowage/server/platform/config'
import { money, type Currency } from '@stowage/domain/money'

type Extend = NonNullable<MainOptions['extend']>
type Server = Parameters<Extend>[1]

/** What a simulation may ask for, beside the product's own calls: a payload and what becomes of it. */
function orders({
  settle,
  moveClock,
  platform,
  modules,
}: Server): Record<string, (body: never) => Promise<object>> {
  return {
    clock: async ({ to }: { to: string }) => {
      await moveClock({ offsetMs: Date.parse(to) - Date.now() })
      await settle()
      return {}
    },
    settle: async () => {
      await settle()
      return {}
    },
    session: async ({ accountId }: { accountId: string }) => ({
      token: await modules.accounts.openSessionFor(accountId),
    }),
    // A transfer as it stands on the bank's statement: any sum, for any document.
    transfer: async ({ amount, currency, ...about }: Transfer) =>
      await platform.transact(
        async (tx) =>
          await modules.payments.recordManual(tx, {
            ...about,
            amount: money(amount, currency),
            at: platform.clock.now(),
          }),
      ),
  }
}

interface Transfer {
  readonly reference: string
  readonly accountId: string
  readonly stockId: string
  readonly amount: number
  readonly currency: Currency
  readonly createdById: string
}

async function mount(app: Parameters<Extend>[0], server: Server): Promise<void> {
  for (const [name, run] of Object.entries(orders(server)))
    app.route({
      method: 'POST',
      url: `/simulation/${name}`,
      config: { rateLimit: false },
      handler: async (request) => await run(request.body as never),
    })
  await Promise.resolve()
}

// The server of a simulation as a process of its own, which may be killed at any moment. Business time stands still but for what
// the simulation says, and jobs run when it says so.
const running = await main(readConfig(process.env), {
  manual: true,
  webFolder: `${process.env['DATA_DIR']}/no-web`,
  extend: mount,
})
process.once('SIGTERM', () => void running.close().then(() => process.exit(0)))
