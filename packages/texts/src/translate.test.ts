import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages, type Language } from './language.ts'
import { mailTexts } from './mail/index.ts'
import { pdfTexts } from './pdf/index.ts'
import { strictTexts } from './translate.ts'

function sentences(path: string): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (node: unknown, prefix: string): void => {
    if (typeof node === 'string') found.set(prefix, node)
    else
      for (const [key, value] of Object.entries(node as Record<string, unknown>))
        walk(value, prefix === '' ? key : `${prefix}.${key}`)
  }
  walk(JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')), '')
  return found
}

/** The values that a sentence asks for, its branches included, with what kind they are: 'n plural', 'name'. */
function asked(sentence: string): string[] {
  const found = new Set<string>()
  let at = 0
  const message = (): void => {
    while (at < sentence.length && sentence[at] !== '}') {
      if (sentence[at] === '{') argument()
      else at += 1
    }
  }
  const argument = (): void => {
    const [all, name, kind] = /^\{(\w+)(?:, (plural|select),)?/.exec(sentence.slice(at)) ?? []
    if (all === undefined || name === undefined) throw new Error(`no argument at ${at} of ${sentence}`)
    found.add(kind === undefined ? name : `${name} ${kind}`)
    at += all.length
    while (at < sentence.length && sentence[at] !== '}') {
      if (sentence[at] !== '{') at += 1
      else {
        at += 1
        message()
        at += 1
      }
    }
    at += 1
  }
  message()
  return [...found].sort()
}

describe.each(['mail', 'pdf'])('the texts of %s', (area) => {
  const russian = sentences(`./${area}/ru.json`)

  test.each(languages)(
    '%s has the same sentences, asking for the same values, each well formed',
    (language) => {
      const own = sentences(`./${area}/${language}.json`)
      expect([...own.keys()].sort()).toEqual([...russian.keys()].sort())
      const t = (area === 'mail' ? mailTexts : pdfTexts)(language) as (
        key: string,
        values: Record<string, string | number>,
      ) => string
      for (const [key, sentence] of own) {
        // A language may do without a distinction that another makes (BIC and БИК), not without a value.
        const values = asked(russian.get(key) ?? '')
        const needed = (list: readonly string[]): string[] =>
          list.filter((value) => !value.endsWith(' select'))
        expect([key, needed(asked(sentence))]).toEqual([key, needed(values)])
        for (const n of [1, 2, 5, 22]) {
          const given: Record<string, string | number> = {}
          for (const value of [...values, ...asked(sentence)])
            given[value.replace(/ .*/, '')] = value.endsWith(' plural') ? n : 'x'
          const said = t(key, given)
          expect(said).not.toMatch(/[{}#]/)
          expect(said.trim()).not.toBe('')
        }
      }
    },
  )
})

test('a gap is an error, never a raw key on paper', () => {
  const trees: Record<Language, { a: string }> = {
    ru: { a: '{name}' },
    en: { a: '{name' },
    de: { a: 'x' },
    pl: { a: 'x' },
  }
  const texts = strictTexts(trees)
  expect(() => texts('ru')('a')).toThrow(/FORMATTING_ERROR/)
  expect(() => texts('en')('a', { name: 'x' })).toThrow(/INVALID_MESSAGE/)
  expect(() => (texts('de') as (key: string) => string)('b')).toThrow(/MISSING_MESSAGE/)
  expect(texts('ru')('a', { name: '{b}' })).toBe('{b}')
})
