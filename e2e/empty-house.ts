import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test as base } from './journey.ts'

/** The first superuser of the empty product. */
export const first = { email: 'first@journeys.example', password: 'erster-Schluessel' }

/** A second product beside the first: empty, as an operator starts it for good. */
export const test = base.extend<{ empty: string }>({
  empty: async ({}, use) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-empty-'))
    const script = path.join(import.meta.dirname, '../tools/start.ts')
    const child = spawn(process.execPath, [script, '--no-web'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        TMPDIR: os.tmpdir(),
        DATA_DIR: folder,
        PORT: '0',
        DEMO: 'off',
        LOG_LEVEL: 'warn',
        ADMIN_EMAIL: first.email,
        ADMIN_PASSWORD: first.password,
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
      void ended.then(() => reject(new Error(`the product without the demo ended: ${said}`)))
    })
    try {
      await use(await address)
    } finally {
      // Whatever became of it: nothing of it runs on, and its folder is not left.
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
})
