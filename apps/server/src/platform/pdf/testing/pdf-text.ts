import { execFileSync, spawnSync } from 'node:child_process'

/** Whether this machine can read PDFs (poppler-utils); where it cannot, what is printed is tested up to the template only. */
export const canReadPdf = spawnSync('pdftotext', ['-v']).error === undefined

/** The text of a PDF as a reader would copy it, spaces of every kind as plain ones, soft breaks taken out. */
export function pdfText(pdf: Uint8Array): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/\u200b/g, '')
}

export interface PdfFacts {
  readonly pages: number
  readonly conformance: string
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean; readonly subset: boolean }[]
}

/** Pages, the standard that the file says it keeps, and its fonts. */
export function pdfFacts(pdf: Uint8Array): PdfFacts {
  const info = execFileSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' })
  const meta = execFileSync('pdfinfo', ['-meta', '-'], { input: pdf, encoding: 'utf8' })
  const fonts = execFileSync('pdffonts', ['-'], { input: pdf, encoding: 'utf8' })
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
  return {
    pages: Number(/Pages:\s+(\d+)/.exec(info)?.[1]),
    conformance:
      `${/<pdfaid:part>(\d)</.exec(meta)?.[1]}${/<pdfaid:conformance>(\w)</.exec(meta)?.[1]}`.toLowerCase(),
    fonts: fonts.map((line) => {
      const [emb, sub] = line.trim().split(/\s+/).slice(-5)
      return { name: line.split(' ')[0] ?? '', embedded: emb === 'yes', subset: sub === 'yes' }
    }),
  }
}
