import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../tools/start/free-port.ts'
import { test as base } from './journey.ts'

/** The first superuser of the empty product. */
export const first = { email: 'first@journeys.example', password: 'erster-Schluessel' }

/** Generous: several companies are filled at the same time. */
const STARTS_WITHIN_MS = 400_000

/** A product of a journey's own, beside the one that the others share. */
export const test = base.extend<{ empty: string; demo: string }>({
  /** Empty, as an operator starts it for good. */
  empty: [
    async ({}, use) =>
      await startHouse(
        { PORT: '0', DEMO: 'off', ADMIN_EMAIL: first.email, ADMIN_PASSWORD: first.password },
        use,
      ),
    { timeout: STARTS_WITHIN_MS },
  ],
  /** With the demo company, whose clock may go where it likes. */
  demo: [
    async ({}, use) => {
      const port = String(await freePort())
      const limits = { CHECK_ANSWERS: 'on', RATE_LIMIT_PER_MINUTE: '100000' }
      await startHouse(
        { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, DEMO: 'on', ...limits },
        use,
        process.env['E2E_TEMPLATE'],
      )
    },
    { timeout: STARTS_WITHIN_MS },
  ],
})

/** Starts it, tells where it is, and leaves nothing of it. @param template a folder whose data it starts with; absent: with none */
async function startHouse(
  settings: Readonly<Record<string, string>>,
  use: (address: string) => Promise<void>,
  template?: string,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-own-'))
  if (template !== undefined && fs.existsSync(template)) fs.cpSync(template, folder, { recursive: true })
  const script = path.join(import.meta.dirname, '../tools/start.ts')
  const child = spawn(process.execPath, [script, '--no-web'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: os.tmpdir(),
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  const ended = once(child, 'close')
  let said = ''
  const address = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const found = /ready: (\S+)/.exec(said)?.[1]
        if (found !== undefined) resolve(found)
      })
    void ended.then(() => reject(new Error(`the journey's own product ended: ${said}`)))
  })
  try {
    await use(await address)
  } finally {
    // Whatever became of it: nothing of it runs on, and its folder is not left.
    child.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
