import pg from 'pg'
import { main } from '@stowage/server/main'
import { sealAudit } from '@stowage/server/platform/audit/seal'
import { machineNow } from '@stowage/server/platform/clock'
import type { Config } from '@stowage/server/platform/config'
import { migrate } from '@stowage/server/platform/database/migrate'
import { growCompany, type Patterns, type Volume } from './grow-company.ts'
import { makePatterns } from './make-patterns.ts'

/** Fills the empty database of the config with a company of that size and leaves it as one that has lived: sealed, with statistics. */
export async function fillCompany(
  config: Config,
  volume: Volume,
  say: (text: string) => void,
): Promise<Patterns> {
  const url = config.databaseUrl ?? ''
  await migrate(url)
  const patterns = await makePatterns(config)
  await growCompany(url, patterns, volume, say)
  await sealAll(config, say)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return patterns
}

/** Else the product that is started next seals a thousand records every three seconds, for as long as somebody measures it. */
async function sealAll(config: Config, say: (text: string) => void): Promise<void> {
  const running = await main({ ...config, port: 0, logLevel: 'warn' }, { manual: true })
  try {
    const begin = performance.now()
    let sealed = 0
    for (;;) {
      const count = await sealAudit(running.platform.transact, machineNow())
      if (count === 0) break
      sealed += count
    }
    say(`${sealed} records of the audit sealed in ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  } finally {
    await running.close()
  }
}
