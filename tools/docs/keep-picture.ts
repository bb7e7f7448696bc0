import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import {
  type Device,
  languageOf,
  readWords,
  type SeenWords,
  SIZE_LIMIT,
  writeWords,
} from './kept-pictures.ts'
import { plain, type SaidIn } from './labels.ts'

/** What was taken: the picture, and what a person reads on it. */
export interface Taken {
  readonly name: string
  readonly device: Device
  readonly png: Buffer
  readonly text: string
}

const QUALITIES = [80, 72, 64, 56, 48, 40]

/** Puts a picture into its place, as good as fits into the limit. */
export async function keepPicture(
  folder: string,
  said: SaidIn,
  { name, device, png, text }: Taken,
): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, `${name}.txt`), writeWords(device, wordsOf(name, text, said)))
  for (const quality of QUALITIES) {
    const bytes = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length > SIZE_LIMIT && quality !== QUALITIES.at(-1)) continue
    fs.writeFileSync(path.join(folder, `${name}.webp`), bytes)
    return
  }
}

/** What has become out of date of the kept picture; undefined: nothing. */
export async function differenceOf(
  folder: string,
  said: SaidIn,
  { name, png, text }: Taken,
): Promise<string | undefined> {
  const [picture, words] = ['webp', 'txt'].map((kind) => path.join(folder, `${name}.${kind}`)) as [
    string,
    string,
  ]
  if (!fs.existsSync(picture) || !fs.existsSync(words)) return `${name}: there is no picture yet`
  const kept = readWords(fs.readFileSync(words, 'utf8')).map((word) => word.text)
  const seen = wordsOf(name, text, said).map((word) => word.text)
  const gone = kept.filter((word) => !seen.includes(word))
  const come = seen.filter((word) => !kept.includes(word))
  if (gone.length > 0 || come.length > 0) {
    const list = (title: string, all: readonly string[]): string =>
      all.length === 0
        ? ''
        : ` ${title}: ${all.slice(0, 6).join(' | ')}${all.length > 6 ? ` and ${all.length - 6} more` : ''}.`
    return `${name}: other words.${list('Not any more', gone)}${list('New', come)}`
  }
  const share = await shareOfOthers(fs.readFileSync(picture), png)
  return share > LOOKS
    ? `${name}: the same words, but ${Math.round(share * 100)} % of it looks different`
    : undefined
}

/** Figures and times are another machine's, or a minute later: what kind of thing stands there counts. */
function wordsOf(name: string, text: string, said: SaidIn): SeenWords[] {
  const { exact } = said[languageOf(name)]
  const lines = text
    .split('\n')
    .map(plain)
    .filter((line) => line !== '')
  const words = lines.map((line) =>
    exact.has(line)
      ? { text: line, isOurs: true }
      : { text: line.replaceAll(/\d[\d.,:/]*\d|\d/g, '#'), isOurs: false },
  )
  return words.filter((word, index) => words.findIndex(({ text: same }) => same === word.text) === index)
}

/** A field of so many pixels differs when its mean colour does by so much; letters are drawn a little otherwise everywhere. */
const FIELD = 16
const MEAN = 20
/** So large a part may differ before somebody should look: a clock, a cursor, a font's edge are less. */
const LOOKS = 0.05

async function shareOfOthers(kept: Buffer, png: Buffer): Promise<number> {
  const { width, height } = await sharp(kept).metadata()
  const taken = await sharp(png).metadata()
  if (taken.width !== width || taken.height !== height) return 1
  const size = { width: Math.ceil(width / FIELD), height: Math.ceil(height / FIELD) }
  const [one, other] = await Promise.all(
    [kept, png].map(
      async (bytes) =>
        await sharp(bytes)
          .removeAlpha()
          .resize({ ...size, fit: 'fill', kernel: 'linear' })
          .raw()
          .toBuffer(),
    ),
  )
  const fields = size.width * size.height
  let others = 0
  for (let field = 0; field < fields; field += 1) {
    const apart = [0, 1, 2].map((channel) =>
      Math.abs(one![field * 3 + channel]! - other![field * 3 + channel]!),
    )
    if (Math.max(...apart) > MEAN) others += 1
  }
  return others / fields
}
