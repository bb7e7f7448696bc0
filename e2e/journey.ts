import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
} from '@playwright/test'
import { look } from './look.ts'
import { Simulators } from './simulators.ts'
import { type Language, say, type Say } from './texts.ts'
import { createWatch, type Watch } from './watch.ts'

export { expect }

/** Somebody at a browser of their own. */
export interface Visitor {
  readonly page: Page
  /** The language they have chosen. */
  readonly language: Language
  /** What the screens say in it. */
  readonly say: Say
  /** Holds the screen that is shown against the rules of accessibility, once per run and name. */
  look(name: string): Promise<void>
}

interface Journey {
  /** Opens a browser for one more person; everything that goes wrong in it fails the journey. */
  newVisitor: (language: Language, options?: BrowserContextOptions) => Promise<Visitor>
  simulators: Simulators
  /** A call that the journey wants refused is not a fault. */
  allowRefusal: Watch['allowRefusal']
  watch: Watch
}

export const test = base.extend<Journey>({
  watch: [
    async ({}, use) => {
      const watch = createWatch()
      await use(watch)
      expect(watch.faults(), 'errors in the browsers of this journey').toEqual([])
    },
    { auto: true },
  ],
  allowRefusal: async ({ watch }, use) => await use(watch.allowRefusal),
  simulators: async ({ request }, use) => await use(new Simulators(request)),
  newVisitor: async ({ browser, watch }, use) => {
    const opened: BrowserContext[] = []
    await use(async (language, options = {}) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
      opened.push(context)
      await watch.watch(context)
      // As if chosen at an earlier visit; one journey chooses it itself.
      await context.addInitScript(
        `if (location.protocol.startsWith('http') && self.origin !== 'null') localStorage.setItem('language', localStorage.getItem('language') ?? '${language}')`,
      )
      const page = await context.newPage()
      return { page, language, say: say(language), look: async (name) => await look(page, name) }
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})
