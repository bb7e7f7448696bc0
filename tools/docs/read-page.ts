import fs from 'node:fs'
import path from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'

export interface Heading {
  readonly level: number
  readonly text: string
  readonly anchor: string
}

/** A file of the documentation, read once and used by the site and by the check alike. */
export interface Page {
  /** Inside `docs`, with slashes. */
  readonly file: string
  readonly title: string
  readonly tokens: readonly Token[]
  readonly headings: readonly Heading[]
  readonly links: readonly { readonly href: string; readonly isPicture: boolean }[]
  /** What stands in bold, which in a guide is what the screen says. */
  readonly bold: readonly string[]
  /** Heading and words of each part, for the search. */
  readonly parts: readonly { readonly heading: Heading | undefined; readonly text: string }[]
}

export function readPage(docs: string, file: string): Page {
  return parsePage(file, fs.readFileSync(path.join(docs, file), 'utf8'))
}

export function parsePage(file: string, text: string): Page {
  const tokens = new Marked({ gfm: true }).lexer(text)
  const headings: Heading[] = []
  const links: { href: string; isPicture: boolean }[] = []
  const bold: string[] = []
  const parts: { heading: Heading | undefined; text: string }[] = []
  const taken = new Map<string, number>()
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, tokens: inner } = token as Tokens.Heading
      const heading = { level: depth, text: wordsOf(inner), anchor: anchorOf(wordsOf(inner), taken) }
      headings.push(heading)
      parts.push({ heading, text: '' })
    } else {
      const part = parts.at(-1) ?? { heading: undefined, text: '' }
      if (parts.length === 0) parts.push(part)
      part.text = `${part.text} ${wordsOf([token])}`.trim()
    }
    walk([token], (each) => {
      if (each.type === 'link') links.push({ href: (each as Tokens.Link).href, isPicture: false })
      if (each.type === 'image') links.push({ href: (each as Tokens.Image).href, isPicture: true })
      if (each.type === 'strong') bold.push(wordsOf((each as Tokens.Strong).tokens))
    })
  }
  return { file, title: headings[0]?.text ?? file, tokens, headings, links, bold, parts }
}

/** As GitHub makes them, so that links hold there as well. */
function anchorOf(text: string, taken: Map<string, number>): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const times = taken.get(plain) ?? 0
  taken.set(plain, times + 1)
  return times === 0 ? plain : `${plain}-${times}`
}

function walk(tokens: readonly Token[], visit: (token: Token) => void): void {
  for (const token of tokens) {
    visit(token)
    for (const inner of childrenOf(token)) walk(inner, visit)
  }
}

function childrenOf(token: Token): readonly (readonly Token[])[] {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [...header, ...rows.flat()].map(({ tokens }) => tokens)
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(({ tokens }) => tokens)
  return 'tokens' in token && token.tokens ? [token.tokens] : []
}

/** The words alone. */
export function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const children = childrenOf(token)
      if (children.length > 0)
        return children.map(wordsOf).join(token.type === 'table' || token.type === 'list' ? ' ' : '')
      if (token.type === 'image') return ''
      if (token.type === 'br') return ' '
      return 'text' in token && typeof token.text === 'string' ? token.text : ''
    })
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}
