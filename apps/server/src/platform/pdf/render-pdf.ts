import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import type { PrintOrder, Printed } from './print-process.ts'

/** A template that does not compile or data that it cannot take: a defect of ours, told with typst's own words. */
export class PdfError extends Error {
  constructor(template: string, reason: string, options?: ErrorOptions) {
    super(`${path.basename(template)}: ${reason}`, options)
    this.name = 'PdfError'
  }
}

const program = path.join(import.meta.dirname, 'print-process.ts')

/** The printing process ends after this time without work and gives its hundred megabytes back. */
const IDLE_MS = 30_000
/** A lease takes a tenth of a second; what takes this long never ends. */
const PATIENCE_MS = 60_000
/** Whoever waits for an answer of the server goes before whoever waits for a paper. */
const NICE = 5

let printer: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
let lastNumber = 0
let queue: Promise<unknown> = Promise.resolve()

/**
 * Prints a typst template with data as PDF/A-3b, one document after the other. Typst is synchronous and takes 70 ms of a core
 * for a lease: in the server's own process every booking and every opening door would wait for it, so it runs in a process
 * beside it, which is started when a document is asked for.
 * @param templatePath absolute path of a `.typ` file inside this source tree
 * @param data anything JSON; the template reads it by `json("/data.json")`, so texts are never taken for markup. It must
 *   hold what the template's `set document(date: …)` needs: PDF/A has no document without a date.
 * @throws PdfError
 */
export async function renderPdf(templatePath: string, data: unknown): Promise<Uint8Array> {
  const json = toJson(data)
  const turn = queue.then(async () => await order(templatePath, json))
  queue = turn.catch(() => undefined)
  return await turn
}

async function order(template: string, data: string): Promise<Uint8Array> {
  clearTimeout(idle)
  const process = (printer ??= startPrinter())
  lastNumber += 1
  const asked: PrintOrder = { number: lastNumber, template, data }
  // Only work keeps the server's process alive, not a printer that waits for some.
  process.ref()
  process.channel?.ref()
  try {
    return await exchange(process, asked)
  } finally {
    process.unref()
    process.channel?.unref()
    idle = setTimeout(() => drop(process), IDLE_MS)
    idle.unref()
  }
}

function startPrinter(): ChildProcess {
  // Not the server's flags: a profiler or a debugger of the server is none of the printer's.
  const started = fork(program, [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  started.once('exit', () => {
    if (printer === started) printer = undefined
  })
  if (started.pid !== undefined) {
    try {
      os.setPriority(started.pid, NICE)
    } catch {
      // Where that is not allowed the printer runs as everybody does.
    }
  }
  return started
}

/** Ends this printer; the next document gets a new one. */
function drop(process: ChildProcess): void {
  if (printer === process) printer = undefined
  if (process.connected) process.disconnect()
}

async function exchange(process: ChildProcess, asked: PrintOrder): Promise<Uint8Array> {
  const { template } = asked
  return await new Promise<Uint8Array>((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(patience)
      process.off('message', answered).off('exit', gone).off('error', failed)
      act()
    }
    const answered = (message: unknown): void => {
      const printed = message as Printed
      if (printed.number !== asked.number) return
      settle(() => ('pdf' in printed ? resolve(printed.pdf) : reject(new PdfError(template, printed.reason))))
    }
    const gone = (code: number | null, signal: string | null): void =>
      settle(() => reject(new PdfError(template, `the printing process ended (${signal ?? code})`)))
    const failed = (error: Error): void => {
      drop(process)
      settle(() => reject(new PdfError(template, error.message, { cause: error })))
    }
    const patience = setTimeout(() => {
      process.kill('SIGKILL')
      failed(new Error(`not printed within ${PATIENCE_MS / 1000} s`))
    }, PATIENCE_MS)
    process.on('message', answered).once('exit', gone).once('error', failed)
    process.send(asked, (error) => {
      if (error) failed(error)
    })
  })
}

/**
 * Lone surrogates end typst's JSON reader; control characters have no glyph. Both can be typed into a name. Words longer than a column
 * can be (a name typed without spaces) may break between any two letters; typst would look through every text of every paper itself
 * for it, which is a tenth of the price of an invoice.
 */
function toJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string'
      ? value
          .toWellFormed()
          .replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => (sign === '\n' ? sign : ''))
          .replace(/\S{26,}/gu, breakAnywhere)
      : value,
  )
}

const letters = new Intl.Segmenter()

const breakAnywhere = (word: string): string =>
  Array.from(letters.segment(word), ({ segment }) => segment).join('\u200b')
