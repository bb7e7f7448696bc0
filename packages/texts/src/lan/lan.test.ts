import { expect, test } from 'vitest'
import { languages } from '../language.ts'
import { lanTexts } from './index.ts'

test.each(languages)('%s says everything that Russian says, and needs nothing filled in', (language) => {
  expect(Object.keys(lanTexts[language])).toEqual(Object.keys(lanTexts.ru))
  for (const sentence of Object.values(lanTexts[language])) expect(sentence).toMatch(/^[^{}<>]+$/)
})
