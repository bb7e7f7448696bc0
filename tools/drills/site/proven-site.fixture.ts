import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import type { SiteEvent } from '@stowage/lsp/messages'
import { newSecret } from '@stowage/lsp/signature'
import type { SiteKeys } from '@stowage/site-agent/carriers/keys'
import { startAgent, type Agent, type AgentParts } from '@stowage/site-agent/start-agent'
import { createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import type { World } from '@stowage/server/testing/world'
import { openBreakableLine, type BreakableLine } from './breakable-line.ts'
import { openSteel, type Steel } from './steel.fixture.ts'

export type Carrier = 'direct' | 'tunnel'

/** What the history has of a site, in the order in which it happened. */
export interface HistoryRow {
  readonly action: string
  readonly code: number | null
  readonly source: string
  readonly lockId: string | null
  readonly commandId: string | null
  readonly siteEventId: string | null
}

/** A stock with a real agent over simulated hardware, and lines between agent and server that can be broken. */
export interface ProvenSite {
  readonly carrier: Carrier
  readonly stock: SmallStock
  readonly steel: Steel
  /** On which commands come to the agent. */
  readonly commands: BreakableLine
  /** On which events go to the server; of a tunnel, the same line. */
  readonly events: BreakableLine
  /** Which way commands go on their line, and which way their answers. */
  readonly ways: { readonly command: 'there' | 'back'; readonly answer: 'there' | 'back' }
  /** In this process. */
  start(parts?: AgentParts): Promise<Agent>
  /** In a process of its own. */
  spawn(): Promise<ChildProcess>
  lockOf(index: number): string
  history(): Promise<readonly HistoryRow[]>
  /** Everything that the agent has noted, as it lies on its disk. */
  journal(): readonly SiteEvent[]
  close(): Promise<void>
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

export async function openProvenSite(
  world: World,
  {
    carrier,
    boxes,
    host = '127.0.0.1',
    tls = false,
  }: { carrier: Carrier; boxes: number; host?: string; tls?: boolean },
): Promise<ProvenSite> {
  const { platform, modules, port } = world.running
  const lockOf = (index: number): string => `1:01:${twoDigits(index + 1)}`
  const units = Array.from({ length: boxes }, (_, index) => ({
    unitNumber: `${carrier.slice(0, 1).toUpperCase()}${index + 100}`,
    size: 5,
    lockId: lockOf(index),
  }))
  const stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { stock: { equipment: [], maxContractDuration: 11, daysWithoutFee: 3 }, boxes: units },
  )
  const { stockId } = stock
  const steel = await openSteel(
    units.map(({ lockId, unitNumber }) => ({ id: lockId, kind: 'box' as const, name: unitNumber })),
  )
  const secret = newSecret()
  await modules.access.sites.register(platform.transact, { stockId, keyId: 'k1', secret })
  const keys: SiteKeys = {
    siteId: stockId,
    serverPublicKey: await modules.access.serverPublicKey(),
    keys: [{ keyId: 'k1', secret }],
  }
  let directPort = 0
  const events = await openBreakableLine(() => port, host)
  const commands = carrier === 'tunnel' ? events : await openBreakableLine(() => directPort, host)
  if (carrier === 'direct')
    await platform.transact((tx) =>
      modules.catalog.setSiteAddress(tx, { actorId: null }, stockId, {
        routerIp: host,
        servicePort: commands.port,
      }),
    )
  const config = steel.config({ server: `http://${host}:${events.port}`, carrier, tls })
  let running: Agent | undefined
  let child: ChildProcess | undefined

  return {
    carrier,
    stock,
    steel,
    commands,
    events,
    ways: carrier === 'direct' ? { command: 'there', answer: 'back' } : { command: 'back', answer: 'there' },
    async start(parts = {}) {
      const limits = { distanceMs: 0, perMinute: 100_000 }
      running = await startAgent(config, { keys, limits, firstPauseMs: 20, ...parts })
      directPort = running.directPort ?? 0
      return running
    },
    async spawn() {
      child = spawn(process.execPath, [path.join(import.meta.dirname, 'agent.fixture.ts')], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          TZ: process.env['TZ'],
          SITE_CONFIG: JSON.stringify(config),
          SITE_KEYS: JSON.stringify(keys),
        },
      })
      for await (const line of readline.createInterface({ input: child.stdout! })) {
        directPort = Number(line.split(' ')[1])
        return child
      }
      throw new Error('the agent ended before it was ready')
    },
    lockOf,
    history: async () =>
      await platform.db
        .selectFrom('access_record')
        .select([
          'action',
          'code',
          'source',
          'lock_id as lockId',
          'command_id as commandId',
          'site_event_id as siteEventId',
        ])
        .where('stock_id', '=', stockId)
        .orderBy('at')
        .execute(),
    journal() {
      const folder = path.join(steel.stateDir, 'journal')
      return fs
        .readdirSync(folder)
        .filter((file) => file.endsWith('.jsonl'))
        .sort()
        .flatMap((file) => fs.readFileSync(path.join(folder, file), 'utf8').split('\n'))
        .flatMap((line) => (line === '' ? [] : (parsed(line) ?? [])))
    },
    async close() {
      if (child?.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await running?.close()
      await commands.close()
      if (events !== commands) await events.close()
      await steel.close()
    },
  }
}

/** Half a line, of a process that was killed while it wrote, is none. */
function parsed(line: string): SiteEvent | undefined {
  try {
    return JSON.parse(line) as SiteEvent
  } catch {
    return undefined
  }
}
