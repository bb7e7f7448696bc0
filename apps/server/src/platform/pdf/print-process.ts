import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

/** What render-pdf.ts asks this process for; the answer carries the same number. */
export interface PrintOrder {
  readonly number: number
  readonly template: string
  readonly data: string
}

export type Printed =
  | { readonly number: number; readonly pdf: Uint8Array }
  | { readonly number: number; readonly reason: string }

// The process in which typst runs: started by render-pdf.ts, and ended by it or with it. Nothing imports this file.

/** Templates may import anything below this folder by an absolute path, `/platform/pdf/paper.typ`; nothing above it. */
const workspace = path.resolve(import.meta.dirname, '../..')

const fonts = [
  '400Regular/NotoSans_400Regular.ttf',
  '400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  '600SemiBold/NotoSans_600SemiBold.ttf',
  '700Bold/NotoSans_700Bold.ttf',
]

/**
 * Where templates find the document's data, by `json("/data.json")`. A file and not an input of typst: inputs are part of its standard
 * library, so that with other inputs it forgets the evaluated templates too.
 */
const DATA = path.join(workspace, 'data.json')

/**
 * What the last document did not use is forgotten: typst remembers every paragraph it ever laid out, half a megabyte a document, and
 * looks through what it remembers.
 */
const CACHE_AGE = 1

const folder = path.dirname(
  createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json'),
)
const fontBlobs = await Promise.all(fonts.map(async (file) => await readFile(path.join(folder, file))))
const typst = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] })

process.on('message', ({ number, template, data }: PrintOrder) => {
  const answer = print(number, template, data)
  typst.evictCache(CACHE_AGE)
  // Without a callback of its own, an answer to a server that was killed would end this process with a cry instead of quietly.
  process.send?.(answer, undefined, undefined, () => undefined)
})
// The server is gone, in whatever way.
process.once('disconnect', () => process.exit(0))
// Ctrl-C in the terminal reaches this process too; the server still prints what it has begun, then disconnects.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

function print(number: number, template: string, data: string): Printed {
  const first = compile(template, data)
  if (typeof first !== 'string') return { number, pdf: first }
  if (!first.includes('could not be displayed with any font')) return { number, reason: first }
  // PDF/A refuses a character without a glyph. A name in a script we have no font for must not keep an invoice from its reader.
  const second = compile(template, withoutForeignScripts(data))
  return typeof second === 'string' ? { number, reason: second } : { number, pdf: second }
}

/** @returns the document, or why there is none */
function compile(mainFilePath: string, data: string): Uint8Array | string {
  typst.mapShadow(DATA, Buffer.from(data))
  const outcome = typst.compile({ mainFilePath })
  if (!outcome.result) return JSON.stringify(outcome.takeDiagnostics()?.shortDiagnostics ?? 'no document')
  try {
    return typst.pdf(outcome.result, { pdfStandard: 'a-3b' })
  } catch (error) {
    return String(error)
  }
}

/** Latin, Greek and Cyrillic with their punctuation and signs stay, everything else becomes a visible question mark. */
function withoutForeignScripts(json: string): string {
  return json.replace(
    /[^\u0000-\u052f\u1e00-\u1fff\u2000-\u206f\u2070-\u20bf\u2100-\u215f\u2190-\u21ff\u2200-\u22ff]/gu,
    '?',
  )
}
