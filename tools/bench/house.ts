import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openPort } from '../start/open-port.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Made by installing, building and running: a fresh checkout has none of it. */
const MADE = new Set(['node_modules', 'dist', '.cache', '.data', '.git', 'test-results', 'playwright-report'])

/** The product as somebody has it who has just run `npm ci`: in a folder of its own, nothing built, no data. */
export interface House {
  readonly url: string
  /** `npm start`. @returns seconds until it answered */
  start(): Promise<number>
  /** Ctrl-C. @returns when all of it has ended */
  stop(): Promise<void>
  /** Ends it and removes the folder. */
  close(): Promise<void>
}

/** @param limitSeconds after which a start that does not answer counts as failed */
export async function openHouse(limitSeconds = 180): Promise<House> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-house-'))
  checkOut(folder)
  const port = await openPort(0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const log = path.join(folder, 'start.log')
  let running: { readonly child: ChildProcess; readonly ended: Promise<void> } | undefined

  async function start(): Promise<number> {
    const output = fs.openSync(log, 'a')
    const begin = performance.now()
    // A group of its own, as a terminal makes it: Ctrl-C reaches all of it.
    const child = spawn('npm', ['start'], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', output, output],
      env: {
        ...withoutOurs(process.env),
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: path.join(folder, '.data'),
        RATE_LIMIT_PER_MINUTE: '100000',
      },
    })
    fs.closeSync(output)
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    running = { child, ended }
    const isReady = async (): Promise<boolean> =>
      await fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isReady())) {
      if (child.exitCode !== null || performance.now() - begin > limitSeconds * 1000)
        throw new Error(`npm start does not answer; the end of its log:\n${tailOf(log)}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return (performance.now() - begin) / 1000
  }
  async function stop(): Promise<void> {
    if (!running) return
    const { child, ended } = running
    running = undefined
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    await ended
  }
  return {
    url,
    start,
    stop,
    async close() {
      await stop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The sources as they are, and beside them what was installed; our own packages are those of the copy. */
function checkOut(folder: string): void {
  fs.cpSync(root, folder, { recursive: true, filter: (file) => !MADE.has(path.basename(file)) })
  const installed = path.join(root, 'node_modules')
  const beside = path.join(folder, 'node_modules')
  fs.mkdirSync(beside)
  for (const name of fs.readdirSync(installed)) {
    if (name !== '@stowage') fs.symlinkSync(path.join(installed, name), path.join(beside, name))
  }
  fs.mkdirSync(path.join(beside, '@stowage'))
  for (const name of fs.readdirSync(path.join(installed, '@stowage'))) {
    const there = path.relative(root, fs.realpathSync(path.join(installed, '@stowage', name)))
    fs.symlinkSync(path.join(folder, there), path.join(beside, '@stowage', name))
  }
}

/** Settings of whoever runs the bench are not those of somebody who tries the product for the first time. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = /^(DATABASE_URL|DEMO|DATA_DIR|SMTP_URL|PAYKEEPER_|LOCKS_|npm_)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)))
}

const tailOf = (file: string): string =>
  fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n')
