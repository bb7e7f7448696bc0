import fs from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import type { Config } from '@stowage/server/platform/config'
import { databaseEncryption } from '@stowage/server/platform/line-encryption'
import { bad, type Finding, ok, warn } from './finding.ts'

/** What the settings say by themselves; that each of them can be read at all is known by now. */
export function lookAtSettings(config: Config, env: Readonly<Record<string, string | undefined>>): Finding[] {
  const url = new URL(config.publicUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const found: Finding[] = []
  if (config.demo) found.push(warn('DEMO', 'on: everybody knows the password of its accounts'))
  if (url.protocol === 'http:' && !isLocal)
    found.push(
      warn(
        'PUBLIC_URL',
        `${config.publicUrl} is not https: passwords and sessions are readable on their way`,
      ),
    )
  else if (isLocal)
    found.push(warn('PUBLIC_URL', `${config.publicUrl}: links in mails lead to this machine only`))
  else found.push(ok('PUBLIC_URL', config.publicUrl))
  if (config.trustedProxies.length === 0 && !isLocal)
    found.push(
      warn(
        'TRUSTED_PROXIES',
        'not set: behind a proxy, all callers share one rate limit and stand in the audit under its address',
      ),
    )
  if (config.mailFrom.includes('@stowage.example'))
    found.push(warn('MAIL_FROM', 'is the example; mail servers will refuse it'))
  if (config.metricsToken === undefined)
    found.push(warn('METRICS_TOKEN', 'not set: nobody can read the metrics'))
  found.push(...lookAtLines(config), ...lookAtKeys(config, env))
  return found
}

/** How the lines to databases are protected; `plain` to a public host is the operator's word. */
function lookAtLines({ databaseUrl, listenUrl, reportsDatabaseUrl }: Config): Finding[] {
  const urls = {
    DATABASE_URL: databaseUrl,
    DATABASE_LISTEN_URL: listenUrl,
    REPORTS_DATABASE_URL: reportsDatabaseUrl,
  }
  return Object.entries(urls).flatMap(([name, url]) => {
    if (url === undefined) return []
    const says = {
      required: /[?&]sslmode=no-verify/.test(url)
        ? warn(name, 'encrypted, but the certificate is not checked (sslmode=no-verify)')
        : ok(name, 'encryption with a valid certificate is required'),
      offered: ok(name, 'a private host, spoken to without encryption'),
      plain: warn(name, 'sslmode=disable: what is stored is readable on its way'),
    }
    return [says[databaseEncryption(url)]]
  })
}

function lookAtKeys({ dataDir }: Config, env: Readonly<Record<string, string | undefined>>): Finding[] {
  if (env['TOKEN_KEY'] && env['STORAGE_KEY']) return [ok('keys', 'given as TOKEN_KEY and STORAGE_KEY')]
  const file = path.join(dataDir, 'secrets.json')
  const { mode } = fs.statSync(file)
  if ((mode & 0o077) !== 0)
    return [bad('keys', `${file} can be read by others than its owner: chmod 600 ${file}`)]
  return [
    ok(
      'keys',
      `in ${file}; a second server on another machine needs the same: give both TOKEN_KEY and STORAGE_KEY`,
    ),
  ]
}

const GIGABYTE = 1024 ** 3

export function lookAtDisk({ dataDir }: Pick<Config, 'dataDir'>): Finding[] {
  const { bavail, bsize, blocks } = fs.statfsSync(dataDir)
  const free = bavail * bsize
  const says = `${(free / GIGABYTE).toFixed(1)} GB free of ${((blocks * bsize) / GIGABYTE).toFixed(0)} in ${dataDir}`
  const probe = path.join(dataDir, `.doctor-${process.pid}`)
  try {
    fs.writeFileSync(probe, 'x', { mode: 0o600 })
  } catch (error) {
    return [bad('disk', `${dataDir} cannot be written: ${(error as Error).message}`)]
  } finally {
    fs.rmSync(probe, { force: true })
  }
  if (free < GIGABYTE / 4) return [bad('disk', says)]
  return [free < 2 * GIGABYTE ? warn('disk', says) : ok('disk', says)]
}

/** A bucket without encryption on the way, anywhere but on this machine. */
export function isPlainStorage({ objectStorage }: Pick<Config, 'objectStorage'>): boolean {
  if (objectStorage === undefined) return false
  const { protocol, hostname } = new URL(objectStorage.endpoint)
  const isHere = hostname === 'localhost' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  return protocol === 'http:' && !isHere
}
