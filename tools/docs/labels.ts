import fs from 'node:fs'
import path from 'node:path'
import type { DocsLanguage } from './chapters.ts'

/** What the screens of one language can say. */
export interface Said {
  /** Word for word. */
  readonly exact: ReadonlySet<string>
  /** With something put in, such as a sum or a name. */
  readonly filled: readonly RegExp[]
}
export type SaidIn = Readonly<Record<DocsLanguage, Said>>

/** Read as files: a check asks for all languages and needs no translation. */
export function readSaid(root: string): SaidIn {
  const of = (language: DocsLanguage): Said => {
    const folder = path.join(root, 'packages/texts/src/ui', language)
    const texts = fs
      .readdirSync(folder)
      .flatMap((name) => stringsOf(JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as unknown))
      .map(plain)
    return {
      exact: new Set(texts.filter((text) => !text.includes('{'))),
      filled: texts.filter((text) => /\{/.test(text) && !/\{\w+,/.test(text)).flatMap(patternOf),
    }
  }
  return { en: of('en'), de: of('de'), ru: of('ru') }
}

export const isSaid = ({ exact, filled }: Said, words: string): boolean =>
  exact.has(plain(words)) || filled.some((pattern) => pattern.test(plain(words)))

/** As a person reads it: without marks for bold, with plain spaces. */
export function plain(text: string): string {
  return text
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
}

/** None for a text that is nothing but what is put in: it would fit anything. */
function patternOf(text: string): RegExp[] {
  const pieces = text.split(/\{\w+\}/)
  if (pieces.join('').replaceAll(/[^\p{L}]/gu, '').length < 3) return []
  return [
    new RegExp(
      `^${pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`,
      'u',
    ),
  ]
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}
