import { randomBytes } from 'node:crypto'
import { createRegistry } from '@stowage/server/modules/payments/registry'
import { ProcessorError } from '@stowage/server/modules/payments/processor'
import { machineNow } from '@stowage/server/platform/clock'
import type { Config } from '@stowage/server/platform/config'
import { connect } from '@stowage/server/platform/database/connect'
import { openFiles } from '@stowage/server/platform/files/open-files'
import { mailEncryption } from '@stowage/server/platform/line-encryption'
import { probeScanner } from '@stowage/server/platform/files/scan-upload'
import { probeMail } from '@stowage/server/platform/mail/probe'
import { createLog } from '@stowage/server/platform/log'
import type { Platform } from '@stowage/server/platform/platform'
import { bad, type Finding, ok, warn } from './finding.ts'
import { isPlainStorage } from './look-at-settings.ts'

/** A file is put, read and removed. */
export async function lookAtFiles(config: Config): Promise<Finding[]> {
  const files = openFiles(config)
  const where = config.objectStorage?.endpoint ?? `${config.dataDir}/files`
  const key = `doctor/${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(64)
  await files.put(key, bytes)
  const back = await files.get(key)
  await files.remove(key)
  if (back?.equals(bytes) !== true)
    return [bad('files', `${where} gives back something else than it was given`)]
  const found = [ok('files', `${where} keeps and gives back`)]
  if (isPlainStorage(config))
    found.push(
      warn('files', 'plain http: floor plans and photos are readable on their way; documents are sealed'),
    )
  return found
}

/** Signs in at the mail server; no mail is sent. */
export async function lookAtMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Finding[]> {
  if (smtpUrl === undefined) return [warn('mail', 'SMTP_URL is not set: mails wait in their table')]
  const { hostname, port } = new URL(smtpUrl)
  const fault = await probeMail(smtpUrl)
  const place = `${hostname}:${port === '' ? '25' : port}`
  const line = {
    required: ok('mail', 'encryption with a valid certificate is required'),
    offered: ok('mail', 'a private host: encrypted where it offers that'),
    plain: warn('mail', 'SMTP_URL says plain: password and links to new passwords are readable on their way'),
  }[mailEncryption(smtpUrl)]
  return [
    fault === undefined
      ? ok('mail', `${place} lets us in`)
      : bad('mail', `${place} does not let us in (${fault})`),
    line,
  ]
}

/** Whether the virus scanner answers; no file is sent. */
export async function lookAtScanner({ virusScanner }: Pick<Config, 'virusScanner'>): Promise<Finding[]> {
  if (virusScanner === undefined)
    return [warn('virus scanner', 'CLAMD_URL is not set: documents are not scanned')]
  return [
    (await probeScanner(virusScanner))
      ? ok('virus scanner', 'answers')
      : bad('virus scanner', 'does not answer: documents are refused meanwhile'),
  ]
}

/** Asks each processor who we are; no money moves. */
export async function lookAtProcessors(url: string, config: Config): Promise<Finding[]> {
  const { db, close } = connect(url, { max: 2 })
  try {
    const registry = createRegistry({ db, config, log: createLog('silent') } as Platform, {})
    await registry.reload()
    const found: Finding[] = []
    for (const processor of registry.all()) {
      const about = `processor ${processor.name}`
      try {
        const { account, isTest, warnings } = await processor.check()
        const who = [account, isTest === true ? 'a test account' : undefined].filter(Boolean).join(', ')
        found.push(ok(about, `knows us${who === '' ? '' : ` as ${who}`}`))
        for (const words of warnings) found.push(warn(about, words))
      } catch (error) {
        if (!(error instanceof ProcessorError)) throw error
        found.push(
          error.kind === 'away' ? warn(about, 'is away') : bad(about, `does not know us (${error.kind})`),
        )
      }
    }
    return found.length > 0 ? found : [warn('processors', 'none is set up: nobody can pay by card')]
  } finally {
    await close()
  }
}

/** Sites are asked every quarter of a minute, external systems every five. */
const OLD_MINUTES = 15
const isOld = (at: Temporal.Instant | null): boolean =>
  at === null || Temporal.Instant.compare(at, machineNow().subtract({ minutes: OLD_MINUTES })) < 0

/** What the servers know of sites; asking them anew is the servers' business. */
export async function lookAtSites(url: string): Promise<Finding[]> {
  const { db, close } = connect(url, { max: 1 })
  try {
    const rows = await db
      .selectFrom('site_health')
      .innerJoin('stock', 'stock.id', 'site_health.stock_id')
      .select([
        'stock.id',
        'site_health.is_ok as isOk',
        'site_health.skew_ms as skewMs',
        'site_health.asked_at as askedAt',
      ])
      .where('stock.deleted_at', 'is', null)
      .execute()
    if (rows.length === 0) return [ok('sites', 'none is connected')]
    const unasked = rows.filter(({ askedAt }) => isOld(askedAt))
    if (unasked.length > 0)
      return [
        warn(
          'sites',
          `${unasked.length} of ${rows.length} were not asked for ${OLD_MINUTES} minutes: no server does it`,
        ),
      ]
    const away = rows.filter(({ isOk }) => isOk === false)
    const skewed = rows.filter(({ skewMs }) => Math.abs(skewMs ?? 0) > 30_000)
    return [
      away.length === 0
        ? ok('sites', `all ${rows.length} answer`)
        : warn(
            'sites',
            `${away.length} of ${rows.length} do not answer: ${away.map(({ id }) => id).join(', ')}`,
          ),
      ...(skewed.length === 0
        ? []
        : [warn('sites', `clocks are wrong at ${skewed.map(({ id }) => id).join(', ')}`)]),
    ]
  } finally {
    await close()
  }
}

/** What the servers know of the external systems that keep stocks; `npm run sm-check` asks one anew. */
export async function lookAtSources(url: string): Promise<Finding[]> {
  const { db, close } = connect(url, { max: 1 })
  try {
    const rows = await db
      .selectFrom('stock')
      .leftJoin('external_site', 'external_site.stock_id', 'stock.id')
      .select(['stock.id', 'external_site.trouble', 'external_site.synced_at as syncedAt'])
      .where('stock.is_external', '=', true)
      .where('stock.deleted_at', 'is', null)
      .orderBy('stock.id')
      .execute()
    if (rows.length === 0) return []
    const unread = rows.filter(({ trouble, syncedAt }) => trouble !== null || isOld(syncedAt))
    if (unread.length === 0) return [ok('external systems', `all ${rows.length} are read`)]
    return unread.map(({ id, trouble, syncedAt }) =>
      warn(
        'external systems',
        `${id} was ${syncedAt === null ? 'never read' : `read last at ${syncedAt.toString({ smallestUnit: 'second' })}`}${trouble === null ? '' : ` (${trouble})`}: npm run sm-check -- --stock ${id}`,
      ),
    )
  } finally {
    await close()
  }
}
