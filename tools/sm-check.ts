import { parseArgs } from 'node:util'
import { readConfig } from '@stowage/server/platform/config'
import { connect } from '@stowage/server/platform/database/connect'
import { createSealer } from '@stowage/server/platform/seal'
import { readExternalSystem } from '@stowage/server/modules/catalog/external-system-view'
import { checkSource } from '@stowage/server/modules/management-system/check-source'
import { databaseKinds, type DatabaseKind } from '@stowage/domain/database-kind'
import { directUrl } from './backup/open-database.ts'
import { reportOf } from './sm-report.ts'

const usage = `Reads the views of an external management system (SSR 1) and says what the next reading would find. Nothing is kept.

  SM_PASSWORD=… npm run sm-check -- --server HOST --name DATABASE --user USER --site ID [--port 5432] [--kind ${databaseKinds.join('|')}]
  DATABASE_URL=… STORAGE_KEY=… npm run sm-check -- --stock ID     with what the settings of a stock say

Ends with 0 when everything is in order, 1 when something is wrong, 2 when it could not be asked.
`

type System = Parameters<typeof checkSource>[0]

async function given(): Promise<System | undefined> {
  const { values } = parseArgs({
    options: {
      stock: { type: 'string' },
      server: { type: 'string' },
      port: { type: 'string' },
      name: { type: 'string' },
      user: { type: 'string' },
      site: { type: 'string' },
      kind: { type: 'string' },
    },
  })
  if (values.stock !== undefined) return await ofStock(values.stock)
  const { server, name, user, site, port, kind } = values
  const known = databaseKinds.find((one): one is DatabaseKind => one === kind)
  if (!server || !name || !user || !site || (kind !== undefined && known === undefined)) return undefined
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    return undefined
  return {
    siteId: site,
    server,
    name,
    username: user,
    port: port === undefined ? null : Number(port),
    kind: known ?? null,
    takesCommands: false,
    password: process.env['SM_PASSWORD'] ?? '',
  }
}

async function ofStock(stockId: string): Promise<System | undefined> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const url = directUrl(process.env)
  if (url === undefined) return undefined
  const { db, close } = connect(url, { max: 1 })
  try {
    const found = await readExternalSystem(db, stockId)
    if (found === undefined) throw new Error(`there is no stock ${stockId}`)
    const { sealedPassword, ...system } = found
    const sealer = createSealer(config.secrets.storageKey, 'stock-database')
    return { ...system, password: sealedPassword === null ? null : sealer.openText(sealedPassword, stockId) }
  } finally {
    await close()
  }
}

async function run(): Promise<number> {
  const system = await given()
  if (system === undefined) {
    process.stderr.write(usage)
    return 2
  }
  const report = await checkSource(system)
  if (report.trouble !== null) {
    process.stdout.write(`${report.trouble}: ${report.reason}\n`)
    return 2
  }
  const { lines, isSound } = reportOf(report.views, system.username ?? 'the user')
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  process.stdout.write(isSound ? 'Everything is in order.\n' : 'The rows and columns above want mending.\n')
  return isSound ? 0 : 1
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  return 2
})
