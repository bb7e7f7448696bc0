import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SiteUnavailable } from '@stowage/server/modules/access/lock-gateway'
import { migrate } from '@stowage/server/platform/database/migrate'
import { createWorld, type World } from '@stowage/server/testing/world'
import { randomFrom, type Random } from '../demo/random.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { openProvenSite, type Carrier, type ProvenSite } from './site/proven-site.fixture.ts'

// Usage: node tools/drills/site-cuts.ts [cuts = 20] [seed = today's day]
// Cuts the network between server and site at seeded moments while doors open, and mends it again. On Linux, as root or where users
// may have namespaces, in a network of its own whose packets the kernel throws away, so that neither side is told; elsewhere over a
// line that holds everything back. Ends with 1 when a door opened late or twice, or the history is not complete.
const cuts = Number(process.argv[2] ?? 20)
const seed = process.argv[3] ?? new Date().toISOString().slice(0, 10)
/** What comes to the lines comes from another address: both can be taken out of the network. */
const [HERE, THERE] = ['127.0.0.3', '127.0.0.2'] as const

const ROUTE = `ip route replace local ${THERE} dev lo src ${HERE} table local`
const WIRED = `ip link set lo up && ${ROUTE}`

if (process.env['OWN_NETWORK'] === undefined && mayHaveNetwork()) {
  const child = spawn(
    'unshare',
    ['--net', '--', 'sh', '-c', `${WIRED} && exec "$@"`, 'sh', process.execPath, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, OWN_NETWORK: 'on' } },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exit(code ?? 1)
}
const isOwn = process.env['OWN_NETWORK'] === 'on'
console.log(isOwn ? 'in a network of its own' : 'over a line that holds everything back')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-site-cuts-'))
const postgres = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  durable: false,
  log: () => undefined,
})
let faults = 0
try {
  await migrate(postgres.url)
  const world = await createWorld({
    database: { url: postgres.url, drop: async () => undefined },
    config: { locksAllowedAddresses: [THERE, '127.0.0.1'], logLevel: process.env['LOG_LEVEL'] ?? 'silent' },
  })
  for (const carrier of ['direct', 'tunnel'] as const satisfies readonly Carrier[]) {
    // Beyond this machine the direct way is HTTPS, by a certificate that the agent has made and told.
    const site = await openProvenSite(world, { carrier, boxes: 6, host: THERE, tls: true })
    const found = await cutOften(world, site, randomFrom(`${seed} ${carrier}`), Math.ceil(cuts / 2))
    await site.close()
    faults += found.length
    for (const fault of found) console.log(fault)
  }
  await world.close()
} finally {
  await postgres.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
process.exitCode = faults === 0 ? 0 : 1

async function cutOften(world: World, site: ProvenSite, random: Random, times: number): Promise<string[]> {
  const found: string[] = []
  const begun = performance.now()
  const { gateway } = world.running.modules.access
  const { stockId, boxes } = site.stock
  const { control } = site.steel.hardware
  const agent = await site.start({ pingEveryMs: 1000 })
  const openings = new Map<string, number>()
  const reached = async (): Promise<boolean> =>
    await gateway.health(stockId).then(
      () => true,
      () => false,
    )
  const becomes = async (
    what: string,
    holds: () => boolean | Promise<boolean>,
    withinMs: number,
  ): Promise<void> => {
    for (const end = performance.now() + withinMs; !(await holds()); await sleep(50))
      if (performance.now() > end) return void found.push(`${site.carrier}: ${what}`)
  }
  let answered = 0
  let unknown = 0
  await becomes('never reached', reached, 10_000)
  for (let done = 0; done < times; done += 1) {
    const lockId = site.lockOf(random.between(0, boxes.length - 1))
    const other = site.lockOf(random.between(0, boxes.length - 1))
    const before = site.steel.pulses(lockId)
    const isCutFirst = random.next() < 0.3
    if (isCutFirst) cut(site)
    const commandId = random.uuid()
    const command = gateway
      .command(stockId, {
        commandId,
        lockId,
        verb: 'open',
        expiresAt: new Date(Date.now() + 1500).toISOString(),
        actor: { type: 'staff', ref: 'drill' },
        reason: 'drill',
      })
      .then(
        () => void (answered += 1),
        (error: unknown) => {
          if (!(error instanceof SiteUnavailable)) throw error
          unknown += 1
        },
      )
    if (!isCutFirst) {
      await sleep(random.between(0, 60))
      cut(site)
    }
    const asked = performance.now()
    await command
    if (performance.now() - asked > 3000) found.push(`${commandId}: who waited heard nothing for 3 s`)
    const given = site.steel.pulses(lockId) - before
    if (other !== lockId) {
      control.openDoor(other)
      openings.set(other, (openings.get(other) ?? 0) + 1)
    }
    await sleep(random.between(1600, 3000))
    const opened = site.steel.pulses(lockId) - before
    if (opened > 1) found.push(`${commandId}: ${opened} pulses`)
    mend(site)
    // What was held up arrives now, and is too late.
    await becomes(`${lockId}: not reached again`, reached, 45_000)
    await sleep(300)
    if (site.steel.pulses(lockId) - before !== opened) found.push(`${commandId}: opened late`)
    if (given > 0) openings.set(lockId, (openings.get(lockId) ?? 0) + 1)
    for (const id of [lockId, other]) {
      await becomes(
        `${id}: not seen as it stands`,
        () => agent.doors.get(id)?.state === control.door(id).position,
        5000,
      )
      control.closeDoor(id)
      await becomes(`${id}: not seen shut`, () => agent.doors.get(id)?.state === 'closed', 5000)
    }
  }
  await becomes('events were never told', () => agent.journal.unsentCount() === 0, 45_000)
  const history = await site.history()
  const ids = history.flatMap(({ siteEventId }) => siteEventId ?? [])
  if (new Set(ids).size !== ids.length) found.push('an event stands in the history twice')
  let total = 0
  for (const [lockId, count] of openings) {
    total += count
    const rows = history.filter((row) => row.lockId === lockId).map(({ action }) => action)
    const expected = Array.from({ length: count }, () => ['opened', 'closed']).flat()
    const seen = rows.filter((action) => action === 'opened' || action === 'closed')
    if (seen.join() !== expected.join())
      found.push(`${lockId} opened ${count} times; the history: ${seen.join(' ')}`)
  }
  console.log(
    `${site.carrier}: ${times} cuts, ${answered} commands answered, ${unknown} not, ${total} openings, ${found.length} faults, ${Math.round((performance.now() - begun) / 1000)} s; seed ${seed}`,
  )
  return found
}

/** Packets between server and site vanish; of what stands, neither side is told. */
function cut(site: ProvenSite): void {
  if (!isOwn) for (const line of new Set([site.commands, site.events])) line.hold()
  else for (const address of [HERE, THERE]) ip(`route replace blackhole ${address} table local`)
}
function mend(site: ProvenSite): void {
  if (!isOwn) for (const line of new Set([site.commands, site.events])) line.restore()
  else {
    ip(`route delete blackhole ${HERE} table local`)
    ip(`route replace local ${THERE} dev lo src ${HERE} table local`)
  }
}
function ip(words: string): void {
  execFileSync('ip', words.split(' '), { stdio: 'ignore' })
}

function mayHaveNetwork(): boolean {
  try {
    execFileSync('unshare', ['--net', '--', 'sh', '-c', WIRED], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
