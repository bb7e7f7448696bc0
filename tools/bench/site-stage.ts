import os from 'node:os'
import path from 'node:path'
import { readConfig } from '@stowage/server/platform/config'
import { openPort } from '../start/open-port.ts'
import type { AgentOrder } from './site-agent.ts'
import { type Child, startChild } from './children.ts'
import { createDatabase, gatherStatistics, openFolder, openServer, withDatabase } from './databases.ts'
import { lockIdAt, tokenMaker } from './fill-world.ts'
import type { HardwareOrder, HardwareReady } from './site-hardware.ts'
import { BOARDS, fillSites, type SiteHouse, type SiteWorld } from './site-world.ts'
import type { Started } from './stage.ts'

/** A house as it stands: its agent in a process of its own over its own line of boards. */
export interface StandingSite {
  readonly house: SiteHouse
  readonly carrier: 'direct' | 'tunnel'
  readonly agent: Child<Started>
  /** Which line of the hardware is its own. */
  readonly line: number
  /** The list that it has applied. */
  readonly listFile: string
}

/** Server, two real agents and their boards, each in a process of its own, on a durable PostgreSQL. */
export interface SiteStage {
  readonly world: SiteWorld
  readonly product: Child<Started>
  readonly hardware: Child<HardwareReady>
  readonly sites: readonly StandingSite[]
  readonly folder: string
  token(accountId: string): Promise<string>
  close(): Promise<void>
}

const CLOSE_AFTER_MS = 2000
const NAME = 'stowage_site'

export async function setSiteStage(
  say: (text: string) => void,
  execArgv: readonly string[],
): Promise<SiteStage> {
  const { folder, closing, close } = openFolder(os.tmpdir(), undefined)
  try {
    const server = await openServer(folder, closing, say)
    const databaseUrl = withDatabase(server, NAME)
    const [port, directPort] = [await openPort(0, '127.0.0.1'), await openPort(0, '127.0.0.1')]
    const url = `http://127.0.0.1:${port}`
    const env = {
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: path.join(folder, 'data'),
      RATE_LIMIT_PER_MINUTE: '100000000',
      LOG_LEVEL: 'info',
      LOCKS_ALLOWED_ADDRESSES: '127.0.0.1',
      SMTP_URL: '',
    }
    const config = readConfig(env)
    await createDatabase(server, NAME)
    say('Filling two stocks with sites, through the use cases')
    const world = await fillSites(config, directPort)
    await gatherStatistics(databaseUrl)
    const hardware = await startChild<HardwareReady>('site-hardware.ts', {
      log: path.join(folder, 'hardware.log'),
      env: {
        BENCH_HARDWARE: JSON.stringify({
          lines: 2,
          boards: BOARDS,
          closeAfterMs: CLOSE_AFTER_MS,
        } satisfies HardwareOrder),
      },
    })
    closing.push(hardware.stop)
    const product = await startChild<Started>('server.ts', {
      log: path.join(folder, 'server.log'),
      env,
      execArgv: [...execArgv, '--import', path.join(import.meta.dirname, 'site-stamps.ts')],
    })
    closing.push(product.stop)
    const sites: StandingSite[] = []
    for (const [line, carrier] of (['direct', 'tunnel'] as const).entries()) {
      const house = world[carrier]
      const stateDir = path.join(folder, `agent-${carrier}`)
      const order: AgentOrder = {
        keys: house.keys,
        config: {
          server: url,
          carrier,
          ...(carrier === 'direct' ? { listen: { host: '127.0.0.1', port: directPort } } : {}),
          stateDir,
          buses: [
            {
              bus: 1,
              protocol: 'modbus',
              transport: { kind: 'tcp', host: '127.0.0.1', port: hardware.ready.ports[line] },
            },
          ],
          controllers: Array.from({ length: BOARDS }, (_, index) => ({
            bus: 1,
            no: index + 1,
            unitId: index + 1,
            outputs: 32,
          })),
          locks: Array.from({ length: 600 }, (_, index) => ({
            id: lockIdAt(index),
            kind: 'box',
            name: lockIdAt(index),
          })),
        },
      }
      const agent = await startChild<Started>('site-agent.ts', {
        log: path.join(folder, `agent-${carrier}.log`),
        env: { BENCH_AGENT: JSON.stringify(order) },
      })
      closing.push(agent.stop)
      sites.push({ house, carrier, agent, line, listFile: path.join(stateDir, 'access-list.json') })
    }
    return { world, product, hardware, sites, folder, token: tokenMaker(config), close }
  } catch (error) {
    await close()
    throw error
  }
}
