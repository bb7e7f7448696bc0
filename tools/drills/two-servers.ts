import { setTimeout as sleep } from 'node:timers/promises'
import { accountMaker } from '../volume/make-account.ts'
import { PASSWORD, SUPER_EMAIL } from '../volume/make-patterns.ts'
import { runDrill } from './servers/drill.ts'
import { type LoadFigures, startLoad } from './servers/load.ts'
import { openStage } from './servers/stage.ts'

// `node tools/drills/two-servers.ts [--full] [--pool]`: two servers on one database and one bucket behind a balancer, one of them killed
// again and again under load. --full: ten minutes of it; else half a minute. --pool puts PgBouncer in transaction mode before the
// database. Jobs, bookings, money and what they depend on have drills of their own beside this one.
await runDrill(async (drill) => {
  const seconds = drill.isFull ? { load: 600, kill: 10 } : { load: 30, kill: 5 }
  const stage = await openStage(drill, {
    withPool: process.argv.includes('--pool'),
    prepare: async ({ quietly }) =>
      await quietly(
        async (running) => await (await accountMaker(running, PASSWORD))(SUPER_EMAIL, 'superUser'),
      ),
  })
  const load = () => startLoad(stage.url, async () => await stage.token(stage.filled))
  // Until each has seen the other.
  await sleep(11_000)

  const calm = load()
  await sleep(10_000)
  const quiet = await calm.stop()
  drill.say(`load, both up:           ${told(quiet)}`)
  drill.check(quiet.failed === 0, `${quiet.failed} calls failed while both servers were up`)

  const shaking = load()
  let kills = 0
  for (const end = Date.now() + seconds.load * 1000; Date.now() < end;) {
    await sleep(seconds.kill * 1000)
    await stage.restart(stage.servers[kills % 2 === 0 ? 0 : 1], 'SIGKILL')
    kills += 1
  }
  const shaken = await shaking.stop()
  drill.say(`load, ${kills} times kill -9:    ${told(shaken)}`)
  const rows = await stage.direct.db
    .selectFrom('city')
    .select('city')
    .where('city', 'like', 'Drill %')
    .execute()
  const names = rows.map(({ city }) => city)
  const acknowledged = [...quiet.written, ...shaken.written]
  const stale = quiet.stale + shaken.stale
  drill.check(new Set(names).size === names.length, 'a city was written twice')
  drill.check(
    acknowledged.every((name) => names.includes(name)),
    'an acknowledged city is not there',
  )
  drill.check(stale === 0, `${stale} reads did not show what was written before`)
  drill.check(
    shaken.unanswered === 0,
    `${shaken.unanswered} writes were never answered, not even the fifth time`,
  )
  drill.say(`written ${acknowledged.length}, there ${names.length}, read stale ${stale}`)
  for (const fault of await stage.faults()) drill.check(false, fault)
  await stage.stop()
})

function told(figures: LoadFigures): string {
  return `${figures.calls} calls, ${Math.round(figures.calls / figures.seconds)}/s, failed ${figures.failed}, tried again ${figures.retried}, p50 ${figures.p50} ms, p99 ${figures.p99} ms`
}
