import { resetFactorByOperator } from '@stowage/server/modules/accounts/index'
import { createClock, machineNow } from '@stowage/server/platform/clock'
import { readConfig } from '@stowage/server/platform/config'
import { connect } from '@stowage/server/platform/database/connect'
import { createTransact } from '@stowage/server/platform/database/transaction'
import { openDatabase } from './backup/open-database.ts'

const USAGE = `usage: npm run reset-second-factor -- person@example.org

Takes the second factor off an account, with the settings of the server (DATABASE_URL, or DATA_DIR), for a superUser who has lost
phone and recovery codes and whom no other superUser can help. All its sign-ins end, the password stays; the owner gets a mail.
`
const sentences = {
  done: 'The second factor is off, and all sign-ins of the account have ended.',
  'no account': 'No account has this e-mail address.',
  'no factor': 'This account has no second factor.',
} as const

async function run([email, ...more]: readonly string[]): Promise<number> {
  if (email === undefined || !email.includes('@') || more.length > 0) {
    process.stderr.write(USAGE)
    return 2
  }
  const config = readConfig({ DEMO: 'off', ...process.env })
  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
  const database = await openDatabase(config, say, { isNew: false })
  const { db, close } = connect(database.url, { max: 1 })
  try {
    // Deliveries are made for the handlers that servers have registered.
    const transact = createTransact(db, { handlersOf: () => [], machineNow, committed: () => undefined })
    const platform = { config, clock: createClock() }
    const outcome = await transact(async (tx) => await resetFactorByOperator(tx, platform, email))
    process.stdout.write(`${sentences[outcome]}\n`)
    return outcome === 'done' ? 0 : 1
  } finally {
    await close()
    await database.close()
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 2
})
