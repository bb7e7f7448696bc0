import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readSaid, type SaidIn } from '../tools/docs/labels.ts'
import { DESK_SCALE } from '../tools/docs/render-page.ts'
import { differenceOf, keepPicture } from '../tools/docs/keep-picture.ts'
import type { Scene } from './guide/scene.ts'
import { operatorScenes } from './guide/operator-scenes.ts'
import { moneyScenes } from './guide/money-scenes.ts'
import { staffScenes } from './guide/staff-scenes.ts'
import { tenantScenes } from './guide/tenant-scenes.ts'
import { visitorScenes } from './guide/visitor-scenes.ts'
import { expect, test } from './journey.ts'
import { look } from './look.ts'
import { signIn } from './pages/entrance.ts'
import type { Language } from './texts.ts'

/**
 * The scenes of which the documentation has pictures: `npm run docs:pictures` takes them, or says which are out of date. In
 * every run of the journeys those of visitors and tenants are gone through, whose guide is read at a gate; all of them would take
 * a minute.
 */
const mode = process.env['DOCS_PICTURES'] as 'take' | 'check' | undefined
const folder = path.join(import.meta.dirname, '../docs/pictures')
let said: SaidIn | undefined

const groups: Readonly<Record<string, readonly Scene[]>> = {
  'a visitor sees': visitorScenes,
  'a tenant sees': tenantScenes,
  'staff see': staffScenes,
  'who looks after money sees': moneyScenes,
  'an operator sees': operatorScenes,
}

for (const [name, scenes] of Object.entries(groups).slice(0, mode === undefined ? 2 : Infinity))
  test(`the guides: what ${name}`, async ({ newVisitor, simulators }) => {
    // Where pictures are taken the day has been chosen.
    if (mode === undefined) await simulators.leaveTheNight('Europe/Moscow')
    const outOfDate: string[] = []
    for (const language of mode === undefined ? (['en'] as const) : (['en', 'de', 'ru'] as const))
      for (const set of setsOf(scenes, language)) {
        const { device, as } = set[0]!
        const visitor = await newVisitor(language, {
          locale: { en: 'en-GB', de: 'de-DE', ru: 'ru-RU' }[language],
          colorScheme: 'light',
          viewport: device === 'phone' ? { width: 390, height: 760 } : { width: 1180, height: 760 },
          ...(mode === undefined ? {} : { deviceScaleFactor: device === 'phone' ? 1.5 : DESK_SCALE }),
        })
        const { page } = visitor
        if (process.env['DOCS_DAY']) await page.clock.setFixedTime(process.env['DOCS_DAY'])
        if (as !== null) await signIn(visitor, as)
        for (const scene of set) {
          await page.goto(scene.at)
          const shown = (await scene.show?.(visitor)) ?? page.getByRole('main')
          await expect(shown).toBeVisible()
          // Drawn over everything, and never part of what a guide shows.
          await expect(page.getByText(visitor.say('shell.pending'), { exact: true })).toHaveCount(0)
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
          if (mode === undefined) continue
          await page.waitForLoadState('networkidle')
          // What was asked for meanwhile is drawn, and the calendar of a dialog is there.
          await expect(page.getByText(visitor.say('shell.pending'), { exact: true })).toHaveCount(0)
          const taken = {
            name: language === 'en' ? scene.name : `${scene.name}-${language}`,
            device,
            png: await takePicture(page, shown, scene),
            text: await shown.innerText(),
          }
          said ??= readSaid(path.join(import.meta.dirname, '..'))
          if (mode === 'take') await keepPicture(folder, said, taken)
          else outOfDate.push(...[(await differenceOf(folder, said, taken)) ?? []].flat())
        }
        await page.context().close()
      }
    expect(outOfDate, 'pictures of the documentation that are out of date: npm run docs:pictures').toEqual([])
  })

test('the link to the guide opens it in the reader’s language, and something is found in it', async ({
  newVisitor,
}) => {
  // Where pictures are taken the help that will show them is not built yet.
  if (mode !== undefined) return
  const { page, say } = await newVisitor('de')
  await page.goto('/book')
  const opened = page.waitForEvent('popup')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: say('shell.guide'), exact: true })
    .click()
  const help = await opened
  await expect(help.getByRole('heading', { level: 1 })).toHaveText('Für Mieter')
  await look(help, 'help')
  await help.getByRole('searchbox').fill('kündigen')
  await help.getByRole('link', { name: 'Kündigen' }).first().click()
  await expect(help).toHaveURL(/\/help\/guides\/tenants\/de\/stay-or-leave\.html#kündigen$|#k%C3%BCndigen$/)
})

/** Somewhat more than a dialog, so that its edge is seen. */
const AROUND = 16

async function takePicture(page: Page, shown: Locator, { device, frame }: Scene): Promise<Buffer> {
  const options = { animations: 'disabled', caret: 'hide' } as const
  const how = frame ?? (device === 'phone' ? 'window' : 'part')
  if (how === 'whole') return await shown.screenshot(options)
  const [box, window] = [await shown.boundingBox(), page.viewportSize()]
  if (how === 'window' || box === null || window === null) return await page.screenshot(options)
  const around = (await shown.getAttribute('role')) === 'dialog' ? AROUND : 0
  const [x, y] = [Math.max(0, box.x - around), Math.max(0, box.y - around)]
  const clip = {
    x,
    y,
    width: Math.min(window.width, box.x + box.width + around) - x,
    height: Math.min(window.height, box.y + box.height + around) - y,
  }
  return await page.screenshot({ ...options, clip })
}

/** Those of one person on one device, in their order: each signs in once. */
function setsOf(scenes: readonly Scene[], language: Language): Scene[][] {
  const sets = Map.groupBy(
    scenes.filter((scene) => language === 'en' || scene.languages?.includes(language)),
    ({ as, device }) => `${as} ${device}`,
  )
  return [...sets.values()]
}
