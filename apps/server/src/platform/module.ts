import type { FastifyInstance } from 'fastify'
import type { Handler } from './events/dispatcher.ts'
import type { RecordedEvent } from './events/event.ts'
import type { Route } from './http/call.ts'
import type { Queue } from './queue.ts'
import type { Hub } from './realtime/hub.ts'
import type { Job } from './ticker.ts'

/** What a module brings to the house; main.ts puts the parts in place. */
export interface Module {
  readonly routes?: readonly Route[]
  readonly handlers?: readonly Handler[]
  readonly jobs?: readonly Job[]
  /** Routes that speak an outside protocol of their own (payment messages, a site's events). */
  mount?(app: FastifyInstance): Promise<void>
  /** Work of this module that waits in tables. */
  queues?(): Promise<readonly Queue[]>
  /** What else operators count, by the name of its metric. */
  counts?(): Promise<Readonly<Record<string, number>>>
  /** Every committed fact, in every process: drop caches, tell sockets. Must be quick and must not throw. */
  heard?(event: RecordedEvent): void
  /** The live channel of this server. */
  useHub?(hub: Hub): void
  /** Before the server listens. */
  start?(): Promise<void>
  close?(): Promise<void>
}
