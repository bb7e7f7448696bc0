import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './start/free-port.ts'
import { runE2e } from './runners/run-e2e.ts'
import { buildWebIfNeeded } from './start/build-web.ts'

// `npm run docs:pictures` takes the pictures of the documentation anew; `-- --check` says which of them are out of date and
// writes nothing. Words after it go to Playwright: `-- --check -g staff`. The product that is pictured is one of its own with
// the demo company, on the day below: what stands in it is the same every time.
const DAY = '2026-11-18T09:30:00Z'

const words = process.argv.slice(2)
const isCheck = words.includes('--check')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-pictures-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
await buildWebIfNeeded()
const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts'), '--no-web'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: 'on',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '100000',
    DOCS_CLOCK_SHIFT_MS: String(Date.parse(DAY) - Date.now()),
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'docs/fixed-day.ts')}`,
  },
})
const ended = once(child, 'close')
try {
  await Promise.race([
    isReady(),
    ended.then(() => {
      throw new Error('the product whose pictures are taken did not start')
    }),
  ])
  process.env['E2E_RUNNING'] = 'yes'
  const exit = await runE2e(['guide.spec.ts', '--workers=1', ...words.filter((word) => word !== '--check')], {
    E2E_URL: url,
    DOCS_PICTURES: isCheck ? 'check' : 'take',
    DOCS_DAY: DAY,
  })
  process.exitCode = exit === 0 ? 0 : 1
} finally {
  child.kill('SIGTERM')
  await ended
  fs.rmSync(folder, { recursive: true, force: true })
}

async function isReady(): Promise<void> {
  let said = ''
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('Stowage is ready')) resolve()
      })
  })
}
