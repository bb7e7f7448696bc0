import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pair, PairingFailed } from './carriers/pair.ts'
import { readKeys } from './carriers/keys.ts'
import { ConfigFault, readConfig } from './config.ts'
import { checkWiring } from './doors/check-wiring.ts'
import { busesOf } from './doors/open-doors.ts'
import { createLog, said } from './log.ts'
import { startAgent } from './start-agent.ts'
import { FolderInUse } from './state/hold-folder.ts'

const USAGE = `The locks server of one site.

  --config FILE                           runs it
  pair --config FILE --code CODE [--server URL]
                                          takes the keys of this site from the server, once
  check --config FILE                     looks whether configuration and wiring fit; moves nothing
`
const out = (text: string): void => void process.stdout.write(`${text}\n`)
const err = (text: string): void => void process.stderr.write(`${text}\n`)

/** systemd-timesyncd touches it whenever it has heard of the time. */
const NTP_MARK = '/run/systemd/timesync/synchronized'
const STOPS_WITHIN_MS = 9000

async function run(file: string): Promise<void> {
  const log = createLog((line) => void process.stdout.write(line))
  const agent = await startAgent(readConfig(file), {
    log,
    ntpAt: () => statSync(NTP_MARK, { throwIfNoEntry: false })?.mtimeMs,
  })
  let isStopping = false
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    log.info('stops', { signal })
    setTimeout(() => process.exit(1), STOPS_WITHIN_MS).unref()
    agent.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('did not stop cleanly', { reason: said(error) })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
}

async function check(file: string): Promise<boolean> {
  const config = readConfig(file)
  out(
    `${file} is in order: ${config.buses.length} buses, ${config.controllers.length} controllers, ${config.locks.length} locks`,
  )
  const keys = readKeys(config.stateDir)
  out(typeof keys === 'string' ? keys : `paired as site ${keys.siteId}`)
  const buses = busesOf(config)
  try {
    const findings = await checkWiring({ buses, locks: config.locks })
    for (const finding of findings) err(finding)
    if (findings.length === 0) out('the wiring fits: every controller answers')
    return findings.length === 0
  } finally {
    await Promise.all(buses.map(({ driver }) => driver.close()))
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      code: { type: 'string' },
      server: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { config: file, code } = values
  const [verb = 'run'] = positionals
  if (values.help === true || file === undefined || !['run', 'pair', 'check'].includes(verb)) {
    err(USAGE)
    process.exitCode = values.help === true ? 0 : 2
    return
  }
  if (verb === 'check') {
    if (!(await check(file))) process.exitCode = 1
  } else if (verb === 'pair') {
    const config = readConfig(file)
    if (code === undefined)
      throw new PairingFailed('--code is missing: the back office shows one for the warehouse')
    const { siteId, stockName } = await pair(values.server ?? config.server, code, config.stateDir)
    out(`paired as site ${siteId}${stockName === undefined ? '' : ` (${stockName})`}`)
  } else await run(file)
}

/** Said in words where whoever stands there can do something about it. */
main().catch((error: unknown) => {
  if (error instanceof ConfigFault) for (const fault of error.faults) err(fault)
  else if (error instanceof PairingFailed || error instanceof FolderInUse) err(error.message)
  else err(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
})
