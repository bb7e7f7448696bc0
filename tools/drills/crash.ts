import { setTimeout as sleep } from 'node:timers/promises'
import { payDocument } from '@stowage/api/billing'
import { sql, type RawBuilder } from 'kysely'
import { randomFrom } from '../demo/random.ts'
import { fillTenancies } from '../volume/fill-tenancies.ts'
import { findLosses } from './crash/kill-nights.ts'
import { createAsking } from './servers/ask.ts'
import { runDrill, wordAfter } from './servers/drill.ts'
import { fillMarket, findLostRents, startRenting } from './servers/rent.ts'
import { bossOf, openStage, untilQuiet } from './servers/stage.ts'

// `node tools/drills/crash.ts [--full] [--contracts n] [--kills n] [--pool] [--seed word]`: two servers behind a balancer bill night after night,
// while people book, pay and leave; one of the servers is killed with -9 again and again, at seeded moments. --full: 5,000 contracts
// over 13 months, 200 kills. At the end nothing that was answered is gone, all is billed once, and tools/verify finds nothing.
await runDrill(async (drill) => {
  const contracts = Number(wordAfter('--contracts') ?? (drill.isFull ? 5000 : 1000))
  const kills = Number(wordAfter('--kills') ?? (drill.isFull ? 200 : 8))
  const random = randomFrom(drill.seed)
  const first = Temporal.Now.plainDateISO('UTC')
  const stage = await openStage(drill, {
    withPool: process.argv.includes('--pool'),
    // What people are told has a drill of its own: tools/drills/jobs.ts.
    env: { SMTP_URL: '' },
    async prepare({ config, quietly }) {
      const from = first.subtract({ days: 21 }).toString()
      // A night in which there is more to bill than one transaction takes.
      const withinDays = drill.isFull ? 28 : 3
      await fillTenancies(config, { contracts, stocks: 20, from, withinDays, everyBalance: 5 })
      return await quietly(async (running) => await fillMarket(running))
    },
  })
  const boss = await bossOf(stage.direct.db)
  const token = async (): Promise<string> => await stage.token(boss)
  const asking = createAsking(stage.url)
  const today = (): string => stage.businessNow().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
  const renting = startRenting({ asking, market: stage.filled, random, token, today, atOnce: 3 })
  const payments: { id: string; documentId: string; amount: number }[] = []
  const count = async (query: RawBuilder<{ count: number }>): Promise<number> =>
    (await query.execute(stage.direct.db)).rows[0]?.count ?? 0
  // Of a second period or a later one: first ones come with a booking.
  const billed = async (): Promise<number> =>
    await count(
      sql`select count(*)::int as count from document d join billing_plan p on p.id = d.plan_id where d.kind = 'invoice' and d.period_from > p.anchor_day`,
    )
  const unbilled = async (): Promise<number> =>
    await count(
      sql`select count(*)::int as count from billing_plan where next_issue_on <= ${today()}::date and parked_reason is null`,
    )
  const duesRefused = new Map<number, number>()
  const paying = payDues(async (one) => {
    const { documentId, debt } = one
    const paid = await asking.as(await token(), payDocument, {
      body: { documentId, processor: 'manual', debt },
    })
    if (paid === undefined) return
    if (paid.code !== 0) duesRefused.set(paid.code, (duesRefused.get(paid.code) ?? 0) + 1)
    // Else somebody else had paid it before.
    else if (paid.body.paymentId !== documentId)
      payments.push({ id: paid.body.paymentId, documentId, amount: debt })
  })

  // 13 months of nights, or one month for each kill.
  const days = drill.isFull ? 396 : 30 * kills
  let slowestOpenMs = 0
  let killedAtWork = 0
  for (let kill = 1; kill <= kills; kill += 1) {
    const day = first.add({ days: Math.round((days * kill) / kills) })
    await stage.setTime(`${day.toString()}T05:30:00Z`)
    // Most kills come while the night is billed, the others whenever.
    const begun = await billed()
    const untilBilling = performance.now() + random.between(500, 25_000)
    while (performance.now() < untilBilling && (await billed()) === begun) await sleep(20)
    await sleep(random.between(0, 300))
    if ((await billed()) > begun && (await unbilled()) > 0) killedAtWork += 1
    const { openMs } = await stage.restart(random.pick(stage.servers), 'SIGKILL')
    slowestOpenMs = Math.max(slowestOpenMs, openMs)
    if (kill % 10 === 0)
      drill.say(
        `killed ${kill} times, on ${day.toString()}; ${renting.told.booked.size} booked, ${payments.length + renting.told.paid.size} payments`,
      )
  }
  await Promise.all([renting.stop(), paying.stop()])
  await untilQuiet(stage)
  const lastNight = first.add({ days }).toString()
  const { told } = renting
  const { calls, again, unanswered, statuses, p50, p99 } = asking.figures()
  drill.say(
    `${kills} kills, ${killedAtWork} of them while a night was billed; slowest start ${Math.round(slowestOpenMs)} ms; ${calls} calls, ${again} made again, p50 ${p50} ms, p99 ${p99} ms; ${told.booked.size} booked, ${told.closed.size} left, ${payments.length + told.paid.size} payments acknowledged; refused ${JSON.stringify(Object.fromEntries([...told.refused, ...duesRefused]))}`,
  )
  for (const lost of await findLostRents(stage.direct.db, told)) drill.check(false, lost)
  const report = { kills, killedAtWork, slowestOpenMs, lastNight, payments }
  for (const lost of await findLosses(stage.direct.db, report)) drill.check(false, lost)
  drill.check(unanswered === 0, `${unanswered} calls were never answered`)
  drill.check(slowestOpenMs < 30_000, `a server took ${Math.round(slowestOpenMs)} ms to open again`)
  drill.check(told.closed.size > 0 && payments.length > 0, 'nothing was done under the kills')
  // A server that was killed in the middle of a call has not answered it; what a balancer makes of that is 502 or nothing.
  const others = Object.keys(statuses).filter(
    (status) => ![0, 200, 400, 409, 502, 503, 504].includes(Number(status)),
  )
  drill.check(others.length === 0, `answers of status ${others.join(', ')}: ${JSON.stringify(statuses)}`)
  await stage.stop()

  interface Due {
    readonly documentId: string
    readonly debt: number
  }
  /** Most people pay what is due, two at a time. */
  function payDues(pay: (one: Due) => Promise<void>): { stop(): Promise<void> } {
    let isOver = false
    const work = async (lane: number): Promise<void> => {
      while (!isOver) {
        const { rows } = await sql<Due>`
          select id as "documentId", (gross - paid)::bigint as debt from document
           where status = 'open' and kind = 'invoice' and number is not null and gross > paid and hashtext(id) % 20 <> 0 and abs(hashtext(id)) % 2 = ${lane}
           order by due_on, id limit 20`.execute(stage.direct.db)
        for (const row of rows) if (!isOver) await pay(row)
        if (rows.length === 0) await sleep(100)
      }
    }
    const all = Promise.all([work(0), work(1)])
    return {
      async stop() {
        isOver = true
        await all
      },
    }
  }
})
