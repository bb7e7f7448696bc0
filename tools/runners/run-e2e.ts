import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBrowser } from '../browser.ts'
import { freePort } from './free-port.ts'
import { runChild } from './run-child.ts'

/**
 * The journeys in a real browser, against the whole product on a free port and data of its own, which goes afterwards.
 * @param words further words for Playwright: a file, `-g name`, `--headed`
 */
export async function runE2e(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number | string> {
  const browser = await ensureBrowser()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-e2e-'))
  try {
    return await runChild(
      'node_modules/@playwright/test/cli.js',
      ['test', '-c', 'e2e/playwright.config.ts', ...words],
      {
        E2E_URL: `http://127.0.0.1:${await freePort()}`,
        E2E_DATA: folder,
        E2E_BROWSER: browser.executable,
        ...(browser.libraries === undefined ? {} : { E2E_BROWSER_LIBRARIES: browser.libraries }),
        ...env,
      },
    )
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
