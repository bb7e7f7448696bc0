import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../demo/random.ts'
import { SiteUnavailable } from '@stowage/server/modules/access/lock-gateway'
import type { World } from '@stowage/server/testing/world'
import type { SiteEvent } from '@stowage/lsp/messages'
import type { ProvenSite } from './proven-site.fixture.ts'

export interface KillReport {
  readonly kills: number
  readonly commands: number
  readonly openings: number
  readonly events: number
  readonly slowestStartMs: number
  /** A sentence for everything that must not be. */
  readonly faults: readonly string[]
}

const SEEN_WITHIN_MS = 20_000

/**
 * Kills the agent of a site with -9 at seeded points while doors open by command, by button and by force, and starts it again. A
 * command that was not answered is said again under its id, as whoever asks again does. A door is shut only when the site has
 * seen it open: each opening is to be told once, whenever the agent died.
 */
export async function killAgent(
  world: World,
  site: ProvenSite,
  { kills, seed, say = () => undefined }: { kills: number; seed: string; say?: (sentence: string) => void },
): Promise<KillReport> {
  const random = randomFrom(seed)
  const { gateway } = world.running.modules.access
  const { stockId, boxes } = site.stock
  const { control } = site.steel.hardware
  const faults: string[] = []
  const openings = new Map<string, number>()
  let commands = 0
  let slowestStartMs = 0
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const begun = performance.now()
    child = await site.spawn()
    slowestStartMs = Math.max(slowestStartMs, performance.now() - begun)
  }
  const kill = async (): Promise<void> => {
    if (!child || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const command = async (lockId: string, commandId: string): Promise<string | undefined> => {
    try {
      const outcome = await gateway.command(stockId, {
        commandId,
        lockId,
        verb: 'open',
        expiresAt: new Date(Date.now() + 2000).toISOString(),
        actor: { type: 'staff', ref: 'drill' },
        reason: 'drill',
      })
      return outcome.kind === 'answered' ? outcome.answer.result : undefined
    } catch (error) {
      if (error instanceof SiteUnavailable) return undefined
      throw error
    }
  }
  /** Waits until the site says so of the lock, as the server hears it. */
  const isSeen = async (lockId: string, state: 'opened' | 'closed'): Promise<boolean> => {
    for (const end = performance.now() + SEEN_WITHIN_MS; performance.now() < end; await sleep(40)) {
      const told = await gateway.locks(stockId).catch(() => undefined)
      if (told?.locks.find(({ id }) => id === lockId)?.state === state) return true
    }
    faults.push(`${lockId}: that it is ${state} was never seen`)
    return false
  }

  await start()
  for (let index = 0; index < boxes.length; index += 1) await isSeen(site.lockOf(index), 'closed')
  // A site that was switched on this very moment has no story to tell yet.
  await sleep(500)
  for (let done = 0; done < kills; done += 1) {
    const lockId = site.lockOf(random.between(0, boxes.length - 1))
    const how = random.pick(['command', 'command', 'command', 'button', 'force'])
    const commandId = random.uuid()
    const before = site.steel.pulses(lockId)
    // Much happens in the first moments: the command is noted, the pulse given, the answer said.
    const killed = sleep(random.between(0, random.next() < 0.5 ? 40 : 450)).then(kill)
    if (how === 'command') {
      commands += 1
      const first = await command(lockId, commandId)
      await killed
      await sleep(random.between(0, 150))
      await start()
      await isSeen(lockId, control.door(lockId).position)
      const again = await command(lockId, commandId)
      const once = await command(lockId, commandId)
      if (first !== undefined && again !== undefined && again !== first && again !== 'failed_timeout')
        faults.push(`${commandId}: answered ${first}, and behind the kill ${again}`)
      if (again !== once) faults.push(`${commandId}: answered ${String(again)}, and then ${String(once)}`)
    } else {
      // Half of them while it is dead: what the next one finds.
      if (random.next() < 0.5) await killed
      if (how === 'button') control.openDoor(lockId)
      else control.forceOpen(lockId)
      await killed
      await start()
    }
    const pulses = site.steel.pulses(lockId) - before
    if (pulses > 1) faults.push(`${commandId}: ${pulses} pulses`)
    if (control.door(lockId).position === 'opened') {
      openings.set(lockId, (openings.get(lockId) ?? 0) + 1)
      await isSeen(lockId, 'opened')
      control.closeDoor(lockId)
      // Sometimes it dies while it sees the door shut.
      if (random.next() < 0.3) {
        await sleep(random.between(0, 300))
        await kill()
        await start()
      }
      await isSeen(lockId, 'closed')
    }
    if ((done + 1) % 10 === 0) say(`killed ${done + 1} times; ${faults.length} faults`)
  }
  faults.push(...(await compare(site, openings)))
  await kill()
  const total = [...openings.values()].reduce((sum, count) => sum + count, 0)
  return { kills, commands, openings: total, events: site.journal().length, slowestStartMs, faults }
}

/** What the doors did, what the journal has of it, and what the history has of that. */
async function compare(site: ProvenSite, openings: ReadonlyMap<string, number>): Promise<string[]> {
  const faults: string[] = []
  const movements = () =>
    site.journal().filter(({ type }) => type === 'lock.opened' || type === 'lock.closed')
  const isTold = async (): Promise<boolean> => {
    const known = new Set((await site.history()).map(({ siteEventId }) => siteEventId))
    // An opening that was forced is one record, which bears the id of the event that says so, right behind it.
    const isForced = ({ lockId, seq }: SiteEvent): boolean => {
      const next = site.journal().find((one) => one.lockId === lockId && one.seq > seq)
      return next?.type === 'lock.forced' && known.has(next.id)
    }
    return movements().every((one) => known.has(one.id) || isForced(one))
  }
  for (const end = performance.now() + SEEN_WITHIN_MS; !(await isTold()); await sleep(100))
    if (performance.now() > end) {
      faults.push('not everything in the journal came into the history')
      break
    }
  const journal = site.journal()
  for (const [index, { seq }] of journal.entries())
    if (seq <= (journal[index - 1]?.seq ?? 0)) faults.push(`number ${seq} stands behind a later one`)
  if (new Set(journal.map(({ id }) => id)).size !== journal.length) faults.push('an event stands there twice')
  const history = await site.history()
  const ids = history.flatMap(({ siteEventId }) => siteEventId ?? [])
  if (new Set(ids).size !== ids.length) faults.push('an event stands in the history twice')
  for (let index = 0; index < site.stock.boxes.length; index += 1) {
    const lockId = site.lockOf(index)
    const opened = openings.get(lockId) ?? 0
    const own = movements().filter((event) => event.lockId === lockId)
    const noted = own.map(({ type }) => type)
    const expected = Array.from({ length: opened }, () => ['lock.opened', 'lock.closed']).flat()
    if (noted.join() !== expected.join())
      faults.push(`${lockId} opened ${opened} times, and the journal says ${noted.join(' ')}`)
    const kept = history.filter((row) => row.lockId === lockId && /^(opened|forced|closed)$/.test(row.action))
    if (kept.length !== own.length)
      faults.push(
        `${lockId}: ${own.length} movements in the journal, ${kept.length} in the history: ${JSON.stringify({ own, rows: history.filter((row) => row.lockId === lockId) })}`,
      )
  }
  return faults
}
