import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Config, readConfig } from '@stowage/server/platform/config'
import { migrate } from '@stowage/server/platform/database/migrate'
import { fillTenancies } from '../volume/fill-tenancies.ts'
import type { Night } from './bill-night.ts'
import { type Child, startChild } from './children.ts'
import { createDatabase, openFolder, openServer, withDatabase } from './databases.ts'
import type { Started } from './stage.ts'

/** A company of contracts that each have one invoice due on one night, for as many of those nights as are wanted. */
export interface Nights {
  readonly config: Config
  readonly databaseUrl: string
  /** The server on a fresh copy of the company, on an evening before: `still` does nothing by itself, `alive` is as it is in use. */
  begin(how: 'still' | 'alive'): Promise<Child<Started>>
  close(): Promise<void>
}

export interface NightOptions {
  readonly contracts: number
  readonly rounds: number
  readonly execArgv: readonly string[]
  /** A folder that keeps the filled database for the next run. */
  readonly keep: string | undefined
}

/** The night of one server that `begin` has brought up. */
export const billNight = async (server: Child<Started>): Promise<Night> => await server.ask<Night>('bill')

export async function openNights(
  say: (text: string) => void,
  { contracts, execArgv, keep }: NightOptions,
): Promise<Nights> {
  const { folder, closing, close } = openFolder(os.tmpdir(), keep)
  try {
    const server = await openServer(folder, closing, say)
    const company = `stowage_billing_${contracts}`
    const filled = withDatabase(server, company)
    const databaseUrl = withDatabase(server, 'stowage_night')
    const env = {
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      PORT: '0',
      DATA_DIR: path.join(folder, `data-${contracts}`),
      LOG_LEVEL: 'warn',
      SMTP_URL: '',
      RATE_LIMIT_PER_MINUTE: '100000000',
    }
    const config = readConfig(env)
    // What a server kept there it saw of another copy; the keys beside it are those of the company.
    const forgetFiles = (): void =>
      fs.rmSync(path.join(config.dataDir, 'files'), { recursive: true, force: true })
    const kept = path.join(folder, `contracts-${contracts}`)
    if (fs.existsSync(kept)) await migrate(filled)
    else {
      say(`Filling ${contracts} contracts`)
      forgetFiles()
      await createDatabase(server, company)
      await migrate(filled)
      // All begin on one day, so that the evening before and the night are a day apart and pages find the same in both.
      await fillTenancies(
        { ...config, databaseUrl: filled },
        { contracts, stocks: 100, from: '2026-11-01', withinDays: 1, everyBalance: 10 },
      )
      fs.writeFileSync(kept, '')
    }
    return {
      config,
      databaseUrl,
      async begin(how) {
        await createDatabase(server, 'stowage_night', company)
        forgetFiles()
        return await startChild<Started>('bill-night.ts', {
          log: path.join(folder, 'night.log'),
          env,
          words: [how],
          execArgv,
        })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
