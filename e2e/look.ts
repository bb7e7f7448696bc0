import fs from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Findings we know and live with, each with its reason. */
const exceptions: readonly { readonly rule: string; readonly reason: string }[] = []

/** The rules, of the version that comes with their runner. */
const rules = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
)
const axeSource = fs.readFileSync(rules, 'utf8')

/** Each screen is held against the rules once per run; journeys in other languages see the same structure. */
const seen = new Set<string>()

/**
 * Holds the screen that is shown against WCAG 2.2 AA, light and dark; the journey goes on and fails at its end. With
 * E2E_PICTURES naming a folder, pictures of a phone and a desk are left there for a person to look at.
 */
export async function look(page: Page, name: string): Promise<void> {
  // E2E_LOOK=off: for whoever writes a journey and runs it again and again.
  if (seen.has(name) || process.env['E2E_LOOK'] === 'off') return
  seen.add(name)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    const { violations } = await new AxeBuilder({ page, axeSource: await bringRules(page) })
      .options({
        // What is there is the same in both; only the colours are not.
        runOnly:
          colorScheme === 'dark'
            ? { type: 'tag', values: tags }
            : { type: 'rule', values: ['color-contrast'] },
        rules: Object.fromEntries(exceptions.map(({ rule }) => [rule, { enabled: false }])),
        // What passes is not told, and no page of its own is opened to put the frames' findings together: our only
        // frame runs no scripts. Both took most of the time.
        resultTypes: ['violations'],
      })
      .setLegacyMode()
      .analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`,
      ),
    )
    expect.soft(found, `${name}, ${colorScheme}: accessibility`).toEqual([])
    await takePictures(page, `${name}-${colorScheme}`)
  }
}

/**
 * The runner would bring the rules into the page twice for each scheme, and each time a megabyte is compiled: they stay there.
 * @returns what is left to the runner: nothing, but where there are frames, which it knows how to reach
 */
async function bringRules(page: Page): Promise<string> {
  if (page.frames().length > 1) return axeSource
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axeSource)
  return ';'
}

async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_PICTURES']
  const before = page.viewportSize()
  if (!folder || !before) return
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await settled(page)
    await page.screenshot({ path: `${folder}/${name}-${width}.png` })
  }
  await page.setViewportSize(before)
  await settled(page)
}

/** Colours on their way from one scheme to the other are nobody's colours. In the page's words: no types of a browser here. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
  })()`)
}
