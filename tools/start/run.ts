import path from 'node:path'
import { main } from '@stowage/server/main'
import { type Config, readConfig } from '@stowage/server/platform/config'
import { refuseHeldFolder } from '../postgres/data-lock.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { buildHelpIfNeeded } from './build-help.ts'
import { buildWebIfNeeded } from './build-web.ts'
import { openPort } from './open-port.ts'
import { demoAccounts } from './demo-accounts.ts'
import { fillCompanyIfNeeded } from './demo-company.ts'
import { type DemoWorld, startDemoWorld } from './demo-world.ts'
import { type Lifetime, say } from './lifetime.ts'

/**
 * `npm start`: PostgreSQL unless DATABASE_URL names one, the web app, with DEMO=on the simulators and the demo company,
 * and the server, all ending together.
 */
export async function run(lifetime: Lifetime, { buildWeb }: { readonly buildWeb: boolean }): Promise<void> {
  const given = await readSettings()
  // Neither needs the other, and both take their time at the first start.
  const [withData] = await Promise.all([
    withDatabase(given, lifetime),
    ...(buildWeb ? [buildWebIfNeeded(), buildHelpIfNeeded()] : []),
  ])
  const world = given.demo ? await startDemo(withData, lifetime) : undefined
  const server = await main(world?.config ?? withData, world ? { extend: world.extend } : {})
  await lifetime.started('The server', server.close)
  await world?.ready(server)
  announce(server.url, given.demo ? await demoAccounts(server.platform.db) : undefined)
}

/** Port 0 asks for any free one; it is chosen now, because addresses that others are told carry it. */
async function readSettings(): Promise<Config> {
  // Whoever starts it here reads our sentences; the log speaks up when something is wrong.
  const environment = { LOG_LEVEL: 'warn', ...process.env }
  const given = readConfig(environment)
  if (given.databaseUrl === undefined) await refuseHeldFolder(databaseFolder(given))
  const port = await openPort(given.port, given.host)
  return port === given.port ? given : readConfig({ ...environment, PORT: String(port) })
}

const databaseFolder = ({ dataDir }: Config): string => path.join(dataDir, 'postgres')

async function withDatabase(config: Config, lifetime: Lifetime): Promise<Config> {
  if (config.databaseUrl !== undefined) return config
  const postgres = await startPostgres({
    dataDir: databaseFolder(config),
    durable: true,
    log: say,
  })
  let asked = false
  await lifetime.started('PostgreSQL', async () => {
    asked = true
    await postgres.stop()
  })
  void postgres.ended.then(() => {
    if (!asked)
      void lifetime.end(
        1,
        'PostgreSQL has ended by itself; so does Stowage. Its last words are in the log beside the data.',
      )
  })
  return { ...config, databaseUrl: postgres.url }
}

async function startDemo(config: Config, lifetime: Lifetime): Promise<DemoWorld> {
  await fillCompanyIfNeeded(config, lifetime)
  return await startDemoWorld(config, lifetime)
}

/** @param accounts what the demo has to say of them; undefined: it is no demo */
function announce(url: string, accounts: readonly string[] | undefined): void {
  const lines =
    accounts === undefined ? [] : [...accounts, `  mails, payments, doors and the clock:  ${url}/simulators`]
  say(['', `Stowage is ready: ${url}`, ...lines, 'Ctrl-C stops it.'].join('\n'))
}
