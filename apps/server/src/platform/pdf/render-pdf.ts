import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

/** Templates may import anything below this folder by an absolute path, `/platform/pdf/paper.typ`; nothing above it. */
const workspace = path.resolve(import.meta.dirname, '../..')

const fonts = [
  '400Regular/NotoSans_400Regular.ttf',
  '400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  '600SemiBold/NotoSans_600SemiBold.ttf',
  '700Bold/NotoSans_700Bold.ttf',
]

/** A template that does not compile or data that it cannot take: a defect of ours, told with typst's own words. */
export class PdfError extends Error {
  constructor(template: string, reason: string, options?: ErrorOptions) {
    super(`${path.basename(template)}: ${reason}`, options)
    this.name = 'PdfError'
  }
}

let compiler: Promise<NodeCompiler> | undefined

/**
 * One compiler for the life of the process: each further one costs tens of megabytes that never come back. It is made when the
 * first document is asked for, so that a server that prints nothing stays small.
 */
async function loadCompiler(): Promise<NodeCompiler> {
  const { NodeCompiler: Compiler } = await import('@myriaddreamin/typst-ts-node-compiler')
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json'),
  )
  const fontBlobs = await Promise.all(fonts.map(async (file) => await readFile(path.join(folder, file))))
  return Compiler.create({ workspace, fontArgs: [{ fontBlobs }] })
}

/**
 * What no document has used for so many turns is forgotten: typst remembers every paragraph it ever laid out, half a megabyte a
 * document.
 */
const CACHE_AGE = 4

let queue: Promise<unknown> = Promise.resolve()

/**
 * Prints a typst template with data as PDF/A-3b. Documents are made one after the other: the compiler is synchronous (4 ms an
 * invoice), and its memory is given back only between two turns of the event loop.
 * @param templatePath absolute path of a `.typ` file inside this source tree
 * @param data anything JSON; the template reads it by `json(bytes(sys.inputs.data))`, so texts are never taken for markup. It
 *   must hold what the template's `set document(date: …)` needs: PDF/A has no document without a date.
 * @throws PdfError
 */
export async function renderPdf(templatePath: string, data: unknown): Promise<Uint8Array> {
  const turn = queue.then(async () => {
    compiler ??= loadCompiler()
    // A font that could not be read today may be readable tomorrow: a failed start is not kept.
    const ready = await compiler.catch((error: unknown) => {
      compiler = undefined
      throw error
    })
    try {
      return print(ready, templatePath, toJson(data))
    } finally {
      ready.evictCache(CACHE_AGE)
    }
  })
  queue = turn.catch(() => undefined).then(async () => await new Promise((resolve) => setImmediate(resolve)))
  return await turn
}

function print(typst: NodeCompiler, templatePath: string, data: string): Uint8Array {
  try {
    return compile(typst, templatePath, data, 'a-3b')
  } catch (error) {
    if (!(error instanceof PdfError) || !error.message.includes('could not be displayed with any font'))
      throw error
    // PDF/A refuses a character without a glyph. A name in a script we have no font for must not keep an invoice from its reader.
    return compile(typst, templatePath, withoutForeignScripts(data), 'a-3b')
  }
}

function compile(typst: NodeCompiler, templatePath: string, data: string, pdfStandard: string): Uint8Array {
  const outcome = typst.compile({ mainFilePath: templatePath, inputs: { data } })
  if (!outcome.result)
    throw new PdfError(
      templatePath,
      JSON.stringify(outcome.takeDiagnostics()?.shortDiagnostics ?? 'no document'),
    )
  try {
    return typst.pdf(outcome.result, { pdfStandard })
  } catch (error) {
    throw new PdfError(templatePath, String(error), { cause: error })
  }
}

/** Lone surrogates end typst's JSON reader; control characters have no glyph. Both can be typed into a name. */
function toJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string'
      ? value.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => (sign === '\n' ? sign : ''))
      : value,
  )
}

/** Latin, Greek and Cyrillic with their punctuation and signs stay, everything else becomes a visible question mark. */
function withoutForeignScripts(json: string): string {
  return json.replace(
    /[^\u0000-\u052f\u1e00-\u1fff\u2000-\u206f\u2070-\u20bf\u2100-\u215f\u2190-\u21ff\u2200-\u22ff]/gu,
    '?',
  )
}
