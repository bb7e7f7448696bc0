import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries, POSTGRES_MAJOR, PostgresError } from './binaries.ts'
import { lockFolder } from './data-lock.ts'
import { chooseIdentity, giveFolder, type Identity } from './identity.ts'
import { settings } from './settings.ts'
import { endStaleServer } from './stale-server.ts'

export interface PostgresOptions {
  /** Ours alone; made when missing. It gets `cluster/`, `lock.sock` and `postgres.log`. */
  readonly dataDir: string
  /** false: for tests only. Nothing is synced to disk and the whole folder goes when the server stops. */
  readonly durable: boolean
  /** Told in plain sentences what takes time. */
  readonly log: (sentence: string) => void
  /** false: as where user namespaces are forbidden (for tests of that way). */
  readonly userNamespace?: boolean
}

export interface Postgres {
  /** `postgres://…?host=<folder of the socket>`; there is no TCP port. */
  readonly url: string
  /** Resolves when PostgreSQL has ended, by stop() or by itself. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that came with npm on a folder of data, making a new cluster when there is none. It ends with
 * stop() and also when this process dies in whatever way.
 * @throws PostgresError with a sentence for the person at the terminal
 */
export async function startPostgres({
  dataDir,
  durable,
  log,
  userNamespace = true,
}: PostgresOptions): Promise<Postgres> {
  const folder = path.resolve(dataDir)
  const identity = chooseIdentity(findBinaries(), userNamespace)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  // As nobody, PostgreSQL only passes through this folder; what is in it keeps its own 0700.
  if (identity.uid !== undefined) fs.chmodSync(folder, 0o711)
  const unlock = await lockFolder(folder)
  try {
    const cluster = path.join(folder, 'cluster')
    await endStaleServer(cluster)
    if (fs.existsSync(cluster)) checkVersion(cluster)
    else await createCluster(cluster, durable, identity, log)
    giveFolder(cluster, identity)
    const server = await launch(folder, cluster, durable, identity, log)
    const ended = server.ended.then(unlock)
    return {
      url: server.url,
      ended,
      stop: async () => {
        await server.stop()
        await ended
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

function checkVersion(cluster: string): void {
  const version = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== POSTGRES_MAJOR)
    throw new PostgresError(
      `The data in ${cluster} was written by PostgreSQL ${version}, and this version of Stowage brings PostgreSQL ${POSTGRES_MAJOR}. ` +
        'Start the Stowage that wrote it, export, and import here; the folder is left as it is.',
    )
}

/** Made beside and renamed: a start killed halfway leaves no half cluster that looks whole. */
async function createCluster(
  cluster: string,
  durable: boolean,
  identity: Identity,
  log: PostgresOptions['log'],
): Promise<void> {
  log(`Making a new database in ${cluster}`)
  const draft = `${cluster}.new`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  giveFolder(draft, identity)
  const words = [
    ...identity.prefix,
    path.join(identity.native, 'bin/initdb'),
    '-D',
    draft,
    '-U',
    'stowage',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  if (!durable) words.push('--no-sync')
  const child = spawnAs(words, identity, ['ignore', 'pipe', 'pipe'])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (exit, signal) => resolve(exit ?? signal ?? 'no exit code'))
  })
  if (code !== 0)
    throw new PostgresError(`PostgreSQL could not make a database in ${cluster} (${code}):\n${said.trim()}`)
  fs.renameSync(draft, cluster)
}

function spawnAs(
  words: readonly string[],
  identity: Identity,
  stdio: ('ignore' | 'pipe' | number)[],
  detached = false,
): ChildProcess {
  const as =
    identity.uid === undefined || identity.gid === undefined ? {} : { uid: identity.uid, gid: identity.gid }
  return spawn(words[0]!, words.slice(1), { stdio, detached, cwd: '/', env: cleanEnvironment(), ...as })
}

/** PG… variables of somebody's shell would steer our server; the locale of the messages is the one we read. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG',
  )
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

interface Launched {
  readonly url: string
  readonly ended: Promise<void>
  stop(): Promise<void>
}

async function launch(
  folder: string,
  cluster: string,
  durable: boolean,
  identity: Identity,
  log: PostgresOptions['log'],
): Promise<Launched> {
  const sockets = makeSocketFolder(folder, identity)
  const logFile = path.join(folder, 'postgres.log')
  if (fs.existsSync(logFile)) fs.renameSync(logFile, `${logFile}.1`)
  const output = fs.openSync(logFile, 'a', 0o600)
  // Without a shutdown checkpoint a test server is gone at once; its data goes with it.
  const signal = durable ? 'INT' : 'QUIT'
  const removed = durable ? [sockets] : [sockets, folder]
  const watchdog = spawnAs(
    [
      '/bin/sh',
      path.join(import.meta.dirname, 'watchdog.sh'),
      signal,
      ...removed,
      '--',
      ...identity.prefix,
      path.join(identity.native, 'bin/postgres'),
      '-D',
      cluster,
      ...settings(sockets, durable),
    ],
    identity,
    ['pipe', 'pipe', output],
    true,
  )
  fs.closeSync(output)
  watchdog.stdin?.on('error', () => undefined)
  watchdog.stdout?.resume()
  let running = true
  const ended = new Promise<void>((resolve) => {
    watchdog.once('error', resolve)
    watchdog.once('exit', () => resolve())
  }).then(() => {
    running = false
    watchdog.stdin?.destroy()
    fs.rmSync(sockets, { recursive: true, force: true })
    if (!durable) fs.rmSync(folder, { recursive: true, force: true })
  })
  const stop = async (): Promise<void> => {
    if (running) watchdog.ref()
    watchdog.stdin?.end()
    await Promise.race([ended, sleep(20_000, undefined, { ref: false }).then(() => killGroup(watchdog))])
    await ended
  }
  const failed = (why: string): PostgresError =>
    new PostgresError(`PostgreSQL ${why}. The end of ${logFile}:\n${tail(logFile)}`)
  const begin = Date.now()
  for (let told = false; ; await sleep(15)) {
    if (!running) throw failed('did not start')
    if (isReady(cluster)) break
    // Recovery after a hard stop can take long on a big database; it must not be cut short, only told.
    if (!told && Date.now() - begin > 5_000) {
      log('PostgreSQL is still coming up (after a hard stop it repairs its data first)')
      told = true
    }
    if (Date.now() - begin > 300_000) {
      await stop()
      throw failed('was not ready within five minutes')
    }
  }
  // Neither the pipe nor the child may keep a process alive that has nothing else to do; its end stops PostgreSQL.
  watchdog.unref()
  for (const stream of [watchdog.stdin, watchdog.stdout])
    (stream as unknown as { unref?: () => void } | null)?.unref?.()
  return { url: `postgres://stowage@localhost/postgres?host=${encodeURIComponent(sockets)}`, ended, stop }
}

function killGroup(watchdog: ChildProcess): void {
  if (watchdog.pid !== undefined && watchdog.exitCode === null) process.kill(-watchdog.pid, 'SIGQUIT')
}

/** What pg_ctl looks at: the eighth line of the pid file. */
function isReady(cluster: string): boolean {
  try {
    return fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

/** Short (a socket's path holds 107 bytes) and only ours. A folder left by a killed start, machine and all, is removed first. */
function makeSocketFolder(folder: string, identity: Identity): string {
  const note = path.join(folder, 'sockets')
  if (fs.existsSync(note)) {
    const old = fs.readFileSync(note, 'utf8')
    if (path.basename(old).startsWith('stowage-pg-')) fs.rmSync(old, { recursive: true, force: true })
  }
  const temporary = os.tmpdir().length > 60 ? '/tmp' : os.tmpdir()
  const sockets = fs.mkdtempSync(path.join(temporary, 'stowage-pg-'))
  fs.writeFileSync(note, sockets)
  if (identity.uid !== undefined && identity.gid !== undefined)
    fs.chownSync(sockets, identity.uid, identity.gid)
  return sockets
}

function tail(file: string): string {
  return fs.existsSync(file)
    ? fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
    : '(no log)'
}
