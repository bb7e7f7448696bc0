import fs from 'node:fs'
import { type LocksServer, type LocksServerOptions, startLocksServer } from '@stowage/simulators'
import { endWithParent, tell } from './children.ts'

/** What this process is told: the warehouses it plays. Their doors stay open, so that no closing falls into a round. */
export type SiteOrder = Pick<LocksServerOptions, 'siteId' | 'keyId' | 'secret' | 'locks'> & {
  readonly eventsUrl?: string
}

// A file: three thousand locks are more than an environment holds.
const orders = JSON.parse(fs.readFileSync(process.env['BENCH_SITES'] ?? '', 'utf8')) as SiteOrder[]
const servers: LocksServer[] = []
for (const order of orders)
  servers.push(
    // The door contact's 20 ms would hide what the two servers cost.
    await startLocksServer({ host: '127.0.0.1', closeAfterSeconds: 7200, sensorDelayMs: 0, ...order }),
  )
endWithParent(async () => {
  for (const server of servers) await server.close()
})
tell({
  ports: Object.fromEntries(servers.map((server, index) => [orders[index]?.siteId ?? '', server.port])),
})
