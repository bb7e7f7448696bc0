import fs from 'node:fs'
import path from 'node:path'
import type { Chapter } from './chapters.ts'
import { isSaid, type SaidIn } from './labels.ts'
import { type Page, parsePage } from './read-page.ts'
import { pageName } from './render-page.ts'
import { keptPictures, SIZE_LIMIT } from './kept-pictures.ts'

export interface Repository {
  readonly root: string
  readonly docs: string
  readonly chapters: readonly Chapter[]
  /** By their file. */
  readonly pages: ReadonlyMap<string, Page>
  /** What the chapters name, whether it is there or not. */
  readonly listed: readonly string[]
}

/** What is wrong with the documentation, in sentences; empty when its links, pictures and words hold. */
export function problemsOf(repository: Repository, said?: SaidIn): string[] {
  return [
    ...placeProblems(repository),
    ...[...repository.pages.values()].flatMap((page) => linkProblems(repository, `docs/${page.file}`, page)),
    ...['README.md', 'packages/client/README.md'].flatMap((file) => outsideProblems(repository, file)),
    ...pictureProblems(repository),
    ...(said === undefined ? [] : wordProblems(repository, said)),
  ]
}

function placeProblems({ docs, pages, listed }: Repository): string[] {
  const twice = listed.filter((file, index) => listed.indexOf(file) !== index)
  const all = fs
    .readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.md') && !file.startsWith('dist/'))
  return [
    ...listed
      .filter((file) => !pages.has(file))
      .map((file) => `docs/${file} is named by a chapter and not there`),
    ...all
      .filter((file) => !pages.has(file))
      .map((file) => `docs/${file} stands in no chapter (tools/docs/chapters.ts)`),
    ...twice.map((file) => `docs/${file} stands in two chapters`),
    ...[...pages.values()].flatMap(({ file, headings }) =>
      headings.filter(({ level }) => level === 1).length === 1
        ? []
        : [`docs/${file} has no title of its own, or more than one`],
    ),
  ]
}

/** @param name the page as the repository knows it */
function linkProblems({ root, docs, pages }: Repository, name: string, page: Page): string[] {
  return page.links.flatMap(({ href }) => {
    if (/^(https?:|mailto:)/.test(href)) return []
    const [target, anchor] = decodeURI(href).split('#') as [string, string | undefined]
    const place = target === '' ? name : path.posix.join(path.posix.dirname(name), target)
    if (!fs.existsSync(path.join(root, place))) return [`${name} leads to ${href}, which is not there`]
    const inDocs = path.posix.relative('docs', place)
    const isFolder = fs.statSync(path.join(root, place)).isDirectory()
    // The start page has a folder's place of its own, and so has each folder with a README.
    if (isFolder && name.startsWith('docs/') && !inDocs.startsWith('..') && !hasIndex(pages, inDocs))
      return [`${name} leads to the folder ${href}, which has no page`]
    if (anchor === undefined || anchor === '' || !place.endsWith('.md')) return []
    const there =
      pages.get(inDocs)?.headings ??
      parsePage(place, fs.readFileSync(path.join(root, place), 'utf8')).headings
    return there.some((heading) => heading.anchor === anchor)
      ? []
      : [
          `${name} leads to ${href}, and there is no such heading in docs/${path.posix.relative(docs, path.join(root, place))}`,
        ]
  })
}

const hasIndex = (pages: ReadonlyMap<string, Page>, folder: string): boolean =>
  [...pages.keys()].some((file) => pageName(file) === `${folder.replace(/\/$/, '')}/index.html`)

/** Pages of the repository that lead into the documentation. */
function outsideProblems(repository: Repository, file: string): string[] {
  const place = path.join(repository.root, file)
  if (!fs.existsSync(place)) return []
  return linkProblems(repository, file, parsePage(file, fs.readFileSync(place, 'utf8')))
}

function pictureProblems({ docs, pages }: Repository): string[] {
  const shown = new Set(
    [...pages.values()].flatMap(({ file, links }) =>
      links
        .filter(({ isPicture }) => isPicture)
        .map(({ href }) => path.posix.join(path.posix.dirname(file), href)),
    ),
  )
  return keptPictures(docs).flatMap(({ name, bytes, words }) => [
    ...(shown.has(`pictures/${name}.webp`) ? [] : [`docs/pictures/${name}.webp is shown by no page`]),
    ...(bytes > SIZE_LIMIT ? [`docs/pictures/${name}.webp has ${bytes} bytes, more than ${SIZE_LIMIT}`] : []),
    ...(words === undefined
      ? [`docs/pictures/${name}.webp has no ${name}.txt beside it: npm run docs:pictures`]
      : []),
  ])
}

/** Guides and pictures use the screens' own words: those of today. */
function wordProblems({ docs, pages }: Repository, said: SaidIn): string[] {
  const guides = [...pages.values()].filter(({ file }) => file.startsWith('guides/'))
  return [
    ...guides.flatMap(({ file, bold }) => {
      const language = /^guides\/tenants\/(de|ru)\//.exec(file)?.[1] as 'de' | 'ru' | undefined
      return bold
        .filter((words) => !isSaid(said[language ?? 'en'], words))
        .map(
          (words) =>
            `docs/${file}: no screen says “${words}”. Bold is for what a screen says; mend it or write it plain`,
        )
    }),
    ...guides.flatMap(({ file }) =>
      fs
        .readFileSync(path.join(docs, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.includes('\u2014')
            ? [`docs/${file}:${index + 1} has a dash between thoughts; make it two sentences`]
            : [],
        ),
    ),
    ...keptPictures(docs).flatMap(({ name, language, words }) =>
      (words ?? [])
        .filter(({ text, isOurs }) => isOurs && !said[language].exact.has(text))
        .map(
          ({ text }) =>
            `docs/pictures/${name}.webp shows “${text}”, which no screen says any more: npm run docs:pictures`,
        ),
    ),
  ]
}
