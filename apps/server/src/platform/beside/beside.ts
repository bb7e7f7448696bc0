import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Screened } from '../files/screen-upload.ts'
import type { VirusScanner } from '../files/scan-upload.ts'
import type { SealedUpload } from '../files/seal-upload.ts'
import { fail, Failure } from '../failure.ts'
import type { ParsedJson } from './plain-json.ts'
import type { Asked, Done, Order, Told } from './thread.ts'

/**
 * A thread beside the server for what would hold its event loop: 14 MiB of JSON take 40 ms to read and a 10 MB document as
 * long to look through, and meanwhile no door would open. It is started when somebody uploads and ends after a while without work.
 */
const IDLE_MS = 30_000
/** Letters or bytes from which something is given to it; what is shorter is done in about a millisecond. */
export const BESIDE_FROM = 256 * 1024
/**
 * Bytes of bodies that may be beside at once, from their first byte until their call is over: 27 documents of the largest size.
 * Anybody may begin to send one without ever ending it; who comes when this is full is told to come again.
 */
const MOST_BYTES = 384 * 1024 * 1024

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
  /** Bodies that are coming in, and files of calls under way: as long as there are any it does not end. */
  open: number
  /** It has failed or ended: nothing that it is asked comes back. */
  isOver: boolean
}

let thread: Thread | undefined
let idle: NodeJS.Timeout | undefined
let lastNumber = 0
let bytesInside = 0

/** Bytes of bodies that are beside now. */
export const bytesBeside = (): number => bytesInside

/** What was asked of a thread that is no more: the caller may come again, there will be another. */
const gone = (reason: string, cause?: unknown): Failure => new Failure(1, { isAway: true, reason, cause })

function startThread(): Thread {
  const worker = new Worker(path.join(import.meta.dirname, 'thread.ts'), { execArgv: [] })
  const started: Thread = { worker, waiting: new Map(), open: 0, isOver: false }
  const end = (error: Error): void => {
    started.isOver = true
    if (thread === started) thread = undefined
    for (const { reject } of started.waiting.values()) reject(error)
    started.waiting.clear()
  }
  worker.unref()
  worker.on('message', (done: Done) => {
    const asked = started.waiting.get(done.number)
    started.waiting.delete(done.number)
    if ('error' in done) asked?.reject(new Error(done.error))
    else asked?.resolve(done.answer)
    if (started.waiting.size === 0) rest(started)
  })
  worker.on('error', (cause) => end(gone('the thread beside the server failed', cause)))
  worker.on('exit', () => end(gone('the thread beside the server ended')))
  // An answer that cannot be read says not even whose it is: nobody of those who wait may wait for ever.
  worker.on('messageerror', (cause) => {
    end(gone('an answer of the thread beside the server cannot be read', cause))
    void worker.terminate()
  })
  return started
}

/** Only work keeps the process alive, not a thread that waits for some. */
function rest(resting: Thread): void {
  if (thread !== resting) return
  resting.worker.unref()
  clearTimeout(idle)
  idle = setTimeout(() => {
    if (resting.waiting.size > 0 || resting.open > 0 || thread !== resting) return
    thread = undefined
    void resting.worker.terminate()
  }, IDLE_MS)
  idle.unref()
}

async function ask(
  number: number,
  asked: Asked,
  to: Thread,
  moved: readonly ArrayBuffer[] = [],
): Promise<unknown> {
  if (to.isOver) throw gone('the thread beside the server has ended meanwhile')
  clearTimeout(idle)
  to.worker.ref()
  return await new Promise((resolve, reject) => {
    to.waiting.set(number, { resolve, reject })
    to.worker.postMessage({ ...asked, number } satisfies Order, moved)
  })
}

const next = (): Thread => (thread ??= startThread())

/** A file in base64 looked through beside the server. */
export async function screenBeside(base64: string): Promise<Screened> {
  return (await ask(++lastNumber, { kind: 'screen', base64 }, next())) as Screened
}

/** An upload checked, drawn anew and sealed beside the server; `base64` may be the name of a file that is held there. */
export async function sealUploadBeside(
  base64: string,
  key: Uint8Array,
  context: string,
  scanner?: VirusScanner,
): Promise<SealedUpload> {
  // Its libraries stay in memory with the thread that has loaded them first: that must not be one that ends.
  await import('sharp')
  return (await ask(
    ++lastNumber,
    { kind: 'seal', base64, key, context, ...(scanner === undefined ? {} : { scanner }) },
    next(),
  )) as SealedUpload
}

/**
 * A sealed file opened beside the server, as it is or as the letters of base64.
 * @param sealed given away: it is empty afterwards
 * @throws where `openFile` does
 */
export async function openBeside(
  sealed: Buffer<ArrayBuffer>,
  key: Uint8Array,
  context: string,
  as: 'bytes' | 'base64',
): Promise<Buffer> {
  const whole = sealed.length === sealed.buffer.byteLength ? sealed : Uint8Array.from(sealed)
  const asked = { kind: 'open', sealed: whole, key, context, as } as const
  const answer = await ask(++lastNumber, asked, next(), [whole.buffer])
  const { bytes } = answer as { readonly bytes: Uint8Array }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export type ReadBeside = ParsedJson & {
  /** The call that sent it is over: files that are held for it go. Twice is once. */
  readonly drop: () => void
}

export interface JsonReader {
  /** The next bytes as they come in. @throws Failure 9129 where too much is beside already; then it is forgotten */
  add(bytes: Uint8Array): void
  /** All of it has come. @param holdsFiles long files stay beside; their names stand in their place until they are dropped */
  end(holdsFiles: boolean): Promise<ReadBeside>
  /** It will not come to its end. */
  forget(): void
}

/** Reads a long JSON text beside the server, piece by piece: no moment of the event loop sees the whole of it. */
export function readJsonBeside(mostBytes = MOST_BYTES): JsonReader {
  const [to, number] = [next(), ++lastNumber]
  const tell = (told: Told, moved: readonly ArrayBuffer[] = []): void =>
    to.worker.postMessage({ ...told, number } satisfies Order, moved)
  let [size, isOpen] = [0, true]
  to.open += 1
  const close = (): void => {
    isOpen = false
    to.open -= 1
    bytesInside -= size
    if (to.waiting.size === 0) rest(to)
  }
  const forget = (): void => {
    if (!isOpen) return
    tell({ kind: 'forget' })
    close()
  }
  return {
    add: (bytes) => {
      if (!isOpen) return
      if (bytesInside + bytes.length > mostBytes) {
        forget()
        fail(9129, { retryAfterSeconds: 10, params: { seconds: 10 }, reason: 'too many long bodies at once' })
      }
      size += bytes.length
      bytesInside += bytes.length
      // A copy: what comes from a socket may share its memory with the next call.
      const copy = Uint8Array.from(bytes)
      tell({ kind: 'piece', bytes: copy }, [copy.buffer])
    },
    end: async (holdsFiles) => {
      const asked = ask(number, { kind: 'parse', holdsFiles }, to) as Promise<ParsedJson>
      const parsed = await asked.catch((error: unknown) => {
        close()
        throw error
      })
      const held = 'held' in parsed ? (parsed.held ?? []) : []
      if (held.length === 0) close()
      const drop = (): void => {
        if (!isOpen) return
        tell({ kind: 'drop', held })
        close()
      }
      return { ...parsed, drop }
    },
    forget,
  }
}
