import * as z from 'zod/mini'
import { maybe, text } from './answer.ts'

/** A job as it fared in all processes together. */
const SystemJob = z.object({
  name: text(),
  everySeconds: z.number(),
  runs: z.int(),
  failures: z.int(),
  isRunning: z.boolean(),
  /** Of the last turn in any process; null before the first. */
  endedAt: maybe(text()),
  tookMs: z.number(),
  /** What its last turn in some process failed with; null when it did not. */
  failure: maybe(text()),
})

const ServerProcess = z.object({
  id: text(),
  host: text(),
  pid: z.int(),
  port: z.int(),
  version: text(),
  startedAt: text(),
  seenAt: text(),
  /** `gone`: it said nothing for half a minute and did not say that it stops. */
  state: z.enum(['running', 'stopping', 'gone']),
  loopUsed: z.number(),
  loopDelayMs: z.number(),
  memoryMb: z.number(),
  connections: z.int(),
  sockets: z.int(),
})

const Queue = z.object({
  /** `events`, `payment-messages`, `mails`, `sms`, `pushes`, `webhooks`, `source-commands`, `job-rows`. */
  name: text(),
  waiting: z.int(),
  /** How long the oldest of it has been due; 0: nothing is late. */
  lateSeconds: z.int(),
  failed: z.int(),
})

const ParkedEvent = z.object({
  eventId: z.int(),
  type: text(),
  handler: text(),
  reason: text(),
  happenedAt: text(),
})

const ReportsCopy = z.object({
  /** Host and port. */
  place: text(),
  behindSeconds: z.nullable(z.int()),
  /** Why reports read the database itself instead; null: they read from the copy. */
  unread: z.nullable(z.enum(['away', 'noCopy', 'foreign', 'behind'])),
})

/** How the installation runs. All instants are machine time. */
export const System = z.object({
  version: text(),
  at: text(),
  databaseVersion: text(),
  /** Where files are kept. */
  files: z.enum(['folder', 'bucket']),
  /** The copy of the database from which reports read; null where none is set. */
  reportsCopy: z.nullable(ReportsCopy),
  processes: z.array(ServerProcess),
  queues: z.array(Queue),
  jobs: z.array(SystemJob),
  parked: z.array(ParkedEvent),
  /** All of them; the list stops at fifty. */
  parkedTotal: z.int(),
  /** Follow-ups of events that are due and that only another version can do, of which no server runs. */
  unknownDeliveries: z.int(),
})
