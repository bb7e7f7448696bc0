import path from 'node:path'
import { main } from '@stowage/server/main'
import { type Config, readConfig } from '@stowage/server/platform/config'
import { startPostgres } from '../postgres/start-postgres.ts'
import { buildWebIfNeeded } from './build-web.ts'
import { checkPort } from './check-port.ts'
import { type Lifetime, say } from './lifetime.ts'

/**
 * `npm start`: PostgreSQL unless DATABASE_URL names one, the web app, with DEMO=on the simulators and the demo company,
 * and the server, all ending together.
 */
export async function run(lifetime: Lifetime, { buildWeb }: { readonly buildWeb: boolean }): Promise<void> {
  const given = readConfig(process.env)
  await checkPort(given.port, given.host)
  // Neither needs the other, and both take their time at the first start.
  const [config] = await Promise.all([
    withDatabase(given, lifetime),
    buildWeb ? buildWebIfNeeded() : undefined,
  ])
  const server = await main(config)
  await lifetime.started('The server', server.close)
  say(`Stowage is ready: ${server.url}`)
}

async function withDatabase(config: Config, lifetime: Lifetime): Promise<Config> {
  if (config.databaseUrl !== undefined) return config
  const postgres = await startPostgres({
    dataDir: path.join(config.dataDir, 'postgres'),
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
