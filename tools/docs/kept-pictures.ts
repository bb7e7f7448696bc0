import fs from 'node:fs'
import path from 'node:path'
import type { DocsLanguage } from './chapters.ts'

/** A picture is read over a phone's connection and kept in the repository for ever. */
export const SIZE_LIMIT = 60 * 1024

export interface SeenWords {
  readonly text: string
  /** A text of the product, word for word; the rest is somebody's data. */
  readonly isOurs: boolean
}

export interface KeptPicture {
  readonly name: string
  readonly language: DocsLanguage
  readonly device: Device
  readonly bytes: number
  /** What could be read on the screen when it was taken; undefined where nobody wrote it down. */
  readonly words: readonly SeenWords[] | undefined
}

export type Device = 'phone' | 'desk'

const MARK = '= '
const PHONE = '# phone'

/** A name ends with its language, English aside: `my-boxes-de`. */
export const languageOf = (name: string): DocsLanguage =>
  (/-(de|ru)$/.exec(name)?.[1] ?? 'en') as DocsLanguage

export function keptPictures(docs: string): KeptPicture[] {
  const folder = path.join(docs, 'pictures')
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.webp'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.webp'.length)
      const words = path.join(folder, `${name}.txt`)
      const text = fs.existsSync(words) ? fs.readFileSync(words, 'utf8') : undefined
      return {
        name,
        language: languageOf(name),
        device: deviceOf(text ?? ''),
        bytes: fs.statSync(path.join(folder, file)).size,
        words: text === undefined ? undefined : readWords(text),
      }
    })
}

export const readWords = (text: string): SeenWords[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      line.startsWith(MARK)
        ? { text: line.slice(MARK.length), isOurs: true }
        : { text: line.trim(), isOurs: false },
    )

/** On which kind of screen it was taken: the list beside a picture begins with it. */
export const deviceOf = (text: string): Device => (text.startsWith(PHONE) ? 'phone' : 'desk')

/** One line each: `= ` before what is the product's own, two spaces before data. */
export const writeWords = (device: Device, words: readonly SeenWords[]): string =>
  `# ${device}\n${words.map(({ text, isOurs }) => `${isOurs ? MARK : '  '}${text}`).join('\n')}\n`
