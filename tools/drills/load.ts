import path from 'node:path'
import pg from 'pg'
import { startChild } from '../bench/children.ts'
import { createBareSchema } from '../bench/bare/schema.ts'
import { median } from '../bench/figures.ts'
import { tokenMaker } from '../bench/fill-world.ts'
import { load, type LoadCall, type LoadResult } from '../bench/http-load.ts'
import type { SocketsOrder } from '../bench/many-sockets.ts'
import { TURNS, volumeCases } from '../bench/volume-calls.ts'
import { companies, type CompanySize, setVolumeStage } from '../bench/volume-stage.ts'
import { volumeId } from '../volume/grow-company.ts'
import { runDrill, wordAfter } from './servers/drill.ts'

// `npm run drill:load [-- --seconds n] [--company trial] [--pages n] [--keep folder]`: one server with 100,000 contracts and a million invoices, two
// thousand live pages on it, reads and bookings for ten minutes without an error; beside it, in turns, the bare server of the bench, so that
// a ratio is of two things measured one right after the other. Filling takes long, once: --keep keeps the database for the next run.
/** Of the live pages, staff who are told of everything. */
const DESKS = 50
const READERS = 8
/** As in the bench whose ratio they are held against. */
const BOOKERS = 16
const BOOKINGS_A_ROUND = 160
const BARE_BOOKINGS_A_ROUND = 640
const MIXED_SECONDS = 15
const READ_SECONDS = 3

