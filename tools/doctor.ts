import { type Config, ConfigError, readConfig } from '@stowage/server/platform/config'
import { openDatabase } from './backup/open-database.ts'
import { bad, type Finding, looked } from './doctor/finding.ts'
import { lookAtDatabase, lookAtPooler, lookAtReportsCopy } from './doctor/look-at-database.ts'
import { lookAtDisk, lookAtSettings } from './doctor/look-at-settings.ts'
import {
  lookAtFiles,
  lookAtMail,
  lookAtScanner,
  lookAtProcessors,
  lookAtSites,
  lookAtSources,
} from './doctor/look-outside.ts'

// `npm run doctor` with the settings of the server: looks at everything it needs, changes nothing, says it in plain words.
// Ends with 0 when a server can work, with 1 when something keeps it from that.
const SIGNS = { ok: 'ok   ', warn: 'look ', bad: 'WRONG' }

function say({ about, level, says }: Finding): void {
  process.stdout.write(`${SIGNS[level]}  ${about}: ${says}\n`)
}

async function look(): Promise<readonly Finding[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) return [bad('settings', error.message)]
    throw error
  }
  const found: Finding[] = [...lookAtSettings(config, process.env), ...lookAtDisk(config)]
  const begun = await openDatabase(config, (text) => void process.stderr.write(`${text}\n`), {
    isNew: false,
  }).catch((error: unknown) => (error as Error).message)
  if (typeof begun === 'string') found.push(bad('database', begun))
  else {
    try {
      found.push(...(await lookAtDatabase(begun.url, config)), ...(await lookAtPooler(config)))
      if (found.every(({ about, level }) => about !== 'migrations' || level === 'ok')) {
        found.push(...(await looked('processors', async () => await lookAtProcessors(begun.url, config))))
        found.push(...(await looked('sites', async () => await lookAtSites(begun.url))))
        found.push(...(await looked('external systems', async () => await lookAtSources(begun.url))))
      }
    } finally {
      await begun.close()
    }
  }
  if (config.reportsDatabaseUrl !== undefined)
    found.push(...(await lookAtReportsCopy(config.reportsDatabaseUrl, config.secrets.storageKey)))
  found.push(...(await looked('files', async () => await lookAtFiles(config))))
  found.push(...(await looked('virus scanner', async () => await lookAtScanner(config))))
  found.push(...(await looked('mail', async () => await lookAtMail(config))))
  return found
}

const found = await look()
for (const one of found) say(one)
const wrong = found.filter(({ level }) => level === 'bad').length
process.stdout.write(wrong === 0 ? 'A server can work with this.\n' : `${wrong} to be put right.\n`)
process.exitCode = wrong === 0 ? 0 : 1
