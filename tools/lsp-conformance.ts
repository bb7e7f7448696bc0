import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { isLockId } from '@stowage/lsp/messages'
import { callDirectly } from '@stowage/lsp/conformance/call-directly'
import { openEventInbox } from '@stowage/lsp/conformance/event-inbox'
import { runConformance, type Verdict } from '@stowage/lsp/conformance/run-conformance'

// Usage: npm run lsp-conformance -- --url http://host:port --site … --key-id … --secret … --lock 1:01:01
//   [--equipment 1:09:01] [--certificate site.pem] [--events 0.0.0.0:8090]
// Examines a locks server (docs/protocols/conformance.md): a sentence for each MUST, and 1 at the end where one is not met.
const USAGE =
  'npm run lsp-conformance -- --url http://host:port --site ID --key-id ID --secret SECRET --lock 1:01:01 [--equipment 1:09:01] [--certificate FILE] [--events HOST:PORT]'
const MARK = { passed: 'passed  ', failed: 'FAILED  ', 'left out': 'left out' } as const

const given = readOptions()
if (typeof given === 'string') {
  console.error(`${given}\n${USAGE}`)
  process.exit(2)
}
const { url, site, keyId, secret, lock, equipment, certificate, events } = given
const key = { siteId: site, keyId, secret }
const call = callDirectly({ url, ...key, certificate })
const stopped = await begins()
if (stopped !== undefined) {
  console.error(stopped)
  process.exit(2)
}
const inbox = events === undefined ? undefined : await openInbox(events)
if (inbox) console.log(`Events are awaited on port ${inbox.port}.`)
let section = ''
const say = (verdict: Verdict): void => {
  if (verdict.section !== section) console.log(`\n${verdict.section}`)
  section = verdict.section
  console.log(`  ${MARK[verdict.outcome]}  ${verdict.says}`)
  if (verdict.seen !== undefined) console.log(`            seen: ${verdict.seen}`)
}
const verdicts = await runConformance(
  {
    siteId: site,
    lockId: lock,
    equipmentId: equipment,
    carrier: 'direct',
    call,
    inbox,
  },
  say,
)
const count = (outcome: Verdict['outcome']): number =>
  verdicts.filter((verdict) => verdict.outcome === outcome).length
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('left out')} left out`)
await inbox?.close()
process.exitCode = count('failed') === 0 ? 0 : 1

/** Forty times the same sentence helps nobody: whether anybody answers, and takes this key, is asked first. */
async function begins(): Promise<string | undefined> {
  try {
    const { status } = await call('GET', '/v1/health')
    return status === 401
      ? `${url} answers and does not take this signature: site, key id and secret are those of keys.json? Is the clock right?`
      : undefined
  } catch (error) {
    return `${url} cannot be reached: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function openInbox(at: { readonly host: string; readonly port: number }) {
  try {
    return await openEventInbox(key, at)
  } catch (error) {
    console.error(`--events ${at.host}:${at.port}: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(2)
  }
}

interface Given {
  readonly url: string
  readonly site: string
  readonly keyId: string
  readonly secret: string
  readonly lock: string
  readonly equipment: string | undefined
  readonly certificate: string | undefined
  readonly events: { readonly host: string; readonly port: number } | undefined
}

/** @returns what is wrong with the command line, as a sentence */
function readOptions(): Given | string {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      options: {
        url: text,
        site: text,
        'key-id': text,
        secret: text,
        lock: text,
        equipment: text,
        certificate: text,
        events: text,
      },
    })
    const { url, site, 'key-id': keyId, secret, lock, equipment } = values
    if (!url || !site || !keyId || !secret || !lock) return 'url, site, key-id, secret and lock are needed.'
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return `${url} is no address of a locks server.`
    for (const id of [lock, equipment])
      if (id !== undefined && !isLockId(id)) return `${id} is no lock: 1:01:01 is one.`
    const [, host, port] = /^(.+):(\d+)$/.exec(values.events ?? '') ?? []
    if (values.events !== undefined && (host === undefined || port === undefined))
      return '--events wants HOST:PORT.'
    const certificate =
      values.certificate === undefined ? undefined : fs.readFileSync(values.certificate, 'utf8')
    const events = host === undefined ? undefined : { host, port: Number(port) }
    return { url, site, keyId, secret, lock, equipment, certificate, events }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
