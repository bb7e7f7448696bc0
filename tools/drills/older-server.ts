import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { main } from '@stowage/server/main'
import { readConfig } from '@stowage/server/platform/config'
import { createPerson } from '@stowage/server/testing/people'
import { createPerson as personAt } from '@stowage/server/testing/person'
import { startPostgres } from '../postgres/start-postgres.ts'
import { openPort } from '../start/open-port.ts'
import { startLoad } from './servers/load.ts'

// `node tools/drills/older-server.ts <commit>`: the server of that commit works on a database that has the migrations of this one,
// while a server of this one works beside it. What an upgrade of several servers does, and a step back.
const [commit] = process.argv.slice(2)
if (commit === undefined) {
  console.error('usage: node tools/drills/older-server.ts <commit>')
  process.exit(2)
}
const root = path.join(import.meta.dirname, '../..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-older-'))
const older = path.join(folder, 'tree')
const children: ChildProcess[] = []
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

fs.mkdirSync(older)
execFileSync('sh', ['-c', `git archive ${JSON.stringify(commit)} | tar -x -C ${JSON.stringify(older)}`], {
  cwd: root,
})
// Its packages are ours; its own workspaces are found from where they stand.
fs.mkdirSync(path.join(older, 'node_modules'))
for (const name of fs.readdirSync(path.join(root, 'node_modules'))) {
  if (name !== '@stowage')
    fs.symlinkSync(path.join(root, 'node_modules', name), path.join(older, 'node_modules', name))
}
fs.mkdirSync(path.join(older, 'node_modules/@stowage'))
for (const name of ['domain', 'api', 'texts', 'lsp'])
  fs.symlinkSync(path.join(older, 'packages', name), path.join(older, 'node_modules/@stowage', name))

const postgres = await startPostgres({
  dataDir: path.join(folder, 'pg'),
  durable: false,
  log: () => undefined,
})
const env = {
  DATABASE_URL: postgres.url,
  DEMO: 'off',
  TOKEN_KEY: 'a'.repeat(43),
  STORAGE_KEY: 'b'.repeat(43),
  DATA_DIR: path.join(folder, 'data'),
  RATE_LIMIT_PER_MINUTE: '100000000',
  LOG_LEVEL: 'error',
  PATH: process.env['PATH'] ?? '',
}
const running = await main(readConfig({ ...env, PORT: '0' }), { webFolder: '/nowhere' })
const world = {
  running,
  person: (token?: string) => personAt(running.app, token),
  setTime: async () => undefined,
  settle: async () => undefined,
  close: async () => undefined,
}
const sofia = await createPerson(world, { email: 'sofia@stowage.example', platformRole: 'superUser' })
const port = await openPort(0, '127.0.0.1')
const child = spawn(process.execPath, [path.join(older, 'apps/server/src/main.ts')], {
  env: { ...env, PORT: String(port) },
  stdio: ['ignore', 'inherit', 'inherit'],
})
children.push(child)
for (let tries = 0; ; tries += 1) {
  const isUp = await fetch(`http://127.0.0.1:${port}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isUp) break
  if (child.exitCode !== null || tries > 2000) throw new Error(`the server of ${commit} did not start`)
  await sleep(30)
}
const loads = [port, running.port].map((one) => startLoad(`http://127.0.0.1:${one}`, sofia.token ?? ''))
await sleep(15_000)
const [old, young] = await Promise.all(loads.map(async (load) => await load.stop()))
child.kill('SIGTERM')
const [code] = (await once(child, 'exit')) as [number]
await running.close()
await postgres.stop()
const isRight = [old, young].every(
  (one) => one !== undefined && one.failed + one.unanswered === 0 && one.written.length > 0,
)
for (const [name, one] of Object.entries({ [`older (${commit})`]: old, 'this one': young }))
  console.log(
    `${name}: ${one?.calls} calls, ${one?.written.length} written, ${one?.failed} failed, ${one?.unanswered} unanswered`,
  )
console.log(isRight && code === 0 ? 'the older server works on the newer database' : 'PROBLEM: it does not')
process.exit(isRight && code === 0 ? 0 : 1)
