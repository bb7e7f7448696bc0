import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '@stowage/server/testing/world'
import { killAgent } from '../drills/site/kill-agent.ts'
import { openProvenSite, type Carrier } from '../drills/site/proven-site.fixture.ts'

// A handful of what `node tools/drills/site-kills.ts` does a hundred times.
let world: World
beforeAll(async () => {
  world = await createWorld({ config: { locksAllowedAddresses: ['127.0.0.1'] } })
})
afterAll(async () => await world.close())

test.concurrent.each<Carrier>(['direct', 'tunnel'])(
  'the agent is killed with -9 (%s): nothing is lost, nothing told twice, no second pulse',
  async (carrier) => {
    const site = await openProvenSite(world, { carrier, boxes: 2 })
    try {
      const report = await killAgent(world, site, {
        kills: carrier === 'direct' ? 3 : 2,
        seed: `kills-${carrier}`,
      })
      expect(report.faults).toEqual([])
      expect(report.openings).toBeGreaterThan(0)
    } finally {
      await site.close()
    }
  },
)
