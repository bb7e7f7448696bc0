import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test as base } from './journey.ts'
import { signIn } from './pages/entrance.ts'

const email = 'first@journeys.example'
const password = 'erster-Schluessel'

/** A second product beside the first: empty, as an operator starts it for good. */
const test = base.extend<{ empty: string }>({
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
        ADMIN_EMAIL: email,
        ADMIN_PASSWORD: password,
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
    await use(await address)
    child.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  },
})

test('without the demo there is no console, and the first superuser finds an empty house', async ({
  empty,
  newVisitor,
  request,
}) => {
  for (const call of ['clock', 'mails', 'sites', 'payments'])
    expect((await request.get(`${empty}/simulators/api/${call}`)).status(), call).toBe(404)
  expect((await request.post(`${empty}/simulators/api/clock`, { data: { days: 1 } })).status()).toBe(404)

  const visitor = await newVisitor('de', { baseURL: empty })
  const { page, say } = visitor
  await page.goto('/simulators')
  await expect(page.getByText(say('shell.notFound.short'), { exact: true })).toBeVisible()
  await signIn(visitor, email, password)
  await expect(page).toHaveURL(`${empty}/`)
  await page.goto('/stocks')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await visitor.look('empty-stocks')
  await page.goto('/book')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await visitor.look('empty-book')
})
