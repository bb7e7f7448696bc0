import { main } from '@stowage/server/main'
import { issueDueInvoices } from '@stowage/server/modules/billing/issue-due-invoices'
import { readConfig } from '@stowage/server/platform/config'
import { endWithParent, tell } from './children.ts'

/** Contracts begin in November and are paid by the month: this evening each of them has one invoice due. */
const NIGHT = '2026-12-24T22:30:00Z'

// A server that bills one night when it is asked to, with nothing else to do; it watches what it holds meanwhile.
export interface Night {
  readonly issued: number
  readonly seconds: number
  /** Of its own CPU. */
  readonly cpuSeconds: number
  /** Megabytes, read ten times a second. */
  readonly resident: readonly number[]
}

const running = await main(readConfig(process.env), { manual: true, webFolder: '/nowhere' })
running.platform.clock.follow(Date.parse(NIGHT) - Date.now())
endWithParent(running.close)
process.on('message', () => void bill())
tell({ port: running.port })

async function bill(): Promise<void> {
  const resident: number[] = []
  const look = (): void => void resident.push(process.memoryUsage.rss() / 2 ** 20)
  const timer = setInterval(look, 100)
  const [begin, cpu] = [performance.now(), process.cpuUsage()]
  const issued = await issueDueInvoices(running.platform)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - begin) / 1000
  clearInterval(timer)
  look()
  tell({ issued, seconds, cpuSeconds: (user + system) / 1e6, resident } satisfies Night)
}
