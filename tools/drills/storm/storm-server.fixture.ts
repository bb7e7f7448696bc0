import { main } from '@stowage/server/main'
import { readConfig, type Config } from '@stowage/server/platform/config'

// The product's server with an account of Stripe's, which in production is set up on a screen. It lives until it is killed.
const stripe = JSON.parse(process.env['STORM_STRIPE'] ?? '[]') as Config['stripe']
const running = await main({ ...readConfig(process.env), stripe }, { webFolder: '/nowhere' })
process.once('SIGTERM', () => void running.close().then(() => process.exit(0)))
