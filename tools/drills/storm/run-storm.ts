import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom, type Random } from '../../demo/random.ts'
import { planCases, type AskRefund, type Case } from './cases.ts'
import { findStormFaults } from './find-storm-faults.ts'
import { openShops, type Shops } from './open-shops.ts'
import { eventOf, tell, type Message, type Told, type Variant } from './tell.ts'

export interface StormWish {
  readonly databaseUrl: string
  readonly deliveries: number
  /** How often the server is killed with -9 meanwhile. */
  readonly kills: number
  readonly seed: string
  readonly say?: (sentence: string) => void
}

export interface StormReport {
  readonly attempts: number
  readonly deliveries: Readonly<Record<Variant, number>>
  readonly kills: number
  /** Deliveries without an answer, each made again. */
  readonly cut: number
  readonly p50: number
  readonly p99: number
  readonly stopMs: number
  readonly credits: number
  readonly faults: readonly string[]
}

/** A payment of each processor is told about so many times on average, all of it counted. */
const TOLD_PER_ATTEMPT = 7.5
const AT_ONCE = 8

interface Delivery {
  readonly message: Message
  readonly variant: Variant
}

/**
 * Pays, declines, gives back and disputes at two simulated processors, and tells our server of it: each message one to five times,
 * in no order, some forged, spoilt, stale or after the money has gone back, while the processors are away, slow or broken for
 * stretches and the server is killed. What must hold afterwards is in find-storm-faults.
 */
export async function runStorm(wish: StormWish): Promise<StormReport> {
  const { say = () => undefined } = wish
  const random = randomFrom(wish.seed)
  const attempts = Math.max(40, Math.round(wish.deliveries / TOLD_PER_ATTEMPT))
  const shops = await openShops({ databaseUrl: wish.databaseUrl, attempts })
  let child: ChildProcess | undefined
  try {
    say(`${attempts} pages to pay on; seed ${wish.seed}`)
    const cases = planCases(shops.attempts, random)
    child = await shops.server.start()
    const storm = createStorm(shops, cases, random)
    const step = Math.floor(wish.deliveries / (wish.kills + 1))
    let kills = 0
    while (!storm.isOver(wish.deliveries)) {
      await storm.go(kills < wish.kills ? (kills + 1) * step : wish.deliveries)
      if (kills >= wish.kills || storm.isOver(wish.deliveries)) continue
      // In the middle of what it does.
      const gone = once(child, 'exit')
      const rest = storm.go(storm.told() + AT_ONCE * 2)
      await sleep(random.between(0, 40))
      child.kill('SIGKILL')
      await gone
      kills += 1
      child = await shops.server.start()
      await rest
      say(`killed ${kills} times; ${storm.told()} deliveries`)
    }
    await storm.finish()
    say(`${storm.told()} deliveries`)
    const begin = performance.now()
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = (await gone) as [number | null]
    const stopMs = performance.now() - begin
    say('the server has stopped')
    const { faults, credits } = await findStormFaults(shops, cases)
    const { counts, wrong, times, cut } = storm.report()
    times.sort((a, b) => a - b)
    return {
      attempts,
      deliveries: counts,
      kills,
      cut,
      p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
      p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      stopMs,
      credits,
      faults: [
        ...wrong,
        ...(code === 0 && stopMs < 10_000
          ? []
          : [`the server ended with ${code} in ${Math.round(stopMs)} ms`]),
        ...faults,
      ],
    }
  } finally {
    child?.kill('SIGKILL')
    await shops.close()
  }
}

