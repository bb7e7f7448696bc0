import { childrenOf, residentMegabytes } from './children.ts'
import { type Figure, valueFigure } from './figures.ts'
import { load } from './http-load.ts'
import { prepareBookings } from './prepare.ts'
import type { Stage } from './stage.ts'

const DOCUMENTS = 1000
const FEW = 250
const LOOK_MS = 200

/**
 * The archive of a month is made while it is sent: how much more memory the server and its printer hold with 1,000 documents than
 * they held with 250, and how long a document takes.
 */
export async function measureBills(stage: Stage): Promise<Figure[]> {
  const few = await fillMonth(stage, 'a', '2019-02', FEW)
  const many = await fillMonth(stage, 'b', '2019-03', DOCUMENTS)
  const server = await stage.startAnother()
  try {
    const call = { port: server.ready.port, token: await stage.world.token(stage.world.superUser) }
    // The printer has started and has its fonts.
    const before = await largestWhile(server.pid, fetchMonth(call, few))
    const begin = performance.now()
    let bytes = 0
    const most = await largestWhile(
      server.pid,
      fetchMonth(call, many).then((read) => {
        bytes = read
      }),
    )
    const milliseconds = (performance.now() - begin) / DOCUMENTS
    return [
      valueFigure({
        name: 'a month of 1,000 documents, memory beyond that of 250',
        values: [most - before],
        unit: 'MB',
        must: 60,
        should: 30,
        note: `${(bytes / 1_000_000).toFixed(0)} MB sent`,
      }),
      valueFigure({
        name: 'a document of a month, printed and sent',
        values: [milliseconds],
        unit: 'ms',
        digits: 1,
        must: undefined,
      }),
    ]
  } finally {
    await server.stop()
  }
}

interface Call {
  readonly port: number
  readonly token: string
}

/** @returns the bytes of the archive */
async function fetchMonth({ port, token }: Call, bills: string): Promise<number> {
  const reply = await fetch(
    `http://127.0.0.1:${port}/api/iqacdocument/monthly-bills/archive?bills=${bills}`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  )
  if (!reply.ok || reply.body === null) throw new Error(`no archive: ${reply.status}`)
  let bytes = 0
  const parts: AsyncIterable<Uint8Array> = reply.body
  for await (const part of parts) bytes += part.byteLength
  return bytes
}

/** The most that the process and its printer hold together while something goes on. */
async function largestWhile(pid: number, work: Promise<unknown>): Promise<number> {
  let most = 0
  const look = (): void => {
    const now = childrenOf(pid).reduce((sum, child) => sum + residentMegabytes(child), residentMegabytes(pid))
    if (now > most) most = now
  }
  const timer = setInterval(look, LOOK_MS)
  try {
    await work
    look()
  } finally {
    clearInterval(timer)
  }
  return most
}

/** Copies of one booked document, paid, so that nobody is reminded of them; numbered and booked into a month of long ago. @returns what the archive's call names it */
async function fillMonth(stage: Stage, mark: string, month: string, count: number): Promise<string> {
  const one = async (): Promise<{ id: string; stock: string } | undefined> =>
    (
      await stage.query<{ id: string; stock: string }>(
        `select id, stock_id as stock from document where kind = 'invoice' and length(id) = 26 order by id desc limit 1`,
      )
    )[0]
  if ((await one()) === undefined) {
    const [booking] = await prepareBookings(stage, 1)
    if (booking === undefined) throw new Error('nothing to book')
    const { port } = stage.product.ready
    await load({ port, connections: 1, expected: 200, next: (index) => (index === 0 ? booking : undefined) })
    await stage.rest()
  }
  const copied = await one()
  if (copied === undefined) throw new Error('no document to copy')
  const idOf = `'${mark}' || lpad(g::text, 24, '0')`
  await stage.query(`
    insert into document (id, kind, contract_id, plan_id, account_id, stock_id, seller_id, number, status, period_from, period_to, issued_on, due_on, accounting_date, document_date, currency, net, vat, gross, paid, paid_at, snapshot, created_at)
    select ${idOf}, kind, contract_id, plan_id, account_id, stock_id, seller_id, 'BENCH${mark}-' || g, 'paid', date '${month}-01' - g * 40, date '${month}-01' - g * 40 + 30, date '${month}-01', date '${month}-01', date '${month}-01', date '${month}-01', currency, net, vat, gross, gross, created_at, snapshot, created_at
      from document, generate_series(1, ${count}) g where id = '${copied.id}'`)
  await stage.query(`
    insert into document_line (document_id, position, kind, quantity, unit_net, discount_percent, discount, net, vat_percent, vat, gross, explanation)
    select ${idOf}, position, kind, quantity, unit_net, discount_percent, discount, net, vat_percent, vat, gross, explanation
      from document_line, generate_series(1, ${count}) g where document_id = '${copied.id}'`)
  return `${copied.stock}.${month}`
}
