import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { main } from '@stowage/server/main'
import { readConfig } from '@stowage/server/platform/config'
import { connect } from '@stowage/server/platform/database/connect'
import { newId } from '@stowage/server/platform/ids'
import { createPerson } from '@stowage/server/testing/people'
import { createPerson as personAt } from '@stowage/server/testing/person'
import { startMailbox } from '@stowage/simulators'
import { startPostgres } from '../postgres/start-postgres.ts'
import { openPort } from '../start/open-port.ts'
import { startObjectStore } from '../testing/object-store.ts'
import { startBalance } from './servers/balance.ts'
import { cutOffDatabase } from './servers/cut-off-database.ts'
import { startPool } from './servers/pool.ts'
import { type LoadFigures, startLoad } from './servers/load.ts'

// `node tools/drills/two-servers.ts [--full] [--pool]`: two servers on one database and one bucket behind a balancer. One of them is
// killed again and again under load; 1,000 mails wait while servers are stopped and killed, the database and the mail server go
// away. --full takes the times of design/reliability.md (10 minutes of load, a minute and ten minutes away); else seconds. --pool puts
// PgBouncer in transaction mode before the database.
const isFull = process.argv.includes('--full')
const withPool = process.argv.includes('--pool')
const seconds = isFull
  ? { load: 600, kill: 10, database: 60, mail: 600 }
  : { load: 30, kill: 5, database: 10, mail: 15 }
const MAILS = 1000

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-servers-'))
const closing: (() => Promise<unknown>)[] = [async () => fs.rmSync(folder, { recursive: true, force: true })]
const say = (text: string): void => console.log(text)
const problems: string[] = []
const check = (isRight: boolean, otherwise: string): void => {
  if (!isRight) problems.push(otherwise)
}

// Ended from outside, it leaves nobody behind.
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

interface Server {
  readonly port: number
  child: ChildProcess
}

