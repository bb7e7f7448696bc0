import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { main } from '@stowage/server/main'
import { type Config, readConfig } from '@stowage/server/platform/config'
import { migrate } from '@stowage/server/platform/database/migrate'
import { fillCompany } from '../volume/fill-company.ts'
import { largeCompany, type Patterns, type Volume } from '../volume/grow-company.ts'
import { openPort } from '../start/open-port.ts'
import { type Child, startChild } from './children.ts'
import { createDatabase, gatherStatistics, openFolder, openServer, withDatabase } from './databases.ts'
import { tokenMaker } from './fill-world.ts'
import type { Started } from './stage.ts'

/**
 * `large` is the company that most targets speak of, minutes to fill; `load` that of the load drill; `chain` the largest operator of
 * Europe, that those of reports and of growth speak of, a quarter of an hour; `tenth` is a tenth of it, and `small` is filled in seconds: for
 * trying the bench.
 */
export const companies = {
  large: largeCompany,
  chain: {
    stocks: 340,
    boxesPerStock: 794,
    accounts: 200_000,
    contracts: 230_000,
    documentsPerContract: 13,
    auditRecords: 1000,
    mails: 1000,
    doorRecords: 1000,
  },
  tenth: {
    stocks: 34,
    boxesPerStock: 794,
    accounts: 20_000,
    contracts: 23_000,
    documentsPerContract: 13,
    auditRecords: 1000,
    mails: 1000,
    doorRecords: 1000,
  },
  /** What the others are held against as they grow: few warehouses, each as large as theirs. */
  little: {
    stocks: 5,
    boxesPerStock: 794,
    accounts: 3000,
    contracts: 3000,
    documentsPerContract: 13,
    auditRecords: 1000,
    mails: 1000,
    doorRecords: 1000,
  },
  /** Of `npm run drill:load`: 100,000 contracts and a million invoices, and boxes enough that are free. */
  load: {
    stocks: 250,
    boxesPerStock: 600,
    accounts: 60_000,
    contracts: 100_000,
    documentsPerContract: 10,
    auditRecords: 1000,
    mails: 1000,
    doorRecords: 1000,
  },
  /** The same for trying the drill. */
  trial: {
    stocks: 15,
    boxesPerStock: 600,
    accounts: 3000,
    contracts: 3000,
    documentsPerContract: 10,
    auditRecords: 1000,
    mails: 1000,
    doorRecords: 1000,
  },
  small: {
    stocks: 5,
    boxesPerStock: 600,
    accounts: 3000,
    contracts: 3000,
    documentsPerContract: 5,
    auditRecords: 15_000,
    mails: 6000,
    doorRecords: 6000,
  },
} as const satisfies Record<string, Volume>
export type CompanySize = keyof typeof companies

/** A company of that size on a PostgreSQL, and the product and the bare server beside it, each in a process of its own. */
export interface VolumeStage {
  readonly volume: Volume
  readonly patterns: Patterns
  readonly databaseUrl: string
  readonly config: Config
  readonly product: Child<Started>
  readonly bare: Child<Started>
  readonly say: (text: string) => void
  /** Of the superUser: the lists are read as he sees them, which is all there is. */
  token(): Promise<string>
  close(): Promise<void>
}

/** @param options.keep a folder that keeps the filled database for the next run; newer migrations are applied to it */
export async function setVolumeStage(
  say: (text: string) => void,
  size: CompanySize,
  options: { readonly keep?: string | undefined; readonly execArgv?: readonly string[] } = {},
): Promise<VolumeStage> {
  const volume = companies[size]
  const { folder, closing, close } = openFolder(os.tmpdir(), options.keep)
  try {
    const server = await openServer(folder, closing, say)
    const name = `stowage_volume_${size}`
    const databaseUrl = withDatabase(server, name)
    const port = await openPort(0, '127.0.0.1')
    const env = {
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: path.join(folder, 'data'),
      RATE_LIMIT_PER_MINUTE: '100000000',
      LOG_LEVEL: 'info',
      SMTP_URL: '',
    }
    const config = readConfig(env)
    const kept = path.join(folder, `${name}.json`)
    if (!fs.existsSync(kept)) {
      say(`Filling a ${size} company: ${JSON.stringify(volume)}`)
      await createDatabase(server, name)
      fs.writeFileSync(kept, JSON.stringify(await fillCompany(config, volume, say)), { mode: 0o600 })
    } else {
      await migrate(databaseUrl)
      await gatherStatistics(databaseUrl)
    }
    const patterns = JSON.parse(fs.readFileSync(kept, 'utf8')) as Patterns
    const product = await startChild<Started>('server.ts', {
      log: path.join(folder, 'server.log'),
      env,
      execArgv: options.execArgv ?? [],
    })
    closing.push(product.stop)
    const bare = await startChild<Started>('bare-server.ts', {
      log: path.join(folder, 'bare.log'),
      env: { DATABASE_URL: databaseUrl },
    })
    closing.push(bare.stop)
    const maker = tokenMaker(config)
    return {
      volume,
      patterns,
      databaseUrl,
      config,
      product,
      bare,
      say,
      token: async () => await maker(patterns.superUserId),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The product once more, in this process, which answers only what it is asked: for looking at what it does inside. */
export const startQuietly = async ({ config }: VolumeStage): Promise<Awaited<ReturnType<typeof main>>> =>
  await main({ ...config, port: 0, logLevel: 'warn' }, { manual: true, webFolder: '/nowhere' })
