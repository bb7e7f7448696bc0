import { monitorEventLoopDelay } from 'node:perf_hooks'
import { endWithParent, tell } from './children.ts'

// The product's server on DATABASE_URL with people who have nothing handed in yet, and a watch on its event loop.
const PEOPLE = Number(process.argv[2])
/** Of the watch, in ms; what it sees is this much too long. */
const RESOLUTION = 1

const { main } = await import('@stowage/server/main')
const { readConfig } = await import('@stowage/server/platform/config')
const { createAccount, hashPassword } = await import('@stowage/server/modules/accounts/index')
const running = await main(readConfig(process.env))
endWithParent(running.close)
const { platform, modules } = running
const passwordHash = await hashPassword('stowage-bench')
const people: { id: string; token: string }[] = []
for (let index = 0; index < PEOPLE; index += 1) {
  const { id } = await platform.transact(
    async (tx) =>
      await createAccount(tx, {
        email: `kyc${index}@tenants.example`,
        passwordHash,
        platformRole: 'client',
        language: 'en',
        accountType: 'individual',
        firstName: 'Person',
        lastName: String(index),
        country: 'DE',
        city: 'Berlin',
        at: platform.clock.now(),
      }),
  )
  people.push({ id, token: await modules.accounts.openSessionFor(id) })
}
const watch = monitorEventLoopDelay({ resolution: RESOLUTION })
watch.enable()
// What one turn of the loop took of a core: other processes of the machine, which the watch cannot tell from a held loop, have no part in it.
let before = process.threadCpuUsage()
let most = 0
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  most = Math.max(most, (user + system) / 1000)
}, RESOLUTION)

/** What the loop was held since the last question, in ms. */
export interface Held {
  readonly cpu: number
  readonly longest: number
  readonly p99: number
}

process.on('message', () => {
  tell({
    cpu: most,
    longest: Math.max(0, watch.max / 1e6 - RESOLUTION),
    p99: Math.max(0, watch.percentile(99) / 1e6 - RESOLUTION),
  } satisfies Held)
  watch.reset()
  most = 0
})
tell({ port: running.port, people })
