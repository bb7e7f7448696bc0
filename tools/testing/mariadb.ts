import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../start/free-port.ts'

/** A MariaDB that is on this machine or was fetched: its server and the folders that belong to it. */
interface Installed {
  /** The folder that holds `sbin/mariadbd` and `share/mysql`. */
  readonly base: string
  readonly libraries: string | undefined
}

export interface MariaDb {
  readonly port: number
  readonly socket: string
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
const cache = path.join(root, '.cache/mariadb')
/** Tried again on another day: a machine without a network is not asked at each test. */
const GIVEN_UP_MS = 12 * 3600 * 1000
const packages = ['mariadb-server-core', 'libaio1', 'liburing2']

/**
 * Finds a MariaDB, or unpacks Debian's into .cache, which needs no rights and starts no service. MARIADB_BASE names one, `none` says
 * that there is to be none. undefined where none can be had; the reason goes to the error stream.
 */
export function ensureMariadb(): Installed | undefined {
  const named = process.env['MARIADB_BASE']
  if (named === 'none') return missing('MARIADB_BASE says so')
  if (named !== undefined) return isWhole({ base: named, libraries: undefined })
  return isWhole({ base: '/usr', libraries: undefined }) ?? unpacked() ?? fetched()
}

function missing(why: string): undefined {
  process.stderr.write(
    `[mariadb] no MariaDB here (${why}): tests against it do not run. Install mariadb-server-core, or set MARIADB_BASE.\n`,
  )
}

const isWhole = (found: Installed): Installed | undefined =>
  fs.existsSync(path.join(found.base, 'sbin/mariadbd')) &&
  fs.existsSync(path.join(found.base, 'share/mysql/mysql_system_tables.sql'))
    ? found
    : undefined

function unpacked(): Installed | undefined {
  const base = path.join(cache, 'usr')
  const triple = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  return isWhole({
    base,
    libraries: [path.join(base, 'lib', triple), path.join(cache, 'lib', triple)].join(':'),
  })
}

function fetched(): Installed | undefined {
  if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/apt-get')) return missing('no apt')
  const mark = path.join(cache, 'given-up')
  if (fs.existsSync(mark) && Date.now() - fs.statSync(mark).mtimeMs < GIVEN_UP_MS)
    return missing('tried today and not got')
  fs.mkdirSync(cache, { recursive: true })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-mariadb-'))
  try {
    const got = quietly(['apt-get', '-o', 'Acquire::Retries=2', 'download', ...packages], folder)
    for (const file of got ? fs.readdirSync(folder) : []) quietly(['dpkg', '-x', file, cache], folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const found = unpacked()
  if (found !== undefined) return found
  fs.writeFileSync(mark, '')
  return missing('apt did not bring it')
}

/** Whether a command of the system has done its work. */
function quietly([command = '', ...words]: readonly string[], cwd: string): boolean {
  return spawnSync(command, words, { cwd, stdio: 'ignore', timeout: 90_000 }).status === 0
}

/**
 * Starts it on a folder of its own, without a password for root through its socket file; nothing of it is durable.
 * @param pem key and certificate in one file, where it is to offer encryption
 */
export async function startMariadb(installed: Installed, pem?: string): Promise<MariaDb> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-maria-'))
  const data = path.join(folder, 'data')
  fs.cpSync(template(installed), data, { recursive: true })
  const port = await freePort()
  const socket = path.join(folder, 'sock')
  const child = spawn(
    path.join(installed.base, 'sbin/mariadbd'),
    [
      ...common(installed, data),
      `--port=${port}`,
      `--socket=${socket}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${folder}/pid`,
      ...(pem === undefined ? [] : [`--ssl-cert=${pem}`, `--ssl-key=${pem}`]),
    ],
    { stdio: 'ignore', env: environment(installed) },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error('MariaDB does not start')
    await sleep(50)
  }
  return {
    port,
    socket,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

const environment = ({ libraries }: Installed): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
})

const common = ({ base }: Installed, data: string): string[] => [
  '--no-defaults',
  `--datadir=${data}`,
  `--lc-messages-dir=${base}/share/mysql`,
  `--character-sets-dir=${base}/share/mysql/charsets`,
  '--innodb-buffer-pool-size=8M',
  '--innodb-log-file-size=4M',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-fast-shutdown=2',
  '--skip-log-bin',
  '--skip-name-resolve',
  '--performance-schema=OFF',
  ...(process.getuid?.() === 0 ? ['--user=root'] : []),
]

/** A fresh folder with the system's own tables, made once and copied: making it takes seconds. */
function template(installed: Installed): string {
  const made = path.join(cache, 'template')
  if (fs.existsSync(made)) return made
  fs.mkdirSync(cache, { recursive: true })
  const folder = fs.mkdtempSync(path.join(cache, 'making-'))
  const share = path.join(installed.base, 'share/mysql')
  const read = (name: string): string => fs.readFileSync(path.join(share, name), 'utf8')
  const sql = [
    'create database mysql;\nuse mysql;\nset @auth_root_socket=NULL;\nset @skip_auth_anonymous=1;\n',
    ...['mysql_system_tables.sql', 'mysql_performance_tables.sql', 'mysql_system_tables_data.sql'].map(read),
  ].join('\n')
  const run = spawnSync(
    path.join(installed.base, 'sbin/mariadbd'),
    [
      ...common(installed, folder),
      '--bootstrap',
      '--log-warnings=0',
      '--max-allowed-packet=8M',
      '--net-buffer-length=16K',
    ],
    { input: sql, env: environment(installed), timeout: 120_000, encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(`MariaDB does not make its tables: ${run.stderr.slice(-2000)}`)
  // Two test processes may make it at once: whoever is first has made it.
  if (!fs.existsSync(made)) fs.renameSync(folder, made)
  return made
}

const answers = async (port: number): Promise<boolean> =>
  await new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    // It greets first.
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
