import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from './journey.ts'

test('J8: a slow line shows mark and skeleton before any style sheet or script has come', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor('ru', { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  let isHeld = true
  await page.route('**/assets/**', async (route) => {
    while (isHeld) await sleep(50)
    await route.continue()
  })
  for (const path of ['/login', '/book', '/my-boxes']) {
    isHeld = true
    await page.goto(path, { waitUntil: 'commit' })
    // Painted, not only in the document: a style sheet in the head would keep the first picture back.
    await expect
      .poll(
        async () => await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length),
      )
      .toBe(1)
    await expect(page.locator('.first-head')).toBeVisible()
    isHeld = false
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.first')).toHaveCount(0)
  }
})

test('J8: style sheets that come later stand below those of the entry', async ({ newVisitor }) => {
  const { page } = await newVisitor('ru')
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('body > link[rel=stylesheet]').count()).toBeGreaterThan(2)
  await expect(page.locator('head > link[rel=stylesheet]')).toHaveCount(0)
})
