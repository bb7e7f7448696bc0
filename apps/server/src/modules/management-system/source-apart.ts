import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DatabaseKind } from '@stowage/domain/database-kind'
import { SourceFailure, type Source, type SourceLimits } from './source.ts'
import type { Asked, Done, Order, ToldFailure } from './source-thread.ts'

const IDLE_MS = 30_000
/** It is asked this often whether it still lives; one that has not answered by the next time does not. */
const WATCH_MS = 5000
/** Of a whole reading, with all that it is made into. */
const MEMORY_MB = 1536

interface Waiting {
  readonly order: Order
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
  /** All that it was ever asked: where that is one, nobody else can have broken it. */
  asked: number
}

let thread: Thread | undefined
let idle: NodeJS.Timeout | undefined
let lastNumber = 0

/**
 * A source that is read in a thread of its own. Drivers trust the database they talk to: of one that is none, or is somebody's
 * who means us harm, a few bytes make them throw where nobody catches, and others keep them busy for ever. Both would be the end
 * of a server with all its doors; here it is the end of the thread, and the source is away. Whoever shared the thread with it is asked
 * again in one of his own: what breaks that is he.
 */
export function createSourceApart(kind: DatabaseKind, limits: SourceLimits, watchMs = WATCH_MS): Source {
  const ask = async <Answer>(asked: Asked): Promise<Answer> =>
    (await askThread({ ...asked, number: (lastNumber += 1), kind, limits }, watchMs)) as Answer
  return {
    mapObjects: async (system) => await ask({ what: 'mapObjects', system }),
    check: async (system) => await ask({ what: 'check', system }),
    site: async (system, since) => await ask({ what: 'site', system, since }),
    command: async (system, command) => await ask({ what: 'command', system, command }),
  }
}

async function askThread(order: Order, watchMs: number): Promise<unknown> {
  clearTimeout(idle)
  const waiting = Promise.withResolvers<unknown>()
  ask((thread ??= startThread(watchMs)), { order, ...waiting })
  return await waiting.promise
}

function ask(of: Thread, waiting: Waiting): void {
  of.asked += 1
  of.worker.ref()
  of.waiting.set(waiting.order.number, waiting)
  of.worker.postMessage(waiting.order, [])
}

function startThread(watchMs: number): Thread {
  const worker = new Worker(path.join(import.meta.dirname, 'source-thread.ts'), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const started: Thread = { worker, waiting: new Map(), asked: 0 }
  let isAsked = false
  // Begun with the first sign of life: until then it reads its own code.
  let watch: NodeJS.Timeout | undefined
  const end = (reason: string, cause?: unknown): void => {
    clearInterval(watch)
    if (thread === started) thread = undefined
    const interrupted = [...started.waiting.values()]
    started.waiting.clear()
    for (const each of interrupted)
      if (started.asked === 1) each.reject(new SourceFailure('sourceAway', reason, cause))
      else ask(startThread(watchMs), each)
    void worker.terminate()
  }
  worker.unref()
  worker.once('online', () => {
    watch = setInterval(() => {
      if (isAsked) {
        // This thread may have been the busy one: what has come meanwhile is heard first.
        setImmediate(
          () => isAsked && end('the external database keeps its reader busy and never comes to an end'),
        )
        return
      }
      isAsked = true
      worker.postMessage('well?', [])
    }, watchMs)
    watch.unref()
  })
  worker.on('message', (said: Done | 'well') => {
    isAsked = false
    if (said === 'well') return
    const asked = started.waiting.get(said.number)
    started.waiting.delete(said.number)
    if ('failure' in said) asked?.reject(failureOf(said.failure))
    else asked?.resolve(said.answer)
    if (started.waiting.size === 0) rest(started)
  })
  worker.on('error', (cause) => end('the external database answers what nobody can read', cause))
  worker.on('messageerror', (cause) => end('an answer of the thread cannot be read', cause))
  worker.on('exit', () => end('the thread that read it has ended'))
  return started
}

/** Only work keeps the process alive, not a thread that waits for some. One that was somebody's own has done its work. */
function rest(resting: Thread): void {
  resting.worker.unref()
  if (thread !== resting) return void resting.worker.terminate()
  clearTimeout(idle)
  idle = setTimeout(() => {
    if (resting.waiting.size > 0 || thread !== resting) return
    thread = undefined
    void resting.worker.terminate()
  }, IDLE_MS)
  idle.unref()
}

function failureOf({ trouble, message, cause }: ToldFailure): Error {
  const why = cause && Object.assign(new Error(cause.message), cause)
  return trouble === null ? new Error(message, { cause: why }) : new SourceFailure(trouble, message, why)
}
