import './site-stamps.ts'
import { checkConfig } from '@stowage/site-agent/config'
import { startAgent } from '@stowage/site-agent/start-agent'
import type { SiteKeys } from '@stowage/site-agent/carriers/keys'
import { endWithParent, tell } from './children.ts'

/** The agent of one site in a process of its own, as at a warehouse. */
export interface AgentOrder {
  /** As its file would have it. */
  readonly config: unknown
  /** As pairing would have brought them. */
  readonly keys: SiteKeys
}

const order = JSON.parse(process.env['BENCH_AGENT'] ?? '{}') as AgentOrder
const agent = await startAgent(checkConfig(order.config), { keys: order.keys })
endWithParent(agent.close)
tell({ port: agent.directPort ?? 0 })
