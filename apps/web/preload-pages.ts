import type { Plugin } from 'vite'

/** Where visitors arrive, and what each of these pages is made of; a first visitor reads Russian (specification 1). */
const arrivals = {
  '/book': {
    page: '/src/areas/customer/book/book-page.tsx',
    texts: ['shell', 'booking', 'maps'],
  },
  '/login': {
    page: '/src/areas/customer/entrance/login-page.tsx',
    texts: ['shell', 'accounts', 'form'],
  },
} as const

interface Chunk {
  readonly type: 'chunk'
  readonly fileName: string
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
  readonly viteMetadata?: { readonly importedCss?: ReadonlySet<string> }
}
type Bundle = Readonly<Record<string, Chunk | { readonly type: 'asset' }>>

/**
 * Writes `preload.json`: for each page of arrival the files that it needs beside those of the entry. The server names them in
 * the head of the page, so that they come together with the entry and not when that has run.
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const lists = Object.entries(arrivals).map(([path, { page, texts }]) => {
          const ids = [page, ...texts.map((area) => `/texts/src/ui/ru/${area}.json`)]
          return [path, filesOf(bundle, ids)] as const
        })
        this.emitFile({
          type: 'asset',
          fileName: 'preload.json',
          source: JSON.stringify(Object.fromEntries(lists)),
        })
      },
    },
  }
}

function filesOf(bundle: Bundle, ids: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const known = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const files = new Set<string>()
  const add = (chunk: Chunk): void => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = known.get(name)
      if (imported !== undefined) add(imported)
    }
    // After those of its parts, which it may overrule.
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
  }
  for (const id of ids) {
    const chunk = chunks.find(({ moduleIds }) =>
      moduleIds.some((module) => module.split('?')[0]?.endsWith(id)),
    )
    if (chunk === undefined) throw new Error(`nothing in the bundle is ${id}`)
    add(chunk)
  }
  return [...files]
}
