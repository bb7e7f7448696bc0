import fs from 'node:fs'
import path from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { deviceOf } from './kept-pictures.ts'
import type { Heading, Page } from './read-page.ts'
import { webpSize } from './webp-size.ts'

/** As wide as a phone is held up; of a desk as it was, one of its points a point of the page. */
const PHONE_WIDTH = 300
export const DESK_SCALE = 1.25

/** The page's own part of the site: what stands between head and foot. */
export function renderPage(docs: string, page: Page, titleOf: (file: string) => string | undefined): string {
  const left = [...page.headings]
  const titleIn = (href: string): string | undefined =>
    titleOf(path.posix.join(path.posix.dirname(page.file), href.split('#')[0] ?? ''))
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const { anchor, text } = left.shift() as Heading
        const words = this.parser.parseInline(tokens)
        return depth === 1
          ? `<h1 id="${escape(anchor)}">${words}</h1>\n`
          : `<h${depth} id="${escape(anchor)}">${words}<a class="anchor" href="#${escape(anchor)}" aria-label="${escape(text)}">#</a></h${depth}>\n`
      },
      link({ href, title, tokens }) {
        // Who reads the files sees a file's name; who reads the site, the name of the page.
        const named = tokens[0]?.type === 'text' && tokens[0].raw === href ? titleIn(href) : undefined
        const words = named === undefined ? this.parser.parseInline(tokens) : escape(named)
        const to = addressOf(page.file, href, docs)
        if (to === undefined) return `<span class="file">${words}</span>`
        const hint = title == null ? '' : ` title="${escape(title)}"`
        return /^https?:/.test(to)
          ? `<a href="${escape(to)}"${hint} rel="noreferrer">${words}</a>`
          : `<a href="${escape(to)}"${hint}>${words}</a>`
      },
      image({ href, title, text }) {
        return picture(docs, page.file, { href, title, text })
      },
      paragraph({ tokens }) {
        // A picture by itself is a figure, and none stands inside a paragraph.
        return isPicture(tokens)
          ? `${this.parser.parseInline(tokens)}\n`
          : `<p>${this.parser.parseInline(tokens)}</p>\n`
      },
      table(token) {
        const cell = ({ tokens }: Tokens.TableCell, tag: string): string =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`
        const head = token.header.map((each) => cell(each, 'th')).join('')
        const rows = token.rows.map((row) => `<tr>${row.map((each) => cell(each, 'td')).join('')}</tr>`)
        // Wider than a phone: it is moved by itself, with keys as well.
        return `<div class="table" tabindex="0" role="region" aria-label="${escape(page.title)}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>\n`
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`
      },
      // Nobody writes HTML here; what looks like it is meant as it stands.
      html({ text }) {
        return escape(text)
      },
    },
  })
  return marked.parser([...page.tokens])
}

const isPicture = (tokens: readonly Token[]): boolean => tokens.length === 1 && tokens[0]?.type === 'image'

function picture(
  docs: string,
  file: string,
  { href, title, text }: { readonly href: string; readonly title: string | null; readonly text: string },
): string {
  const place = path.posix.join(path.posix.dirname(file), href)
  const { width, height } = webpSize(fs.readFileSync(path.join(docs, place)))
  const caption = title == null ? '' : `<figcaption>${escape(title)}</figcaption>`
  const list = path.join(docs, place.replace(/\.webp$/, '.txt'))
  const kind = fs.existsSync(list) ? deviceOf(fs.readFileSync(list, 'utf8')) : 'desk'
  const shown = kind === 'phone' ? PHONE_WIDTH : Math.round(width / DESK_SCALE)
  return `<figure class="${kind}"><a href="${escape(href)}"><img src="${escape(href)}" width="${shown}" height="${Math.round((height * shown) / width)}" alt="${escape(text)}" loading="lazy"></a>${caption}</figure>`
}

/** Where a link of a file leads on the site; undefined: into the repository, where readers of the site are not. */
export function addressOf(from: string, href: string, docs: string): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [target, anchor] = href.split('#') as [string, string | undefined]
  const place = path.posix.join(path.posix.dirname(from), target)
  if (place.startsWith('..')) return undefined
  const isFolder = fs.existsSync(path.join(docs, place)) && fs.statSync(path.join(docs, place)).isDirectory()
  const page = isFolder ? `${target.replace(/\/$/, '')}/index.html` : pageName(target)
  return anchor === undefined ? page : `${page}#${anchor}`
}

/** The page that a file becomes: README is what is shown for its folder. */
export const pageName = (file: string): string =>
  file.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
