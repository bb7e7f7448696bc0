import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import zlib from 'node:zlib'
import { chaptersOf, START } from './chapters.ts'
import { layOut, type Site } from './layout.ts'
import { problemsOf, type Repository } from './problems.ts'
import { readPage } from './read-page.ts'
import { pageName, renderPage } from './render-page.ts'

const root = path.resolve(import.meta.dirname, '../..')
const docs = path.join(root, 'docs')
export const SITE_FOLDER = path.join(docs, 'dist')
const mark = path.join(SITE_FOLDER, '.sources')

/** The documentation as it lies in the repository, read once. */
export function readRepository(): Repository {
  const chapters = chaptersOf(docs)
  const files = [START, ...chapters.flatMap(({ groups }) => groups.flatMap((group) => group.files))]
  const pages = new Map(
    files.filter((file) => fs.existsSync(path.join(docs, file))).map((file) => [file, readPage(docs, file)]),
  )
  return { root, docs, chapters, pages, listed: files }
}

/** Builds the site when it was never built or its sources have changed, as the web app is; undefined: it was up to date. */
export function buildSiteIfNeeded(): { readonly pages: number } | undefined {
  const hash = hashSources()
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === hash) return undefined
  return buildSite(hash)
}

/**
 * Builds the site into `docs/dist`: beside, and put in its place whole.
 * @throws Error with every broken link, missing picture and the like
 */
export function buildSite(hash = hashSources()): { readonly pages: number } {
  const repository = readRepository()
  const problems = problemsOf(repository)
  if (problems.length > 0) throw new Error(`The documentation is not in order:\n${problems.join('\n')}`)
  const draft = path.join(root, '.cache', `docs-${process.pid}`)
  try {
    write(draft, repository)
    fs.writeFileSync(path.join(draft, path.basename(mark)), hash)
    fs.rmSync(SITE_FOLDER, { recursive: true, force: true })
    fs.renameSync(draft, SITE_FOLDER)
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
  return { pages: repository.pages.size }
}

function write(folder: string, site: Site): void {
  const put = (file: string, content: string | Buffer): void => {
    const place = path.join(folder, file)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.writeFileSync(place, content)
    // The server sends what lies beside: compressed here once.
    if (/\.(html|js|css|svg)$/.test(file) && content.length > 1024)
      fs.writeFileSync(`${place}.gz`, zlib.gzipSync(content, { level: 9 }))
  }
  for (const page of site.pages.values())
    put(
      pageName(page.file),
      layOut(
        site,
        page,
        renderPage(docs, page, (file) => site.pages.get(file)?.title),
      ),
    )
  put('404.html', nothingHere())
  for (const file of besides()) put(file, fs.readFileSync(path.join(docs, file)))
  const assets = path.join(import.meta.dirname, 'assets')
  for (const name of fs.readdirSync(assets)) put(`site/${name}`, fs.readFileSync(path.join(assets, name)))
  put('site/favicon.svg', fs.readFileSync(path.join(root, 'apps/web/public/favicon.svg')))
  for (const name of FONTS) put(`site/${name}`, fs.readFileSync(fontFile(name)))
  put('site/search-index.js', `window.stowageHelp=${JSON.stringify(searchIndexOf(site))}\n`)
}

/** Answered at any depth, so it names its files by their address in the product. */
const nothingHere = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · Stowage</title>
<link rel="stylesheet" href="/help/site/site.css">
</head>
<body>
<div class="body"><main><article><h1>Page not found</h1><p>There is nothing at this address. The link may have a typo, or the page has moved.</p><p><a href="/help/">To the start of the help</a></p></article></main></div>
</body>
</html>
`

const FONTS = ['latin', 'latin-ext', 'cyrillic'].map((part) => `ibm-plex-sans-${part}-wght-normal.woff2`)

function fontFile(name: string): string {
  const require = createRequire(path.join(root, 'apps/web/package.json'))
  return require.resolve(`@fontsource-variable/ibm-plex-sans/files/${name}`)
}

/** Pictures, and the files that pages hand out. */
function besides(): string[] {
  const pictures = fs.existsSync(path.join(docs, 'pictures'))
    ? fs.readdirSync(path.join(docs, 'pictures'))
    : []
  return [
    ...pictures.filter((name) => name.endsWith('.webp')).map((name) => `pictures/${name}`),
    ...fs
      .readdirSync(path.join(docs, 'operations'))
      .filter((name) => !name.endsWith('.md'))
      .map((name) => `operations/${name}`),
  ]
}

/** Every part of every page: address, page, heading, words, language; and how far behind others it stands. */
function searchIndexOf({ chapters, pages }: Site): unknown[] {
  return [...pages.values()].flatMap((page) => {
    const chapter = chapters.find(({ groups }) => groups.some(({ files }) => files.includes(page.file)))
    const isRecord = page.file.startsWith('decisions/') || page.file.startsWith('modules/')
    return page.parts.map(({ heading, text }) => [
      heading === undefined || heading.level === 1
        ? pageName(page.file)
        : `${pageName(page.file)}#${heading.anchor}`,
      page.title,
      heading === undefined || heading.level === 1 ? '' : heading.text,
      text.slice(0, 1200),
      chapter?.language ?? 'en',
      chapter?.title ?? '',
      isRecord ? 1 : 0,
    ])
  })
}

function hashSources(): string {
  const hash = createHash('sha256')
  const lock = path.join(root, 'package-lock.json')
  const files = [docs, import.meta.dirname].flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !file.startsWith(SITE_FOLDER)),
  )
  for (const file of [lock, ...files.sort()]) {
    const bytes = fs.readFileSync(file)
    hash.update(`${path.relative(root, file)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}
