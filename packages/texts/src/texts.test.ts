import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { languages, localeOf, type Language } from './language.ts'
import { loadUiArea, uiAreas } from './ui/load.ts'

type Tree = { readonly [key: string]: string | Tree }

const flatten = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  )

/** `{name}` and `{name, plural, …}`. */
const argument = /\{([a-z]\w*)\s*(?:,\s*(\w+)|\})/g

/** What a sentence asks for, read out of the sentence itself: name → 'plural', 'select', … or nothing. */
function argumentsOf(sentence: string): Map<string, string | undefined> {
  const kinds = new Map<string, string | undefined>()
  for (const [, name = '', kind] of sentence.matchAll(argument)) kinds.set(name, kind ?? kinds.get(name))
  return kinds
}

/**
 * Values that reach every case of every choice: those that the Russian sentence asks for and no others, so that a sentence
 * that asks for more fails as it would on the screen.
 */
function valuesOf(sentence: string, inRussian: string): Record<string, string | number>[] {
  const own = argumentsOf(sentence)
  const kinds = [...argumentsOf(inRussian)].map(([name, kind]) => [name, own.get(name) ?? kind] as const)
  return ['none', 'anything'].flatMap((choice) =>
    [0, 1, 2, 5, 21, 1.5].map((figure) =>
      Object.fromEntries(
        kinds.map(([name, kind]) => [
          name,
          kind === 'select' ? choice : kind === undefined ? `‹${name}›` : figure,
        ]),
      ),
    ),
  )
}

/** What stands in `<b>…</b>`, handed through: a screen makes it bold. */
function tagsOf(sentence: string): Record<string, (words: string) => string> {
  return Object.fromEntries(
    [...sentence.matchAll(/<([a-z]\w*)>/g)].map(([, name = '']) => [name, (words: string) => words]),
  )
}

const loaded = Object.fromEntries(
  await Promise.all(
    languages.map(async (language) => {
      const areas = await Promise.all(
        uiAreas.map(async (area) => [area, (await loadUiArea(language, area)) as Tree] as const),
      )
      return [language, Object.fromEntries(areas)] as const
    }),
  ),
) as Record<Language, Tree>
const russian = new Map(flatten(loaded.ru))

test('there are texts at all', () => {
  expect(russian.size).toBeGreaterThan(200)
})

test.each(languages)('%s has the keys of Russian, no more and no fewer', (language) => {
  const keys = flatten(loaded[language]).map(([key]) => key)
  expect({
    missing: [...russian.keys()].filter((key) => !keys.includes(key)),
    extra: keys.filter((key) => !russian.has(key)),
  }).toEqual({ missing: [], extra: [] })
})

test.each(languages)('%s: every sentence formats and asks for nothing that Russian does not', (language) => {
  const errors: string[] = []
  const { markup } = createTranslator<Record<string, unknown>>({
    locale: localeOf(language),
    messages: loaded[language],
    onError: (error) => errors.push(error.message),
  })
  const translate = markup as (
    key: string,
    values: Record<string, string | number | ((words: string) => string)>,
  ) => string
  for (const [key, sentence] of flatten(loaded[language])) {
    for (const values of valuesOf(sentence, russian.get(key) ?? '')) {
      const said = translate(key, { ...values, ...tagsOf(sentence) })
      if (said.trim() === '' || /[{}<>]/.test(said) || said === key) errors.push(`${key}: ${said}`)
    }
  }
  expect(errors).toEqual([])
})
