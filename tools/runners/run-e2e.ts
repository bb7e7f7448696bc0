import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, ensureBrowser } from '../browser.ts'
import { buildHelpIfNeeded } from '../start/build-help.ts'
import { buildWebIfNeeded } from '../start/build-web.ts'
import { fillTemplate } from './fill-template.ts'
import { freePort } from '../start/free-port.ts'
import { runChild } from './run-child.ts'

/**
 * The journeys in a real browser, against whole products on free ports and data of their own, which go afterwards. The demo
 * company is filled once, while the web app is built; each product starts with a copy of it.
 * @param words further words for Playwright: a file, `-g name`, `--headed`
 */
export async function runE2e(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number | string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-e2e-'))
  const [template, first, second] = ['template', 'first', 'second'].map((name) => path.join(folder, name))
  try {
    const [browser, whole] = await Promise.all([
      // Pictures are compared with those that a whole one took.
      ensureBrowser(env['DOCS_PICTURES'] === undefined ? 'lean' : 'whole'),
      ensureBrowser('whole'),
      ...(process.env['E2E_RUNNING']
        ? []
        : [buildWebIfNeeded(), buildHelpIfNeeded(), fillTemplate(template!)]),
    ])
    if (!process.env['E2E_RUNNING'])
      for (const copy of [first!, second!]) fs.cpSync(template!, copy, { recursive: true })
    return await runChild(
      'node_modules/@playwright/test/cli.js',
      ['test', '-c', 'e2e/playwright.config.ts', ...words],
      {
        E2E_URL: `http://127.0.0.1:${await freePort()}`,
        E2E_SECOND_URL: `http://127.0.0.1:${await freePort()}`,
        E2E_DATA: first!,
        E2E_SECOND_DATA: second!,
        E2E_TEMPLATE: template!,
        ...placesOf('E2E_BROWSER', browser),
        ...placesOf('E2E_WHOLE_BROWSER', whole),
        ...env,
      },
    )
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function placesOf(name: string, { executable, libraries }: Browser): Record<string, string> {
  return { [name]: executable, ...(libraries === undefined ? {} : { [`${name}_LIBRARIES`]: libraries }) }
}