function createStorm(shops: Shops, cases: readonly Case[], random: Random) {
  const pool: Delivery[] = []
  const held = new Map<Case, Delivery[]>()
  const ofPayment = new Map(cases.map((one) => [one.paymentId, one]))
  const ofIntent = new Map<string, Case>()
  const payments = new Set<string>()
  const counts: Record<Variant, number> = {
    honest: 0,
    forged: 0,
    otherSum: 0,
    otherPayer: 0,
    stale: 0,
    'made up': 0,
  }
  const wrong: string[] = []
  const times: number[] = []
  const honest: Message[] = []
  const open = cases.filter(({ moves }) => moves.length > 0)
  let movesLeft = open.reduce((sum, { moves }) => sum + moves.length, 0)
  let cut = 0
  let total = 0
  let nextWeather = 0
  const { stripe, server } = shops
  const cards = server.cards

  const hear = (message: Message, of: Case | undefined): void => {
    honest.push(message)
    for (let copy = random.between(1, 5); copy > 0; copy -= 1) {
      const delivery: Delivery = { message, variant: 'honest' }
      const comesLate =
        of?.goesBack === true &&
        message.saysPaid &&
        of.moves.length > 0 &&
        (of.isHeardLate || random.next() < 0.5)
      if (comesLate) held.set(of, [...(held.get(of) ?? []), delivery])
      else pool.push(delivery)
    }
  }
  shops.onEvent = (body) => {
    const { paymentId, intentId, ...message } = eventOf(body)
    const of = ofPayment.get(paymentId ?? '') ?? ofIntent.get(intentId)
    if (of && intentId !== '') ofIntent.set(intentId, of)
    hear(message, of)
  }
  /** PayKeeper tells of a payment when its money is there, and of nothing else. */
  const hearOfCabinet = (of: Case): void => {
    for (const payment of cards.control.payments()) {
      if (payment.orderId !== of.paymentId || payment.obtainedAt === null || payments.has(payment.id))
        continue
      payments.add(payment.id)
      hear({ processor: 'paykeeper', payment, saysPaid: true }, of)
    }
  }
  for (const of of cases.filter(({ kind }) => kind === 'unpaid'))
    for (const variant of ['forged', 'made up'] as const) pool.push({ message: inventedFor(of), variant })

  let token = shops.staffToken()
  let tokenAt = performance.now()
  const asked = new Map<string, number>()
  const ask: AskRefund = async (paymentId, amount) => {
    if (performance.now() - tokenAt > 600_000) [token, tokenAt] = [shops.staffToken(), performance.now()]
    const answer = await fetch(`${server.url}/api/payments/${paymentId}/refunds`, {
      method: 'POST',
      body: JSON.stringify({ amount, reason: 'The box was wet' }),
      headers: {
        authorization: `Bearer ${await token}`,
        'content-type': 'application/json',
        // One wish, however often it is said. What was refused is remembered under its key as well.
        'idempotency-key': `storm-refund-${paymentId}-${asked.get(paymentId) ?? 0}`,
      },
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    if (answer === undefined || answer.status >= 500) return false
    if (answer.status === 200) return true
    // Nothing has come in yet, as far as our server knows.
    if (answer.status !== 409)
      wrong.push(`a refund was answered with ${answer.status}: ${await answer.text()}`)
    asked.set(paymentId, (asked.get(paymentId) ?? 0) + 1)
    return false
  }
  const move = async (): Promise<void> => {
    const place = random.between(0, open.length - 1)
    const [of] = open.splice(place, 1)
    if (!of) return
    const next = of.moves.shift()
    movesLeft -= 1
    let isDone = true
    try {
      isDone = (await next?.(shops, of, ask)) ?? true
    } catch (error) {
      wrong.push(`${of.kind} ${of.paymentId}: ${String(error)}`)
    }
    if (of.processor === 'paykeeper') hearOfCabinet(of)
    if (!isDone && next) {
      of.moves.unshift(next)
      movesLeft += 1
      await sleep(50)
    }
    if (of.moves.length > 0) open.push(of)
    else {
      pool.push(...(held.get(of) ?? []))
      held.delete(of)
    }
  }
  const send = async (delivery: Delivery): Promise<void> => {
    const { message, variant } = delivery
    total += 1
    counts[variant] += 1
    const told: Told = await tell(server.url, message, variant)
    if (told.status === 0) {
      // As a processor does: again, until it is answered.
      total -= 1
      counts[variant] -= 1
      cut += 1
      pool.push(delivery)
      await sleep(100)
      return
    }
    times.push(told.milliseconds)
    if (!told.isRight)
      wrong.push(`a message (${variant}) of ${message.processor} was answered with ${told.status}`)
  }
  const deliver = async (): Promise<void> => {
    const place = random.between(0, pool.length - 1)
    const last = pool.pop()
    const delivery = place < pool.length ? pool[place] : last
    if (place < pool.length && last) pool[place] = last
    if (!delivery) return
    await send(delivery)
    if (delivery.variant !== 'honest') return
    const { message } = delivery
    if (random.next() < 0.055) await send({ message, variant: 'forged' })
    if (message.saysPaid && random.next() < 0.09)
      await send({ message, variant: random.pick(['otherSum', 'otherPayer']) })
    if (message.processor === 'stripe' && random.next() < 0.04) await send({ message, variant: 'stale' })
    if (message.saysPaid && random.next() < 0.01) await send({ message, variant: 'made up' })
  }
  const calm = (): void => {
    stripe.control.setDown(false)
    stripe.control.setSlow(0)
    stripe.control.fail('html', 0)
    cards.control.setDown(false)
    cards.control.setSlow(0)
  }
  const weather = (): void => {
    calm()
    const kind = random.between(0, 7)
    if (kind === 0) stripe.control.setDown(true)
    if (kind === 1) stripe.control.setSlow(300)
    if (kind === 2) stripe.control.fail('html', 30)
    if (kind === 3) stripe.control.fail('lostAnswer', 10)
    if (kind === 4) cards.control.setDown(true)
    if (kind === 5) cards.control.setSlow(300)
    if (kind === 6) cards.control.loseAnswers(3)
  }
  const isEmpty = (): boolean => pool.length === 0 && movesLeft === 0
  const work = async (until: () => boolean): Promise<void> => {
    while (!until()) {
      if (total >= nextWeather) {
        nextWeather = total + random.between(20, 120)
        weather()
      }
      // Nothing new is left: what was told before is told once more.
      if (isEmpty()) pool.push({ message: random.pick(honest), variant: 'honest' })
      const isMove = random.next() * (movesLeft * 4 + pool.length) < movesLeft * 4
      if (isMove && open.length > 0) await move()
      else if (pool.length > 0) await deliver()
      else await sleep(5)
    }
  }
  const together = async (until: () => boolean): Promise<void> => {
    await Promise.all(Array.from({ length: AT_ONCE }, async () => await work(until)))
  }
  return {
    told: () => total,
    isOver: (wanted: number) => total >= wanted,
    go: async (wanted: number) => await together(() => total >= wanted),
    /** All that is left to be done and told, with everything in order again. */
    async finish() {
      nextWeather = Infinity
      calm()
      // A refund waits until its payment is credited, which a processor that was away puts off by seconds or minutes.
      const givenUp = performance.now() + 3000
      const end = givenUp + 120_000
      const isDone = (): boolean => pool.length === 0 && (movesLeft === 0 || performance.now() > givenUp)
      await together(() => isDone() || performance.now() > end)
      const undone = open.filter(({ kind }) => kind !== 'refunded by us')
      if (pool.length + undone.length > 0)
        wrong.push(`${pool.length} deliveries and the moves of ${undone.length} payments were never done`)
    },
    report: () => ({ counts, wrong, times, cut }),
  }
}

/** A message about money that nobody has paid. */
function inventedFor(of: Case): Message {
  const now = new Date()
  if (of.processor === 'paykeeper')
    return {
      processor: 'paykeeper',
      saysPaid: true,
      payment: {
        id: `9${of.pageId.replaceAll(/\D/g, '')}`.slice(0, 12),
        invoiceId: of.pageId,
        amount: of.amount,
        refunded: 0,
        clientId: of.accountId,
        orderId: of.paymentId,
        serviceName: '',
        email: null,
        phone: null,
        systemId: 127,
        status: 'obtained',
        held: false,
        failReason: null,
        uniqueId: null,
        repeatCounter: 0,
        pendingAt: now.toISOString(),
        obtainedAt: now.toISOString(),
        successAt: null,
        batchDate: null,
        card: null,
        bindingId: null,
        delivery: { mode: 'never', nextAt: null },
      },
    }
  const { paymentId, accountId, amount } = of
  const object = {
    id: 'pi_invented',
    object: 'payment_intent',
    status: 'succeeded',
    amount,
    currency: 'eur',
    metadata: { paymentId, accountId },
  }
  const event = {
    id: 'evt_invented',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
    type: 'payment_intent.succeeded',
    data: { object },
  }
  return { processor: 'stripe', saysPaid: true, body: JSON.stringify(event) }
}
