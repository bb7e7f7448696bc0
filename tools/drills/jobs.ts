import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fillTenancies } from '../volume/fill-tenancies.ts'
import { findLosses } from './crash/kill-nights.ts'
import { runDrill, wordAfter } from './servers/drill.ts'
import { openStage, untilQuiet } from './servers/stage.ts'

// `node tools/drills/jobs.ts [--full] [--contracts n] [--pool]`: a night on which every contract has an invoice due, each with a mail,
// done by two servers. On the way one of them is stopped, the other one killed with -9, the database goes away and then the mail server;
// --full: for 60 s and for ten minutes. All is done, and none of it twice for the person.
await runDrill(async (drill) => {
  const contracts = Number(wordAfter('--contracts') ?? 1000)
  const seconds = drill.isFull ? { database: 60, mail: 600 } : { database: 10, mail: 15 }
  const today = Temporal.Now.plainDateISO('UTC')
  const stage = await openStage(drill, {
    withPool: process.argv.includes('--pool'),
    // All of them begin on one day, so that all are due on one.
    prepare: async ({ config }) =>
      await fillTenancies(config, {
        contracts,
        stocks: 20,
        from: today.subtract({ days: 14 }).toString(),
        withinDays: 1,
        everyBalance: 0,
      }),
  })
  const { direct, mailbox } = stage
  // What was told before this night is none of its mails.
  await untilQuiet(stage)
  await until(async () => (await mails()).waiting === 0)
  const before = await mails()

  const seen = new Map<string, number>()
  const known = new Set<string>()
  const watching = setInterval(() => {
    for (const { id, messageId } of mailbox.list()) {
      if (known.has(id)) continue
      known.add(id)
      seen.set(messageId, (seen.get(messageId) ?? 0) + 1)
    }
  }, 50)
  drill.atEnd(async () => await Promise.resolve(clearInterval(watching)))
  for (const { id } of mailbox.list()) known.add(id)

  const begun = performance.now()
  // A week before the invoices are due, so that nobody is reminded of one yet.
  const lastNight = today.add({ days: 10 })
  await stage.setTime(`${lastNight.toString()}T05:00:00Z`)
  /** Two pieces of work a contract: its invoice, and the mail with it. */
  const share = async (part: number): Promise<void> =>
    await until(async () => {
      const { rows } = await sql<{ done: number }>`
        select count(*)::int as done from document where kind = 'invoice' and period_from > ${today.toString()}::date and number is not null`.execute(
        direct.db,
      )
      return (rows[0]?.done ?? 0) + (await mails()).sent - before.sent >= 2 * contracts * part
    })
  await share(0.1)
  const stopped = await stage.restart(stage.servers[0], 'SIGTERM')
  drill.check(stopped.endMs < 10_000, `SIGTERM took ${Math.round(stopped.endMs)} ms`)
  drill.check(stopped.code === 0, `SIGTERM ended with ${stopped.code}`)
  await share(0.25)
  await stage.restart(stage.servers[1], 'SIGKILL')
  await share(0.4)
  stage.database.away()
  await sleep(seconds.database * 1000)
  stage.database.back()
  await share(0.55)
  mailbox.setDown()
  await sleep(seconds.mail * 1000)
  mailbox.work()
  await untilQuiet(stage)
  await until(async () => (await mails()).waiting === 0)
  await sleep(500)

  const { sent, failed } = await mails()
  const ours = sent - before.sent
  const again = [...seen.values()].filter((count) => count > 1).length
  drill.say(
    `${contracts} invoices and ${ours} mails after ${Math.round((performance.now() - begun) / 1000)} s (SIGTERM ${Math.round(stopped.endMs)} ms, kill -9, database away ${seconds.database} s, mail server away ${seconds.mail} s); ${again} mails came again under the id by which they are shown once`,
  )
  drill.check(failed === 0, `${failed} mails were given up`)
  drill.check(ours >= contracts, `${ours} mails for ${contracts} invoices`)
  drill.check(seen.size === ours, `${ours} mails are noted as sent, ${seen.size} came`)
  // Four at a time in each of two servers: what was under way at the kill, and when the database went.
  drill.check(again <= 12, `${again} mails came again`)
  const { rows: parked } = await sql<{ parked: number; unmailed: number }>`
    select (select count(*) from event_delivery where parked_reason is not null)::int as parked,
           (select count(*) from document d where d.kind = 'invoice' and d.period_from > ${today.toString()}::date
              and (select count(*) from mail m where m.document_id = d.id and m.kind = 'invoiceIssued' and m.status = 'sent') <> 1)::int as unmailed`.execute(
    direct.db,
  )
  drill.check(parked[0]?.parked === 0, `${parked[0]?.parked} facts are parked`)
  drill.check(parked[0]?.unmailed === 0, `${parked[0]?.unmailed} invoices were not mailed exactly once`)
  const report = {
    kills: 1,
    killedAtWork: 1,
    slowestOpenMs: 0,
    lastNight: lastNight.toString(),
    payments: [],
  }
  for (const lost of await findLosses(direct.db, report)) drill.check(false, lost)
  await stage.stop()

  async function mails(): Promise<{ waiting: number; sent: number; failed: number }> {
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*)::int as count from mail group by 1`.execute(direct.db)
    const of = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0
    return { waiting: of('waiting'), sent: of('sent'), failed: of('failed') }
  }
  /** @throws where it does not come to pass within a quarter of an hour */
  async function until(isSo: () => Promise<boolean>): Promise<void> {
    for (const end = performance.now() + 900_000; !(await isSo()); await sleep(100))
      if (performance.now() > end) throw new Error(`waited in vain: ${JSON.stringify(await mails())}`)
  }
})
