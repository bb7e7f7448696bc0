import { parentPort } from 'node:worker_threads'
import { openFile } from '../files/seal-file.ts'
import type { VirusScanner } from '../files/scan-upload.ts'
import { sealUpload } from '../files/seal-upload.ts'
import { screenUpload } from '../files/screen-upload.ts'
import { sha256 } from '../seal.ts'
import { HELD, type ParsedJson, parsePlainJson } from './plain-json.ts'

/** What the server asks of the thread beside it, by a number; a text comes in pieces under the number of its `parse`. */
export type Asked =
  | { readonly kind: 'parse'; readonly holdsFiles: boolean }
  | { readonly kind: 'screen'; readonly base64: string }
  | {
      readonly kind: 'seal'
      readonly base64: string
      readonly key: Uint8Array
      readonly context: string
      readonly scanner?: VirusScanner
    }
  | {
      readonly kind: 'open'
      readonly sealed: Uint8Array
      readonly key: Uint8Array
      readonly context: string
      readonly as: 'bytes' | 'base64'
    }
/** What is told and not answered. */
export type Told =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'forget' }
  | { readonly kind: 'drop'; readonly held: readonly string[] }
export type Order = (Asked | Told) & { readonly number: number }

export type Done =
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly error: string }

/** Letters of base64 from which a file stays here. */
const HELD_FROM = 64 * 1024

const port = parentPort
if (!port) throw new Error('this is a thread of the server, not a program')
const pieces = new Map<number, Uint8Array[]>()
/** Files of calls under way, by name, and how many calls have sent each. */
const files = new Map<string, { readonly base64: string; holders: number }>()

port.on('message', (order: Order) => {
  if (order.kind === 'piece') {
    const known = pieces.get(order.number)
    if (known) known.push(order.bytes)
    else pieces.set(order.number, [order.bytes])
  } else if (order.kind === 'forget') pieces.delete(order.number)
  else if (order.kind === 'drop') order.held.forEach(drop)
  else {
    carryOut(order)
      .then((answer) => port.postMessage({ number: order.number, answer } satisfies Done, movable(answer)))
      // Also what cannot be told: it must not take the thread with it, and with that everybody's uploads.
      .catch((error: unknown) =>
        port.postMessage({ number: order.number, error: String(error) } satisfies Done),
      )
  }
})

async function carryOut(order: Asked & { readonly number: number }): Promise<unknown> {
  if (order.kind === 'parse') return parse(order.number, order.holdsFiles)
  if (order.kind === 'screen') return await screenUpload(order.base64)
  if (order.kind === 'seal')
    return await sealUpload(fileOf(order.base64), order.key, order.context, order.scanner)
  const plain = openFile(order.sealed, order.key, order.context)
  return { bytes: order.as === 'base64' ? Buffer.from(plain.toString('base64'), 'latin1') : plain }
}

function parse(number: number, holdsFiles: boolean): ParsedJson {
  const text = Buffer.concat(pieces.get(number) ?? []).toString('utf8')
  pieces.delete(number)
  const held: string[] = []
  const parsed = parsePlainJson(text, (one) => {
    const base64: unknown = holdsFiles ? Reflect.get(one, 'base64') : undefined
    if (typeof base64 !== 'string' || base64.length < HELD_FROM) return
    // By its content: the same call again is the same body, as its Idempotency-Key says.
    const name = HELD + sha256(base64)
    const known = files.get(name)
    if (known) known.holders += 1
    else files.set(name, { base64, holders: 1 })
    held.push(name)
    Reflect.set(one, 'base64', name)
  })
  if ('broken' in parsed) {
    held.forEach(drop)
    return parsed
  }
  return { ...parsed, held }
}

function drop(name: string): void {
  const file = files.get(name)
  if (!file) return
  file.holders -= 1
  if (file.holders === 0) files.delete(name)
}

function fileOf(base64: string): string {
  if (!base64.startsWith(HELD)) return base64
  const file = files.get(base64)
  if (!file) throw new Error('the file of this call is not here any more')
  return file.base64
}

/** Bytes change hands, they are not copied. */
function movable(answer: unknown): ArrayBuffer[] {
  const bytes: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'bytes') : undefined
  // Short ones lie in the memory that Node shares between buffers, and are copied.
  return bytes instanceof Uint8Array &&
    bytes.buffer instanceof ArrayBuffer &&
    bytes.length === bytes.buffer.byteLength
    ? [bytes.buffer]
    : []
}
