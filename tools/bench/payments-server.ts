import { main } from '@stowage/server/main'
import { readConfig, type Config } from '@stowage/server/platform/config'
import { endWithParent, tell } from './children.ts'

// The product's server with an account of Stripe's, at a business time at which nothing else is due.
const stripe = JSON.parse(process.env['BENCH_STRIPE'] ?? '[]') as Config['stripe']
const at = process.env['BENCH_NOW'] ?? ''
const running = await main({ ...readConfig(process.env), stripe }, { webFolder: '/nowhere' })
running.platform.clock.follow(Date.parse(at) - Date.now())
endWithParent(running.close)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  tell((user + system) / 1e6)
})
tell({ port: running.port })