await runDrill(async (drill) => {
  const seconds = Number(wordAfter('--seconds') ?? 600)
  const crowd = Number(wordAfter('--pages') ?? 2000)
  const desks = Math.min(DESKS, crowd)
  const size = (wordAfter('--company') ?? 'load') as CompanySize
  if (!Object.hasOwn(companies, size)) throw new Error(`there is no company ${size}`)
  const stage = await setVolumeStage(drill.say, size, { keep: wordAfter('--keep') })
  drill.atEnd(stage.close)
  const { volume, product, bare } = stage
  const client = new pg.Client({ connectionString: stage.databaseUrl })
  await client.connect()
  drill.atEnd(async () => await client.end())
  await client.query('drop schema if exists bare cascade')
  await createBareSchema(stage.databaseUrl)
  const sockets = await startChild('many-sockets.ts', { log: path.join(drill.folder, 'sockets.log') })
  drill.atEnd(sockets.stop)
  const ask = async (order: SocketsOrder): Promise<{ readonly open?: number; readonly error?: string }> =>
    await sockets.ask(order)
  // Most people look at their own boxes, some at the desk.
  const tenant = await tokenMaker(stage.config)(volumeId('account', 1))
  for (const [count, token] of [
    [crowd - desks, tenant],
    [desks, await stage.token()],
  ] as const) {
    const { error } = await ask({ connect: { port: product.ready.port, count, token } })
    if (error !== undefined) throw new Error(error)
  }

  const cases = volumeCases(volume)
  const boxes = await freeBoxes()
  let [turn, taken, bareTaken] = [0, 0, 0]
  const booked = new Set<string>()
  const begun = new Date()
  const bookingOf = (token: string): LoadCall | undefined => {
    const box = boxes[taken]
    taken += 1
    return (
      box && {
        method: 'POST',
        path: '/api/boxes/book',
        token,
        body: {
          stockId: box.stockId,
          boxId: box.id,
          userId: volumeId('account', 1 + ((taken * 7919) % volume.accounts)),
          arrivalDate: Temporal.Now.plainDateISO('Europe/Berlin').toString(),
          contractDuration: 3,
          invoicingPeriod: 1,
          paymentMethod: 'manual',
        },
      }
    )
  }
  const noteBooked = ({ body }: { readonly body: Buffer }): void => {
    const { id } = JSON.parse(body.toString()) as { id: string }
    booked.add(id)
  }
  const readOf = (of: 'product' | 'bare', token?: string): LoadCall => {
    const one = cases[Math.floor(turn / TURNS) % cases.length]
    return { method: 'GET', path: one?.[of](turn++ % TURNS) ?? '', ...(token === undefined ? {} : { token }) }
  }
  const ratios: Record<'read' | 'book', number[]> = { read: [], book: [] }
  const mixed: { reads: LoadResult; bookings: LoadResult }[] = []
  // What stands still between rounds is ended by no error: any answer but 200 ends the drill.
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    const token = await stage.token()
    const reading = async (of: 'product' | 'bare', port: number, time: number): Promise<LoadResult> =>
      await load({
        port,
        connections: READERS,
        expected: 200,
        seconds: time,
        next: () => readOf(of, of === 'bare' ? undefined : token),
      })
    const booking = async (
      of: () => LoadCall | undefined,
      port: number,
      count: number,
    ): Promise<LoadResult> =>
      await load({
        port,
        connections: BOOKERS,
        expected: 200,
        next: (index) => (index < count ? of() : undefined),
        ...(port === product.ready.port ? { answered: noteBooked } : {}),
      })
    const plain = await reading('bare', bare.ready.port, READ_SECONDS)
    const ours = await reading('product', product.ready.port, READ_SECONDS)
    ratios.read.push(ours.perSecond / plain.perSecond)
    const plainBookings = await booking(bareBooking, bare.ready.port, BARE_BOOKINGS_A_ROUND)
    const ourBookings = await booking(() => bookingOf(token), product.ready.port, BOOKINGS_A_ROUND)
    ratios.book.push(ourBookings.perSecond / plainBookings.perSecond)
    const endsAt = performance.now() + MIXED_SECONDS * 1000
    const [reads, bookings] = await Promise.all([
      reading('product', product.ready.port, MIXED_SECONDS),
      booking(
        () => (performance.now() < endsAt ? bookingOf(token) : undefined),
        product.ready.port,
        Infinity,
      ),
    ])
    mixed.push({ reads, bookings })
    drill.say(
      `round ${mixed.length}: both at once ${told(reads)} reads, ${told(bookings)} bookings; alone ${ours.perSecond.toFixed(0)} reads/s (bare ${plain.perSecond.toFixed(0)}), ${ourBookings.perSecond.toFixed(0)} bookings/s (bare ${plainBookings.perSecond.toFixed(0)})`,
    )
  }
  const { open } = await ask({ count: { port: product.ready.port } })
  drill.check(open === crowd, `${open} of ${crowd} live pages are still connected`)
  await lookAtBookings()
  const p99 = (of: 'reads' | 'bookings'): string => median(mixed.map((one) => one[of].p99)).toFixed(0)
  const all = (of: 'reads' | 'bookings'): number => mixed.reduce((sum, one) => sum + one[of].count, 0)
  drill.say(
    `${volume.contracts} contracts, ${volume.contracts * volume.documentsPerContract} invoices, ${crowd} live pages: ${all('reads')} reads and ${booked.size} bookings, no error; both at once p99 ${p99('reads')} and ${p99('bookings')} ms`,
  )
  drill.say(
    `against the bare server: reads ${median(ratios.read).toFixed(2)} × (bench volume: by processor time at most 3 ×), bookings ${median(ratios.book).toFixed(2)} × (bench booking: at least 0.25 ×)`,
  )
  drill.check(median(ratios.read) >= 1 / 3, 'reads are below a third of the bare server')
  drill.check(median(ratios.book) >= 0.25, 'bookings are below a quarter of the bare server')

  function bareBooking(): LoadCall {
    bareTaken += 1
    return {
      method: 'POST',
      path: '/book',
      body: {
        boxId: `b${bareTaken}`,
        accountId: volumeId('account', 1 + (bareTaken % volume.accounts)),
        months: 3,
        arrivalDate: Temporal.Now.plainDateISO('UTC').toString(),
        reason: 'load',
      },
    }
  }
  /** Those that nobody ever had; other runs on a kept database have taken some. */
  async function freeBoxes(): Promise<{ readonly id: string; readonly stockId: string }[]> {
    const { rows } = await client.query<{ id: string; stockId: string }>(
      `select id, stock_id as "stockId" from box b where deleted_at is null and not exists (select 1 from contract c where c.box_id = b.id) order by md5(id)`,
    )
    return rows
  }
  /** Each booking that was answered is there, with its box and its first document, and no other one. */
  async function lookAtBookings(): Promise<void> {
    const { rows } = await client.query<{
      contracts: number
      claims: number
      documents: number
      known: number
    }>(
      `select count(*)::int as contracts, count(*) filter (where id = any($2))::int as known,
              count(*) filter (where exists (select 1 from box_claim k where k.holder_id = c.id and k.box_id = c.box_id and k.released_at is null))::int as claims,
              count(*) filter (where (select count(*) from document d where d.contract_id = c.id) = 1)::int as documents
         from contract c where booked_at >= $1`,
      [begun, [...booked]],
    )
    for (const [what, count] of Object.entries(rows[0] ?? {}))
      drill.check(count === booked.size, `${booked.size} bookings were answered, ${what}: ${count}`)
  }
  function told({ perSecond, p50, p99: slow }: LoadResult): string {
    return `${perSecond.toFixed(0)}/s (p50 ${p50.toFixed(0)}, p99 ${slow.toFixed(0)} ms)`
  }
})
