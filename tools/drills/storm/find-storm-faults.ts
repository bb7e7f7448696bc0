import { sql } from 'kysely'
import { machineNow } from '@stowage/server/platform/clock'
import type { Running } from '@stowage/server/main'
import type { Database } from '@stowage/server/platform/database/connect'
import { findFaults } from '../../verify/find-faults.ts'
import type { Case } from './cases.ts'
import type { Shops } from './open-shops.ts'

/** What a processor itself says of one payment in the end, in minor units. */
interface Outside {
  readonly id: string
  readonly paymentId: string
  readonly state: 'received' | 'failed' | 'pending'
  readonly received: number
  /** Of it, given back or taken back by the payer's bank. */
  readonly gone: number
}

interface Ours {
  readonly id: string
  readonly outsideId: string | null
  readonly status: string
  readonly reinstates: string | null
  /** How often it was credited. */
  readonly credits: number
  /** What the book holds of it. */
  readonly cash: number
}

/**
 * Lets a server without a storm around it finish what is left, and holds everything against what the processors say: credits are
 * the payments that came in, each one once; the book holds what they hold; nobody waits.
 */
export async function findStormFaults(
  shops: Shops,
  cases: readonly Case[],
): Promise<{ faults: string[]; credits: number }> {
  const running = await shops.openQuiet()
  try {
    await comeToRest(running)
    const { db } = running.platform
    const outside = Map.groupBy(
      [...stripePayments(shops), ...cabinetPayments(shops)],
      ({ paymentId }) => paymentId,
    )
    const ours = await readOurs(db)
    const faults = [
      ...(await waiting(db)),
      ...cases.flatMap((one) => judge(one, outside.get(one.paymentId) ?? [], ours)),
      ...(await unfittingDocuments(db, cases, outside)),
      ...(await refundsSentTwice(db, shops, cases)),
      ...(await findFaults(db)).faults.map(({ what, id, detail }) => `${what} (${id}): ${detail}`),
    ]
    return { faults, credits: [...ours.values()].reduce((sum, { credits }) => sum + credits, 0) }
  } finally {
    await running.close()
  }
}

async function comeToRest({ settle, modules, platform }: Running): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await settle()
    await modules.payments.idle()
    // Ten minutes later a refund that its processor has not heard of is given up, since a second one could be one too many.
    await platform.db
      .updateTable('payment_refund')
      .set({ sent_at: machineNow().subtract({ minutes: 11 }) })
      .where('status', '=', 'sent')
      .execute()
    if ((await waiting(platform.db)).length === 0) return
  }
}

async function waiting(db: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'messages wait' as what, count(*)::int as count from payment_message where next_try_at is not null
    union all select 'messages were given up', count(*)::int from payment_message where verdict in ('failed', 'valid') and next_try_at is null
    union all select 'deliveries of facts wait: ' || coalesce(min(d.handler || coalesce(', parked: ' || d.parked_reason, '')), ''), count(*)::int from event_delivery d where d.done_at is null
    union all select 'refunds wait', count(*)::int from payment_refund where status in ('asked', 'sent')`.execute(
    db,
  )
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`)
}

function stripePayments({ stripe: { control } }: Shops): Outside[] {
  const disputes = Map.groupBy(control.disputes(), ({ payment_intent }) => payment_intent)
  const refunds = Map.groupBy(control.refunds(), ({ payment_intent }) => payment_intent)
  return control.intents().flatMap((intent) => {
    // A page was opened and nobody has tried to pay on it.
    if (intent.latest_charge === null) return []
    const withdrawn = (disputes.get(intent.id) ?? [])
      .flatMap(({ balance_transactions }) => balance_transactions)
      .reduce((sum, { amount }) => sum - amount, 0)
    const given = (refunds.get(intent.id) ?? [])
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0)
    const isReceived = intent.status === 'succeeded'
    return [
      {
        id: intent.id,
        paymentId: intent.metadata['paymentId'] ?? '',
        state: isReceived ? 'received' : intent.status === 'processing' ? 'pending' : 'failed',
        received: isReceived ? intent.amount : 0,
        gone: withdrawn + given,
      },
    ]
  })
}

function cabinetPayments({ server }: Shops): Outside[] {
  return server.cards.control.payments().map(({ id, orderId, obtainedAt, status, amount, refunded }) => ({
    id,
    paymentId: orderId ?? '',
    state: obtainedAt !== null ? 'received' : status === 'pending' ? 'pending' : 'failed',
    received: obtainedAt === null ? 0 : amount,
    gone: refunded,
  }))
}

