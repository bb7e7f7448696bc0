import { expect, test } from 'vitest'
import { browserLanguage } from './browser-language.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr-FR', 'PL', 'en-US'], 'pl'],
  [['en-US', 'de'], 'en'],
  [['fr', 'zh-Hans-CN'], undefined],
  [[], undefined],
])('%o: %s', (asked, language) => expect(browserLanguage(asked)).toBe(language))
