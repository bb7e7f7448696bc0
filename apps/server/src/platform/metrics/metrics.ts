import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { fail } from '../failure.ts'
import type { CopyState } from '../database/reports-copy.ts'
import type { ProcessFacts } from '../processes/describe.ts'
import { sameText } from '../seal.ts'
import { lateBy, type Waiting } from '../system/queues.ts'

interface Sources {
  readonly version: string
  /** Whoever brings it as a bearer may read. */
  readonly token: string
  describe(): ProcessFacts
  waiting(): Promise<Waiting>
  reportsCopy(): Promise<CopyState | null>
}

/**
 * GET /api/metrics: this process in the text form of Prometheus, for whoever has METRICS_TOKEN. No label carries an id, an
 * address or a name: calls are counted by the pattern of their route.
 */
export function mountMetrics(app: FastifyInstance, sources: Sources): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const info = new Gauge({
    name: 'stowage_info',
    help: 'The version that runs',
    labelNames: ['version'],
    registers: [registry],
  })
  info.set({ version: sources.version }, 1)
  const calls = new Histogram({
    name: 'stowage_http_request_duration_seconds',
    help: 'Calls by method, pattern of the route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'stowage_refusals_total',
    help: 'Refused sign-ins, codes, tokens and permissions of staff in this process',
    labelNames: ['kind'],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.refusedAs !== null) refusals.inc({ kind: request.refusedAs })
    // A path that is none of ours could be anything, a secret too: it has no label of its own.
    const route = request.routeOptions.url ?? 'none'
    calls.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  const ofProcess = processGauges(registry)
  const ofTables = tableGauges(registry)
  const ofCopy = copyGauges(registry)
  const unread = new Counter({
    name: 'stowage_queues_unread_total',
    help: 'Looks at the queues that the database did not answer',
    registers: [registry],
  })
  app.get('/api/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined || !sameText(given, sources.token)) fail(9003)
    ofProcess(sources.describe())
    // The process is told of also while the database is away; that is when somebody looks.
    await sources.waiting().then(ofTables, () => unread.inc())
    ofCopy(await sources.reportsCopy())
    return await reply.type(registry.contentType).send(await registry.metrics())
  })
}

function processGauges(registry: Registry): (facts: ProcessFacts) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `stowage_${name}`, help, labelNames, registers: [registry] })
  /** The process counts for itself; what it has counted since the last look is added. */
  const counter = (name: string, help: string): ((job: string, count: number) => void) => {
    const made = new Counter({ name: `stowage_${name}`, help, labelNames: ['job'], registers: [registry] })
    const known = new Map<string, number>()
    return (job, count) => {
      made.inc({ job }, count - (known.get(job) ?? 0))
      known.set(job, count)
    }
  }
  const loop = gauge('loop_used_ratio', 'Part of the time in which the event loop worked')
  const delay = gauge('loop_delay_seconds', 'How late timers were, since the last look', ['part'])
  const connections = gauge('database_connections', 'Connections of the pool, and who waits for one', [
    'state',
  ])
  const sockets = gauge('sockets', 'Open live connections')
  const stopping = gauge('stopping', '1 while this process goes down')
  const runs = counter('job_runs_total', 'Turns of a job in this process')
  const failures = counter('job_failures_total', 'Turns of a job that failed in this process')
  const failing = gauge('job_failing', '1 when the last turn of a job failed', ['job'])
  const took = gauge('job_last_duration_seconds', 'How long the last turn of a job took', ['job'])
  return (facts) => {
    loop.set(facts.loopUsed)
    for (const [part, ms] of Object.entries(facts.loopDelayMs)) delay.set({ part }, ms / 1000)
    for (const [state, count] of Object.entries(facts.connections)) connections.set({ state }, count)
    sockets.set(facts.sockets)
    stopping.set(facts.isStopping ? 1 : 0)
    for (const record of facts.jobs) {
      const job = { job: record.name }
      runs(record.name, record.runs)
      failures(record.name, record.failures)
      failing.set(job, record.failure === null ? 0 : 1)
      took.set(job, record.tookMs / 1000)
    }
  }
}

/** The standby that reports read; without one there is nothing to tell. */
function copyGauges(registry: Registry): (copy: CopyState | null) => void {
  const gauges: { read?: Gauge; behind?: Gauge } = {}
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `stowage_reports_copy_${name}`, help, registers: [registry] })
  return (copy) => {
    if (copy === null) return
    gauges.read ??= gauge('read', '1 while reports read the standby, 0 while they read the database itself')
    gauges.read.set(copy.unread === null ? 1 : 0)
    if (copy.behindSeconds === null) return
    gauges.behind ??= gauge('behind_seconds', 'How old the last change is that the standby has')
    gauges.behind.set(copy.behindSeconds)
  }
}

function tableGauges(registry: Registry): (found: Waiting) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `stowage_${name}`, help, labelNames, registers: [registry] })
  const waiting = gauge('queue_waiting', 'What waits in a queue, due or not', ['queue'])
  const late = gauge('queue_late_seconds', 'How long the oldest of a queue has been due', ['queue'])
  const failed = gauge(
    'queue_failed',
    'What was given up (events: until somebody decides; others: of seven days)',
    ['queue'],
  )
  const counts = new Map<string, Gauge>()
  return (found) => {
    for (const queue of found.queues) {
      const label = { queue: queue.name }
      waiting.set(label, queue.waiting)
      late.set(label, lateBy(queue, found.at))
      failed.set(label, queue.failed)
    }
    for (const [name, count] of Object.entries(found.counts)) {
      const known = counts.get(name) ?? gauge(name, 'As the page of the system shows it')
      counts.set(name, known)
      known.set(count)
    }
  }
}
