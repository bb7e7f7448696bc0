import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chapter } from './chapters.ts'
import { SIZE_LIMIT } from './kept-pictures.ts'
import type { SaidIn } from './labels.ts'
import { problemsOf } from './problems.ts'
import { readPage } from './read-page.ts'

const exact = new Set(['Open', 'Pay'])
const said: SaidIn = {
  en: { exact, filled: [/^Pay .+$/] },
  de: { exact: new Set(['Öffnen']), filled: [] },
  ru: { exact: new Set(), filled: [] },
}
let root: string

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-docs-'))
})
afterAll(() => fs.rmSync(root, { recursive: true }))

/** What is wrong with these files, all of which a chapter names but those it does not list. */
function problems(
  files: Readonly<Record<string, string | Buffer>>,
  unlisted: readonly string[] = [],
): string[] {
  const docs = path.join(root, 'docs')
  fs.rmSync(docs, { recursive: true, force: true })
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(docs, name)), { recursive: true })
    fs.writeFileSync(path.join(docs, name), content)
  }
  const listed = Object.keys(files).filter((name) => name.endsWith('.md') && !unlisted.includes(name))
  const chapter: Chapter = {
    key: 'staff',
    language: 'en',
    title: 'Staff',
    groups: [{ title: null, files: listed }],
  }
  const pages = new Map(listed.map((file) => [file, readPage(docs, file)]))
  return problemsOf({ root, docs, chapters: [chapter], pages, listed }, said)
}

test('pages whose links, pictures and words hold are in order', () => {
  expect(
    problems({
      'guides/a.md': '# A\n\n**Open**, **Pay 12 €**, [b](b.md#the-end), ![x](../pictures/x.webp)',
      'guides/b.md': '# B\n\n## The end\n\n[out](../../docs/guides/a.md) and [there](https://example.com)',
      'guides/tenants/de/c.md': '# C\n\n**Öffnen**',
      'notes.md': '# Notes\n\n**anything** goes outside the guides',
      'pictures/x.webp': 'picture',
      'pictures/x.txt': '= Open\n  box # of #\n',
    }),
  ).toEqual([])
})

test.each<[string, Record<string, string | Buffer>, RegExp]>([
  [
    'a link to nowhere',
    { 'a.md': '# A\n\n[x](gone.md)' },
    /docs\/a\.md leads to gone\.md, which is not there/,
  ],
  ['a heading that is not there', { 'a.md': '# A\n\n[x](#b)' }, /there is no such heading/],
  ['a missing picture', { 'a.md': '# A\n\n![x](x.webp)' }, /leads to x\.webp/],
  [
    'a picture of nobody',
    { 'a.md': '# A', 'pictures/x.webp': 'x', 'pictures/x.txt': '' },
    /x\.webp is shown by no page/,
  ],
  [
    'a picture without its words',
    { 'a.md': '# A\n\n![x](pictures/x.webp)', 'pictures/x.webp': 'x' },
    /has no x\.txt beside it/,
  ],
  [
    'a picture that is too large',
    {
      'a.md': '# A\n\n![x](pictures/x.webp)',
      'pictures/x.webp': Buffer.alloc(SIZE_LIMIT + 1),
      'pictures/x.txt': '',
    },
    /more than 61440/,
  ],
  [
    'a picture with a word of the product that is gone',
    { 'a.md': '# A\n\n![x](pictures/x.webp)', 'pictures/x.webp': 'x', 'pictures/x.txt': '= Unlock\n' },
    /shows “Unlock”, which no screen says any more/,
  ],
  ['a button that no screen has', { 'guides/a.md': '# A\n\n**Unlock**' }, /no screen says “Unlock”/],
  ['a button of another language', { 'guides/tenants/de/a.md': '# A\n\n**Open**' }, /no screen says “Open”/],
  ['a page without a title', { 'a.md': 'words' }, /has no title of its own/],
  ['a dash between thoughts', { 'guides/a.md': '# A\n\nyes \u2014 no' }, /guides\/a\.md:3 has a dash/],
])('%s is told', (_what, files, problem) => {
  const found = problems(files)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(problem)
})

test('a page that no chapter names is told', () => {
  expect(problems({ 'a.md': '# A', 'b.md': '# B' }, ['b.md'])).toEqual([
    'docs/b.md stands in no chapter (tools/docs/chapters.ts)',
  ])
})