async function readOurs(db: Database): Promise<Map<string, Ours>> {
  const { rows } = await sql<Ours>`
    select p.id, p.processor_payment_id as "outsideId", p.status, p.details->>'reinstates' as reinstates,
           (select count(*)::int from event e where e.type = 'payment-received' and e.aggregate = 'payment:' || p.id) as credits,
           coalesce((select sum(l.amount) from ledger_entry l where l.payment_id = p.id and l.account like 'cash:%'), 0)::int as cash
      from payment p`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function judge(one: Case, outside: readonly Outside[], ours: ReadonlyMap<string, Ours>): string[] {
  const where = `${one.processor}, ${one.kind}, ${one.paymentId}`
  const own = ours.get(one.paymentId)
  if (!own) return [`${where}: there is no such payment any more`]
  const faults: string[] = []
  const rows = [...ours.values()]
  const mine = rows.filter(
    ({ id, reinstates, outsideId }) =>
      id === one.paymentId ||
      reinstates === one.paymentId ||
      outside.some((payment) => payment.id === outsideId),
  )
  for (const { id, credits } of mine)
    if (credits > 1) faults.push(`${where}: ${id} was credited ${credits} times`)
  const cash = mine.reduce((sum, row) => sum + row.cash, 0)
  const held = outside.reduce((sum, { received, gone }) => sum + received - gone, 0)
  if (cash !== held) faults.push(`${where}: the book holds ${cash}, the processor ${held}`)
  const received = outside.filter(({ state }) => state === 'received')
  for (const payment of received) {
    const row = rows.find(({ outsideId }) => outsideId === payment.id)
    const isAllGone = payment.gone >= payment.received
    // Won back: it is gone, and what has come back stands beside it.
    const isWonBack = mine.some(({ reinstates }) => reinstates === row?.id)
    const expected = isAllGone || isWonBack ? 'refunded' : 'succeeded'
    if (row?.status !== expected) faults.push(`${where}: is ${row?.status ?? 'unknown'}, not ${expected}`)
    if (row && row.credits === 0 && !isAllGone) faults.push(`${where}: was never credited`)
  }
  if (received.length > 0) return faults
  const credited = mine.find(({ credits }) => credits > 0)
  if (credited) faults.push(`${where}: was credited and never paid`)
  const last = outside.at(-1)
  const expected = last === undefined ? 'created' : last.state
  if (own.status !== expected) faults.push(`${where}: is ${own.status}, not ${expected}`)
  return faults
}

/**
 * An invoice is paid as long as anything of its money is there: what is given back in part is goodwill. Where all of it was gone and
 * a part has come back, that part pays it, if we heard of it in between.
 */
async function unfittingDocuments(
  db: Database,
  cases: readonly Case[],
  outside: ReadonlyMap<string, readonly Outside[]>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select(['id', 'gross', 'paid'])
    .where('kind', '=', 'invoice')
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return cases.flatMap(({ processor, kind, paymentId, documentId }) => {
    const held = (outside.get(paymentId) ?? []).reduce((sum, { received, gone }) => sum + received - gone, 0)
    const { gross = 0, paid = -1 } = known.get(documentId) ?? {}
    const expected = held === 0 ? [0] : kind === 'refunded in part, dispute won' ? [gross, held] : [gross]
    return expected.includes(paid)
      ? []
      : [`${processor}, ${kind}, ${paymentId}: of its invoice are paid ${paid}, held are ${held}`]
  })
}

/** What staff gave back once went once, or not at all where its sender heard no more and the processor nothing. */
async function refundsSentTwice(
  db: Database,
  { stripe, server }: Shops,
  cases: readonly Case[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_refund')
    .select(['payment_id as paymentId', 'status', 'amount'])
    .execute()
  const intents = new Map(stripe.control.intents().map(({ id, metadata }) => [id, metadata['paymentId']]))
  const given = new Map<string | null | undefined, number>()
  for (const { orderId, refunded } of server.cards.control.payments())
    given.set(orderId, (given.get(orderId) ?? 0) + refunded)
  for (const { payment_intent, amount } of stripe.control.refunds()) {
    const paymentId = intents.get(payment_intent ?? '')
    given.set(paymentId, (given.get(paymentId) ?? 0) + amount)
  }
  return cases
    .filter(({ kind }) => kind === 'refunded by us')
    .flatMap(({ processor, paymentId, moves }) => {
      const asked = rows.filter((row) => row.paymentId === paymentId)
      const wanted = asked
        .filter(({ status }) => status === 'done')
        .reduce((sum, { amount }) => sum + amount, 0)
      const gave = given.get(paymentId) ?? 0
      // What was never answered may have been heard all the same.
      const isOne =
        asked.length === 1
          ? processor === 'paykeeper' || asked[0]?.status === 'done'
          : asked.length === 0 && moves.length > 0
      return isOne && gave === wanted
        ? []
        : [
            `${processor}: ${paymentId} gave back ${gave} for ${asked.map(({ status, amount }) => `${amount} ${status}`).join(', ') || 'no refund'}`,
          ]
    })
}
