import { expect, test } from 'vitest'
import { needTexts, onTextsShown, showLanguage, shownTexts } from './text-store.ts'

test('a page that is opened while another language comes is never shown without its texts', async () => {
  await needTexts('shell')
  const lacking: string[] = []
  const stop = onTextsShown(({ language, texts }) => {
    if (language === 'pl' && texts.accounts === undefined) lacking.push(language)
  })
  const chosen = showLanguage('pl')
  await needTexts('accounts')
  await chosen
  stop()
  expect(lacking).toEqual([])
  expect(shownTexts().language).toBe('pl')
  expect(shownTexts().texts.accounts?.login.title).toMatch(/\S/)
})
