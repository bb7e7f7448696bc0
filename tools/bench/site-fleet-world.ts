import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { main } from '@stowage/server/main'
import type { Config } from '@stowage/server/platform/config'
import { fillCompany } from '../volume/fill-company.ts'
import { volumeId, type Volume } from '../volume/grow-company.ts'
import { createDatabase } from './databases.ts'
import { lockIdAt } from './fill-world.ts'
import type { PlayedSite } from './site-fleet.ts'

export const LOCKS_A_SITE = 600
/** Of a hundred sites, so many are called at the address of their stock; the others open a tunnel. */
const DIRECT_PERCENT = 20
/** Contracts fill the first stocks: so many of a hundred sites have a full list of who may open. */
const FULL_PERCENT = 10

/** The database of a company whose every stock has a site, and the keys of those sites; kept with its folder. */
export async function fillFleet(
  server: string,
  config: Config,
  wish: {
    readonly folder: string
    readonly name: string
    readonly sites: number
    readonly directPort: number
  },
  say: (text: string) => void,
): Promise<PlayedSite[]> {
  const kept = path.join(wish.folder, `${wish.name}.json`)
  const url = config.databaseUrl ?? ''
  if (!fs.existsSync(kept)) {
    await createDatabase(server, wish.name)
    await fillCompany(config, volumeOf(wish.sites), say)
    const sites = await registerSites(config, wish.sites)
    fs.writeFileSync(kept, JSON.stringify(sites), { mode: 0o600 })
  }
  const sites = JSON.parse(fs.readFileSync(kept, 'utf8')) as PlayedSite[]
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // A list names who has a PIN; what stands behind this one nobody types.
    await client.query(`update account set pin_hash = 'scrypt-14-8-1$${'A'.repeat(22)}$${'B'.repeat(43)}'`)
    await client.query('update stock set router_ip = null, service_port = null')
    await client.query(`update stock set router_ip = '127.0.0.1', service_port = $1 where id = any($2)`, [
      wish.directPort,
      sites.filter(({ carrier }) => carrier === 'direct').map(({ siteId }) => siteId),
    ])
    await client.query('truncate site_tunnel')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return sites
}

function volumeOf(sites: number): Volume {
  const contracts = Math.round((sites * LOCKS_A_SITE * FULL_PERCENT) / 100)
  return {
    stocks: sites,
    boxesPerStock: LOCKS_A_SITE,
    accounts: Math.max(100, Math.round(contracts / 2)),
    contracts,
    documentsPerContract: 1,
    auditRecords: 0,
    mails: 0,
    doorRecords: 0,
  }
}

async function registerSites(config: Config, count: number): Promise<PlayedSite[]> {
  const running = await main(
    { ...config, port: 0, logLevel: 'warn' },
    { manual: true, webFolder: '/nowhere' },
  )
  try {
    const sites: PlayedSite[] = []
    for (let number = 1; number <= count; number += 1) {
      const site = {
        siteId: volumeId('stock', number),
        keyId: `fleet-${number}`,
        secret: randomBytes(32).toString('base64url'),
      }
      await running.modules.access.sites.register(running.platform.transact, {
        stockId: site.siteId,
        keyId: site.keyId,
        secret: site.secret,
      })
      sites.push({ ...site, carrier: (number * 37) % 100 < DIRECT_PERCENT ? 'direct' : 'tunnel' })
    }
    return sites
  } finally {
    await running.close()
  }
}

export const fleetLockIds = (): string[] =>
  Array.from({ length: LOCKS_A_SITE }, (_, index) => lockIdAt(index))
