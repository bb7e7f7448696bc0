import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import zlib from 'node:zlib'
import { say, StartError } from './lifetime.ts'

const root = path.resolve(import.meta.dirname, '../..')
const web = path.join(root, 'apps/web')
const built = path.join(web, 'dist')
const mark = path.join(built, '.sources')

/**
 * Builds the web app when it was never built or its sources have changed since (by their content: a fresh clone gives
 * every file the same age).
 */
export async function buildWebIfNeeded(): Promise<void> {
  const hash = hashSources()
  const known = fs.existsSync(mark) ? fs.readFileSync(mark, 'utf8') : undefined
  if (known === hash) return
  const vite = findVite()
  if (!vite) {
    // An installation without development packages serves what was built for it.
    if (known !== undefined) return
    throw new StartError(
      'The web app is not built, and vite, which builds it, is not installed. Run npm ci without --omit=dev, or npm run build before copying.',
    )
  }
  say('Building the web app (at the first start and after a change of its sources)')
  await build(vite, hash)
}

/** Built beside and put in its place whole: a build that breaks off leaves the last good one. */
async function build(vite: string, hash: string): Promise<void> {
  const draft = path.join(root, '.cache', `web-${process.pid}`)
  let said = ''
  const child = spawn(
    process.execPath,
    [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: web,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (exit, signal) => resolve(exit ?? signal ?? 'no exit code'))
  })
  try {
    if (code !== 0) throw new StartError(`The web app could not be built (${code}):\n${said.trim()}`)
    compress(draft)
    fs.writeFileSync(path.join(draft, path.basename(mark)), hash)
    fs.rmSync(built, { recursive: true, force: true })
    fs.renameSync(draft, built)
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

/** The server sends `.br` and `.gz` lying beside a file: compressed once here, not per request. */
function compress(folder: string): void {
  for (const file of fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((entry) => path.join(folder, entry))
    .filter((entry) => /\.(js|css|svg|json|webmanifest)$/.test(entry))) {
    const bytes = fs.readFileSync(file)
    if (bytes.length < 1024) continue
    fs.writeFileSync(
      `${file}.br`,
      zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }))
  }
}

function findVite(): string | undefined {
  try {
    return path.join(
      path.dirname(createRequire(path.join(web, 'package.json')).resolve('vite/package.json')),
      'bin/vite.js',
    )
  } catch {
    return undefined
  }
}

function hashSources(): string {
  const hash = createHash('sha256')
  const roots = [
    'apps/web',
    'packages/domain',
    'packages/api',
    'packages/texts',
    'package-lock.json',
    'tsconfig.base.json',
  ]
  for (const file of roots.flatMap((entry) => filesOf(path.join(root, entry))).sort()) {
    const bytes = fs.readFileSync(file)
    hash.update(`${path.relative(root, file)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** Tests do not reach the browser, and generated files follow from the others. */
const ASIDE = /(^|\/)(node_modules|dist|\.[^/]+)(\/|$)|\.test\.tsx?$|\.gen\.ts$/

function filesOf(entry: string): string[] {
  if (!fs.existsSync(entry)) return []
  if (fs.statSync(entry).isFile()) return [entry]
  return fs
    .readdirSync(entry, { withFileTypes: true })
    .map((child) => path.join(entry, child.name))
    .filter((child) => !ASIDE.test(path.relative(root, child)))
    .flatMap(filesOf)
}
