import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { updateUser } from '@stowage/api/accounts'
import { openBox } from '@stowage/api/access'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { listDebtors } from '@stowage/api/reports'
import { DOT } from '@stowage/server/testing/people'
import { sql } from 'kysely'
import { randomFrom } from '../demo/random.ts'
import { createAsking } from './servers/ask.ts'
import { runDrill } from './servers/drill.ts'
import { openPlaces, type Places } from './servers/places.ts'
import { type Dependency, type Heard, probe, type Probe } from './servers/probes.ts'
import { findLostRents, startRenting } from './servers/rent.ts'
import { openStage, untilQuiet } from './servers/stage.ts'

// `node tools/drills/dependencies.ts [--full] [--seed word]`: database, files, mail server, card processor and the locks of a warehouse go
// away one after another under load, each for a minute (--full) or some seconds. Who needs it hears 503 or code 2, everybody else works on;
// nothing is half written, and it goes on by itself when it is there again: no server is started anew.
await runDrill(async (drill) => {
  const awaySeconds = drill.isFull ? 60 : 8
  const random = randomFrom(drill.seed)
  const places = await openPlaces(drill)
  const stage = await openStage<Places>(drill, places)
  const { boss, market, cardStock, site, cards } = stage.filled
  site.control.setEventsUrl(`${stage.url}/api/site-gateway/${stage.filled.lockStockId}/events`)
  cards.control.setNotificationUrl(`${stage.url}/api/payments/paykeeper/paykeeper`)
  const pids = stage.servers.map(({ child }) => child.pid)
  const bossToken = async (): Promise<string> => await stage.token(boss)
  const today = (): string => stage.businessNow().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
  const asking = createAsking(stage.url, 120_000)
  const renting = startRenting({ asking, market, random, token: bossToken, today, atOnce: 2 })

  const calling = createAsking(stage.url)
  const [reader] = market.tenants
  let [cardBox, door] = [0, 0]
  const opened: string[] = []
  const probes: readonly Probe[] = [
    {
      name: 'read',
      needs: ['database'],
      // Nothing that a server remembers.
      call: async () => await calling.once(await bossToken(), listDebtors),
    },
    {
      name: 'hand in a document',
      needs: ['database', 'files'],
      call: async () =>
        await calling.once(await stage.token(reader ?? ''), updateUser, {
          params: { id: reader ?? '' },
          body: { passportFile: DOT },
        }),
    },
    {
      name: 'open a pay page',
      needs: ['database', 'processor'],
      async call() {
        const tenant = market.tenants[cardBox % market.tenants.length] ?? ''
        const booked = await calling.once(await bossToken(), bookBox, {
          body: {
            stockId: cardStock.stockId,
            boxId: cardStock.boxes[cardBox++ % cardStock.boxes.length]?.id ?? '',
            userId: tenant,
            arrivalDate: today(),
            contractDuration: 1,
            invoicingPeriod: 1,
            paymentMethod: 'paykeeper',
          },
        })
        if (booked.code !== 0 || booked.status !== 200) return booked
        return await calling.once(await stage.token(tenant), payDocument, {
          body: { documentId: booked.body.documentId ?? '', processor: 'paykeeper' },
        })
      },
    },
    {
      name: 'open a door',
      needs: ['database', 'locks'],
      async call() {
        const key = randomUUID()
        const reply = await calling.once(await bossToken(), openBox, {
          // In turn: a door that is open already is opened without a pulse.
          params: { id: stage.filled.lockBoxes[door++ % stage.filled.lockBoxes.length] ?? '' },
          key,
        })
        if (reply.status === 200) opened.push(key)
        return reply
      },
    },
  ]

  const faults: Record<Dependency, { readonly away: () => void; readonly back: () => void }> = {
    database: { away: stage.database.away, back: stage.database.back },
    files: { away: () => stage.files.answer(503), back: () => stage.files.answer(null) },
    mail: { away: stage.mailbox.setDown, back: stage.mailbox.work },
    processor: { away: () => cards.control.setDown(true), back: () => cards.control.setDown(false) },
    locks: { away: () => site.control.setDown(true), back: () => site.control.setDown(false) },
  }
  // What was never called is loaded first, and a heartbeat lets each server know of the other.
  await sleep(3000)
  judge('nothing', await probe(probes, 4000), undefined)
  for (const [name, { away, back }] of Object.entries(faults) as [Dependency, (typeof faults)['mail']][]) {
    away()
    await sleep(500)
    judge(`${name} away`, await probe(probes, awaySeconds * 1000), name)
    back()
    const recovered = await untilAllWork()
    drill.say(`${name} back: all works after ${recovered} ms`)
    // A warehouse that did not answer is let alone for half a minute.
    drill.check(recovered < 35_000, `${name}: it took ${recovered} ms until all worked again`)
  }
  await renting.stop()
  site.control.setDown(false)
  await untilQuiet(stage)
  for (const until = performance.now() + 300_000; ; await sleep(500)) {
    const left = await stage.direct.db
      .selectFrom('mail')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (left.count === 0 || performance.now() > until) {
      drill.check(left.count === 0, `${left.count} mails still wait`)
      break
    }
  }

  const { told } = renting
  const { again, unanswered } = asking.figures()
  drill.say(
    `${told.booked.size} booked, ${told.paid.size} paid, ${told.closed.size} left, ${again} calls made again; ${opened.length} doors opened`,
  )
  drill.check(unanswered === 0, `${unanswered} calls were never answered`)
  drill.check(told.closed.size > 0, 'nobody rented')
  for (const lost of await findLostRents(stage.direct.db, told)) drill.check(false, lost)
  for (const half of await halfWritten()) drill.check(false, half)
  for (const fault of await stage.faults()) drill.check(false, fault)
  drill.check(
    stage.servers.every(({ child }, index) => child.pid === pids[index] && child.exitCode === null),
    'a server was started anew',
  )
  await stage.stop()

  /** Who needs what is away hears so in time; all others are served. */
  function judge(phase: string, heard: readonly Heard[], away: Dependency | undefined): void {
    const byName = Map.groupBy(heard, ({ name }) => name)
    for (const { name, needs } of probes) {
      const answers = byName.get(name) ?? []
      const hit = away !== undefined && needs.includes(away)
      const wrong = answers.filter(({ status, code }) =>
        hit ? status !== 503 && code !== 2 : status !== 200,
      )
      const slowest = Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))
      const kinds = new Set(
        answers.map(({ status, code }) => `${status}${code === 0 ? '' : ` code ${code}`}`),
      )
      drill.say(`${phase}: ${name}, ${answers.length} calls, ${[...kinds].join(', ')}, slowest ${slowest} ms`)
      drill.check(answers.length > 0, `${phase}: nobody could ${name}`)
      for (const { status, code, raw } of wrong.slice(0, 3))
        drill.check(false, `${phase}: ${name} heard ${status} code ${code} ${raw}`)
      drill.check(slowest < 12_000, `${phase}: ${name} waited ${slowest} ms`)
      if (away === 'locks' && hit)
        drill.check(slowest < 3500, `${phase}: a door answered after ${slowest} ms`)
    }
  }

  async function untilAllWork(): Promise<number> {
    const begun = performance.now()
    const left = new Set(probes)
    while (left.size > 0 && performance.now() - begun < 40_000) {
      for (const one of left) if ((await one.call()).status === 200) left.delete(one)
      if (left.size > 0) await sleep(200)
    }
    return Math.round(performance.now() - begun)
  }

  /** Rows without their file; pages without their payment; pulses that nobody noted, or notes without one. */
  async function halfWritten(): Promise<string[]> {
    const { rows: documents } = await sql<{ key: string }>`
      select file_key as key from kyc_document where shredded_at is null`.execute(stage.direct.db)
    const { rows: pages } = await sql<{ id: string }>`
      select id from payment where status = 'pending' and cabinet = 'paykeeper' and processor_invoice_id is null`.execute(
      stage.direct.db,
    )
    const { rows: doors } = await sql<{ count: number }>`
      select count(*)::int as count from access_record where action = 'opened' and stock_id = ${stage.filled.lockStockId}`.execute(
      stage.direct.db,
    )
    const pulses = site.control.doors().reduce((sum, door) => sum + door.pulses, 0)
    return [
      ...documents
        .filter(({ key }) => !stage.files.objects.has(key))
        .map(({ key }) => `a document is noted whose file ${key} is nowhere`),
      ...pages.map(({ id }) => `payment ${id} waits and has no page`),
      ...(doors[0]?.count === pulses ? [] : [`${pulses} pulses, ${doors[0]?.count} openings in the history`]),
    ]
  }
})