async function run(): Promise<void> {
  const postgres = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: true,
    log: () => undefined,
  })
  closing.push(async () => await postgres.stop())
  const line = await cutOffDatabase(postgres.url)
  closing.push(line.close)
  const store = await startObjectStore()
  closing.push(store.close)
  const mailbox = await startMailbox({ host: '127.0.0.1', port: 0 })
  closing.push(mailbox.close)
  const pool = withPool ? await startPool(line.url, folder, children) : undefined
  if (withPool && pool === undefined) throw new Error('there is no PgBouncer here: PGBOUNCER_BIN')
  const env = {
    DATABASE_URL: pool?.url ?? line.url,
    ...(pool === undefined ? {} : { DATABASE_LISTEN_URL: line.url }),
    FILES_URL: store.filesUrl,
    SMTP_URL: mailbox.smtpUrl,
    DEMO: 'off',
    TOKEN_KEY: randomBytes(32).toString('base64url'),
    STORAGE_KEY: randomBytes(32).toString('base64url'),
    RATE_LIMIT_PER_MINUTE: '100000000',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    PATH: process.env['PATH'] ?? '',
  }
  const first = await main(readConfig({ ...env, PORT: '0', DATA_DIR: path.join(folder, 'first') }), {
    manual: true,
    webFolder: '/nowhere',
  })
  const sofia = await createPerson(
    {
      running: first,
      person: (token?: string) => personAt(first.app, token),
      setTime: async () => undefined,
      settle: async () => undefined,
      close: async () => undefined,
    },
    { email: 'sofia@stowage.example', platformRole: 'superUser' },
  )
  await first.close()

  const start = async (port: number): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../apps/server/src/main.ts')], {
      env: { ...env, PORT: String(port), DATA_DIR: path.join(folder, `server-${port}`) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    for (let tries = 0; ; tries += 1) {
      const isUp = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isUp) return child
      if (child.exitCode !== null || tries > 2000) throw new Error('a server did not start')
      await sleep(30)
    }
  }
  const servers: Server[] = []
  for (const _ of [1, 2]) {
    const port = await openPort(0, '127.0.0.1')
    servers.push({ port, child: await start(port) })
  }
  closing.push(async () => {
    for (const { child } of servers) child.kill('SIGKILL')
  })
  const balance = await startBalance(
    servers.map(({ port }) => port),
    folder,
    children,
  )
  closing.push(balance.close)
  say(`two servers behind ${balance.name}${pool === undefined ? '' : `, their database behind ${pool.name}`}`)

  const direct = connect(postgres.url, { max: 2 })
  closing.push(direct.close)
  // Until each has seen the other.
  await sleep(11_000)

  // Code that was never called is compiled on the way; neither figure is to pay for that.
  const warming = startLoad(balance.url, sofia.token ?? '')
  await sleep(10_000)
  const warmed = await warming.stop()
  const alone = servers[0]!
  const [begunAlone, loadOfOne] = [
    cpuMs([alone]),
    startLoad(`http://127.0.0.1:${alone.port}`, sofia.token ?? ''),
  ]
  await sleep(Math.min(10_000, seconds.load * 1000))
  const single = await loadOfOne.stop()
  const perCallAlone = (cpuMs([alone]) - begunAlone) / single.calls
  const before = cpuMs(servers)
  const calm = startLoad(balance.url, sofia.token ?? '')
  await sleep(Math.min(10_000, seconds.load * 1000))
  const quiet = await calm.stop()
  say(`load, both up:           ${told(quiet)}`)
  const perCall = (cpuMs(servers) - before) / quiet.calls
  say(
    `processor per call:       ${perCallAlone.toFixed(2)} ms by one alone, ${perCall.toFixed(2)} ms by each of two: ${(perCall / perCallAlone).toFixed(2)}`,
  )
  check(quiet.failed === 0, `${quiet.failed} calls failed while both servers were up`)

  const load = startLoad(balance.url, sofia.token ?? '')
  let kills = 0
  for (const end = Date.now() + seconds.load * 1000; Date.now() < end;) {
    await sleep(seconds.kill * 1000)
    const victim = servers[kills % 2]!
    kills += 1
    victim.child.kill('SIGKILL')
    await once(victim.child, 'exit')
    await sleep(500)
    victim.child = await start(victim.port)
  }
  const shaken = await load.stop()
  say(`load, ${kills} times kill -9:    ${told(shaken)}`)
  const written = await direct.db.selectFrom('city').select('city').where('city', 'like', 'Drill %').execute()
  const names = written.map(({ city }) => city)
  const acknowledged = [...warmed.written, ...single.written, ...quiet.written, ...shaken.written]
  check(new Set(names).size === names.length, 'a city was written twice')
  check(
    acknowledged.every((name) => names.includes(name)),
    'an acknowledged city is not there',
  )
  check(
    quiet.stale + shaken.stale === 0,
    `${quiet.stale + shaken.stale} reads did not show what was written before`,
  )
  check(shaken.unanswered === 0, `${shaken.unanswered} writes were never answered, not even the fifth time`)
  say(`written ${acknowledged.length}, there ${names.length}, read stale ${quiet.stale + shaken.stale}`)

  await mails()
  for (const server of servers) {
    const begin = performance.now()
    server.child.kill('SIGTERM')
    const [code] = (await once(server.child, 'exit')) as [number]
    say(`stopped in ${Math.round(performance.now() - begin)} ms with ${code}`)
    check(code === 0, `a server stopped with ${code}`)
  }

  /** 1,000 wait: stopped, killed, without database, without mail server; each goes out, none is another one's. */
  async function mails(): Promise<void> {
    const seen = new Map<string, number>()
    const known = new Set<string>()
    const messages = new Set<string>()
    const look = (): void => {
      for (const mail of mailbox.list()) {
        if (known.has(mail.id)) continue
        known.add(mail.id)
        const to = mail.to.join(',')
        if (!to.endsWith('@drill.example')) continue
        messages.add(`${to} ${mail.messageId}`)
        seen.set(to, (seen.get(to) ?? 0) + 1)
      }
    }
    const watching = setInterval(look, 50)
    const at = Temporal.Now.instant()
    const begin = performance.now()
    const rows = Array.from({ length: MAILS }, (_, n) => ({
      id: newId(),
      natural_key: `drill-${n}`,
      kind: 'kycVerified',
      recipient: `person-${n}@drill.example`,
      account_id: sofia.id,
      language: 'de',
      data: JSON.stringify({ accountId: sofia.id }),
      status: 'waiting' as const,
      next_attempt_at: at,
      created_at: at,
    }))
    await direct.db.insertInto('mail').values(rows).execute()
    const left = async (): Promise<number> =>
      (
        await direct.db
          .selectFrom('mail')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('natural_key', 'like', 'drill-%')
          .where('status', '!=', 'sent')
          .executeTakeFirstOrThrow()
      ).count
    const until = async (count: number): Promise<void> => {
      while ((await left()) > count) await sleep(100)
    }
    const restart = async (server: Server, signal: NodeJS.Signals): Promise<number> => {
      const from = performance.now()
      server.child.kill(signal)
      await once(server.child, 'exit')
      const took = performance.now() - from
      server.child = await start(server.port)
      return took
    }
    await until(850)
    const stop = await restart(servers[0]!, 'SIGTERM')
    check(stop < 10_000, `SIGTERM took ${Math.round(stop)} ms`)
    await until(700)
    await restart(servers[1]!, 'SIGKILL')
    await until(550)
    line.away()
    await sleep(seconds.database * 1000)
    line.back()
    await until(400)
    mailbox.setDown()
    await sleep(seconds.mail * 1000)
    mailbox.work()
    await until(0)
    await sleep(500)
    look()
    clearInterval(watching)
    const twice = [...seen.values()].filter((count) => count > 1).length
    // Whatever was taken by the mail server, and could not be noted as sent, goes again under the same message id: shown once.
    const shownTwice = messages.size - seen.size
    const lost = MAILS - seen.size
    say(
      `${MAILS} mails: all sent after ${Math.round((performance.now() - begin) / 1000)} s, ${lost} never came, ${shownTwice} are shown twice, ${twice} came again under the same message id (SIGTERM ${Math.round(stop)} ms, kill -9, database away ${seconds.database} s, mail away ${seconds.mail} s)`,
    )
    check(lost === 0, `${lost} mails never came`)
    check(shownTwice === 0, `${shownTwice} mails are shown twice`)
    // Four at a time in each of two servers: what was under way at the kill, and when the database went.
    check(twice <= 12, `${twice} mails came again`)
  }
}

/** What servers have used of processors since they began, in both modes; 0 where the system does not say. */
function cpuMs(of: readonly Server[]): number {
  return of.reduce((sum, { child }) => {
    const stat = `/proc/${child.pid}/stat`
    if (!fs.existsSync(stat)) return sum
    const [user = 0, system = 0] = (fs.readFileSync(stat, 'utf8').split(') ')[1] ?? '')
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return sum + (user + system) * 10
  }, 0)
}

const told = (figures: LoadFigures): string =>
  `${figures.calls} calls, ${Math.round(figures.calls / figures.seconds)}/s, failed ${figures.failed}, tried again ${figures.retried}, p50 ${figures.p50} ms, p99 ${figures.p99} ms`

try {
  await run()
} finally {
  for (const close of closing.reverse()) await close().catch((error: unknown) => console.error(error))
}
for (const problem of problems) say(`PROBLEM: ${problem}`)
say(problems.length === 0 ? 'all held' : `${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
