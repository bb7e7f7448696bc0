import { execFile, spawnSync } from 'node:child_process'
import dns from 'node:dns/promises'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright'

/** A Chromium that has been seen starting on this machine. */
export interface Browser {
  readonly executable: string
  /** Which way it was found. */
  readonly from: string
  /** LD_LIBRARY_PATH it needs, when it brought its own libraries. */
  readonly libraries?: string
}

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-gpu-rasterization',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
]

const root = path.resolve(import.meta.dirname, '..')

type Found = Omit<Browser, 'from'> | undefined

/** The first whose browser really opens a page wins. SKIP_BROWSER names ways to leave out. */
const WAYS = {
  BROWSER_BIN: () => place(process.env['BROWSER_BIN']),
  cache: readCache,
  playwright: () => place(chromium.executablePath()),
  system: findInstalled,
  download,
  apt: installWithApt,
  npm: unpackFromNpm,
} satisfies Readonly<Record<string, (cache: string) => Found | Promise<Found>>>

type Way = keyof typeof WAYS

/** Tried in this order. */
const ORDER: Readonly<Record<'whole' | 'lean', readonly Way[]>> = {
  whole: ['BROWSER_BIN', 'cache', 'playwright', 'system', 'download', 'apt', 'npm'],
  // The one of npm is Chromium's headless shell, in the version that our lock names.
  lean: ['BROWSER_BIN', 'cache', 'npm', 'playwright', 'system', 'download', 'apt'],
}

/**
 * Finds a Chromium or gets one, and remembers it in .cache.
 * @param kind lean: one without the works of a browser's window, where there is one. The same engine draws its pages, and they
 *   cost two thirds of the processor.
 * @throws when every way failed, with what to do
 */
export async function ensureBrowser(kind: 'whole' | 'lean' = 'whole'): Promise<Browser> {
  const skipped = (process.env['SKIP_BROWSER'] ?? '').split(',')
  const cache = path.join(root, '.cache', kind === 'whole' ? 'browser.json' : 'browser-lean.json')
  for (const from of ORDER[kind]) {
    if (skipped.includes(from)) continue
    const found = await Promise.resolve(cache)
      .then(WAYS[from])
      .catch((error: unknown) => void process.stderr.write(`[browser] ${from}: ${String(error)}\n`))
    if (!found || !(await starts(found))) continue
    const browser = { ...found, from: from === 'cache' ? ((found as Browser).from ?? from) : from }
    fs.mkdirSync(path.dirname(cache), { recursive: true })
    fs.writeFileSync(cache, JSON.stringify(browser))
    return browser
  }
  throw new Error(
    'There is no browser for the tests. Set BROWSER_BIN to a Chromium, or run: npx playwright install --with-deps chromium',
  )
}

/** Asked of Playwright's own launch: some builds hang on other probes. */
async function starts({ executable, libraries }: NonNullable<Found>): Promise<boolean> {
  if (!fs.existsSync(executable)) return false
  try {
    const browser = await chromium.launch({
      executablePath: executable,
      args: BROWSER_ARGUMENTS,
      timeout: 20_000,
      env: libraryEnvironment(libraries),
    })
    const page = await browser.newPage()
    await page.setContent('<p>ok</p>')
    await browser.close()
    return true
  } catch (error) {
    const reason = String(error)
      .split('\n')
      .find((line) => /error while|cannot|Timeout/i.test(line))
    process.stderr.write(
      `[browser] ${executable} does not start: ${reason ?? String(error).split('\n')[0]}\n`,
    )
    return false
  }
}

/** Our environment, with the libraries a browser brought. */
export function libraryEnvironment(libraries: string | undefined): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { ...Object.fromEntries(kept), ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) }
}

const place = (executable: string | undefined): Found => (executable ? { executable } : undefined)

function readCache(file: string): Found {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Browser) : undefined
}

/** Debian's own binary before its wrapper, which adds switches that slow drawing down without a GPU. */
function findInstalled(): Found {
  const places = [
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium/chrome',
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium-browser',
    '/usr/bin/chromium',
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return place(places.find((file) => fs.existsSync(file)))
}

/** Only where its server has a name at all: without a network the download would keep us waiting for nothing. */
async function download(): Promise<Found> {
  const reachable = await Promise.race([
    dns.lookup('cdn.playwright.dev').then(
      () => true,
      () => false,
    ),
    sleep(2_000, false),
  ])
  if (!reachable) return undefined
  spawnSync(process.execPath, [path.join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], {
    stdio: 'inherit',
    timeout: 300_000,
  })
  return place(chromium.executablePath())
}

function installWithApt(): Found {
  if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/apt-get')) return undefined
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...words: string[]): boolean => {
    const [command, ...rest] = [
      ...sudo,
      'apt-get',
      '-o',
      'DPkg::Lock::Timeout=180',
      '-o',
      'Acquire::Retries=3',
      ...words,
    ]
    return (
      spawnSync(command!, rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    )
  }
  // The fonts: a minimal Debian has no Cyrillic ones.
  if (
    !apt('update', '-qq') ||
    !apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
  )
    return undefined
  return findInstalled()
}

/** Chromium as an npm package: no root and no network needed, only x64 Linux. */
async function unpackFromNpm(): Promise<Found> {
  const packed = path.join(root, 'node_modules/@sparticuz/chromium')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !fs.existsSync(packed)) return undefined
  const { version } = JSON.parse(fs.readFileSync(path.join(packed, 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = path.join(root, '.cache', `chromium-${version}`)
  if (!fs.existsSync(folder)) await unpack(packed, folder)
  const executable = path.join(folder, 'chromium')
  if (fs.existsSync('/usr/lib/x86_64-linux-gnu/libnss3.so')) return { executable }
  return { executable, libraries: path.join(folder, 'al2023/lib') }
}

/** It unpacks into the temporary folder whatever stands there: into one of ours then, which is put in its place whole. */
async function unpack(packed: string, folder: string): Promise<void> {
  const draft = `${folder}-${process.pid}`
  const script = `
    const { default: packaged, inflate } = await import('@sparticuz/chromium')
    await packaged.executablePath()
    await inflate(${JSON.stringify(path.join(packed, 'bin/al2023.tar.br'))})`
  fs.mkdirSync(draft, { recursive: true })
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: { ...process.env, TMPDIR: draft },
    })
    if (!fs.existsSync(folder)) fs.renameSync(draft, folder)
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const browser = await ensureBrowser()
  process.stdout.write(`${browser.executable} (${browser.from})\n`)
}
