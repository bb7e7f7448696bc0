import { setTimeout as sleep } from 'node:timers/promises'
import { toDecimalString, type Money } from '@stowage/domain/money'
import { machineNow } from '../../../platform/clock.ts'
import type { PayKeeperCabinet } from '../../../platform/config.ts'
import type { Log } from '../../../platform/log.ts'
import type { Way } from '../../../platform/outgoing-purposes.ts'
import { ProcessorError } from '../processor.ts'
import {
  readInvoice,
  readJson,
  readObject,
  readPayment,
  refusalIn,
  textOf,
  type CabinetInvoice,
  type CabinetPayment,
} from './read-answer.ts'
import { sendRequest, TransportError, type IncomingAnswer, type RequestLimits } from './transport.ts'

export interface Days {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
}

/** One cabinet's JSON API. Everything throws ProcessorError; "not found" is an answer, not an error. */
export interface PayKeeper {
  readonly cabinet: PayKeeperCabinet
  createInvoice(fields: Readonly<Record<string, string>>): Promise<{ invoiceId: string; url: string }>
  /** undefined: there is no such invoice. */
  invoice(id: string, withinMs?: number): Promise<CabinetInvoice | undefined>
  /** false: it cannot be revoked (any more). */
  revokeInvoice(id: string): Promise<boolean>
  payment(id: string, withinMs?: number): Promise<CabinetPayment | undefined>
  /** All payments begun on these Moscow days, in whatever state. */
  payments(days: Days): Promise<CabinetPayment[]>
  /** The payments of one order begun on these days. */
  paymentsOf(orderId: string, days: Days, withinMs?: number): Promise<CabinetPayment[]>
  /** Charges a bound card. That it is `refused` says nothing of the bank: what became of it stands in the order's payments. */
  executeBinding(fields: Readonly<Record<string, string>>): Promise<void>
  /** Gives money of a payment back. It has no name of ours: sent twice it is given back twice. */
  reverse(refund: { outsideId: string; amount: Money; isAll: boolean }): Promise<void>
  /** Whether it answers and knows us. */
  check(): Promise<void>
  /** The card that was bound with a payment, where the cabinet tells it; undefined: it does not. */
  bindingOf(paymentId: string): Promise<string | undefined>
}

export interface ClientOptions {
  readonly limits?: Partial<RequestLimits>
  readonly log: Pick<Log, 'warn'>
  /** Where an address that staff entered may lead; left out for the operator's own. */
  readonly way?: Pick<Way, 'lookup'>
}

const LIMITS: RequestLimits = { connectMs: 5_000, totalMs: 10_000, maxBytes: 4 * 1024 * 1024 }
const PAGE = 100
const MAX_PAGES = 500
const TOKEN_HOURS = 23
const SYSTEMS_HOURS = 1

/** Talks to one cabinet: Basic auth on every call, forms out, JSON back, a security token in every POST. */
export function createPayKeeper(cabinet: PayKeeperCabinet, options: ClientOptions): PayKeeper {
  const limits = { ...LIMITS, ...options.limits }
  const lookup = options.way?.lookup(cabinet.url)
  const authorization = `Basic ${Buffer.from(`${cabinet.login}:${cabinet.password}`, 'utf8').toString('base64')}`

  async function send(
    method: 'GET' | 'POST',
    path: string,
    fields: URLSearchParams,
    totalMs: number,
  ): Promise<unknown> {
    const url = new URL(`${cabinet.url}${path}`)
    if (method === 'GET') url.search = fields.toString()
    let answer: IncomingAnswer
    try {
      answer = await sendRequest(
        {
          method,
          url,
          headers: {
            Authorization: authorization,
            Accept: 'application/json',
            ...(method === 'POST' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
          },
          ...(method === 'POST' ? { body: fields.toString() } : {}),
        },
        { ...limits, totalMs },
        lookup,
      )
    } catch (error) {
      if (error instanceof TransportError)
        throw new ProcessorError('away', `${method} ${path}: ${error.message}`, { cause: error })
      throw error
    }
    return read(answer, `${method} ${path}`)
  }

  /** Questions change nothing: an unanswered one is asked once more, within the same limit. */
  async function ask(
    path: string,
    fields: URLSearchParams = new URLSearchParams(),
    withinMs: number = limits.totalMs,
  ): Promise<unknown> {
    const until = machineNow().add({ milliseconds: withinMs })
    try {
      return await send('GET', path, fields, withinMs)
    } catch (error) {
      const left = machineNow().until(until).total('milliseconds')
      if (!(error instanceof ProcessorError) || error.kind !== 'away' || left < 500) throw error
      await sleep(150)
      return await send('GET', path, fields, Math.max(1, Math.floor(left - 150)))
    }
  }

  const token = kept(TOKEN_HOURS, async () => {
    const answer = readObject(await ask('/info/settings/token/'))
    return (answer && textOf(answer, 'token')) ?? failAway('the security token could not be read')
  })

  /**
   * A change is sent once. There is no code for "this token is stale"; but a refused call has done nothing, so when the
   * token turns out to be another one by now, it is sent again with that.
   */
  async function change(path: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
    const used = await token.get()
    const post = async (value: string): Promise<unknown> =>
      await send('POST', path, new URLSearchParams({ ...fields, token: value }), limits.totalMs)
    try {
      return await post(used)
    } catch (error) {
      if (!(error instanceof ProcessorError) || error.kind !== 'refused') throw error
      token.drop(used)
      const fresh = await token.get()
      if (fresh === used) throw error
      return await post(fresh)
    }
  }

  const systems = kept(SYSTEMS_HOURS, async () => {
    const answer = await ask('/info/systems/list/')
    const ids = (Array.isArray(answer) ? answer : [])
      .map((one) => textOf(readObject(one) ?? {}, 'id'))
      .filter((id) => id !== null)
    return ids.length > 0 ? ids : failAway('the list of payment systems could not be read')
  })

  function readPayments(answer: unknown): CabinetPayment[] {
    if (!Array.isArray(answer)) throw new ProcessorError('away', 'a list of payments was expected')
    return answer.flatMap((one: unknown) => {
      const payment = readPayment(one, cabinet.currency)
      // One unreadable row must not hide the others.
      if (!payment)
        options.log.warn(
          { cabinet: cabinet.name, payment: textOf(readObject(one) ?? {}, 'id') },
          'a payment in PayKeeper’s list could not be read',
        )
      return payment ? [payment] : []
    })
  }

  return {
    cabinet,
    async createInvoice(fields) {
      const answer = readObject(await change('/change/invoice/preview/', fields))
      const invoiceId = answer && textOf(answer, 'invoice_id', 'id')
      if (!answer || !invoiceId || !/^[\w-]{1,40}$/.test(invoiceId))
        throw new ProcessorError('away', 'the new invoice has no id')
      const url = textOf(answer, 'invoice_url')
      return { invoiceId, url: url !== null && isWebAddress(url) ? url : `${cabinet.url}/bill/${invoiceId}/` }
    },
    invoice: (id, withinMs) =>
      orUndefined(async () =>
        readInvoice(await ask('/info/invoice/byid/', new URLSearchParams({ id }), withinMs)),
      ),
    async revokeInvoice(id) {
      return (await orUndefined(async () => (await change('/change/invoice/revoke/', { id }), true))) ?? false
    },
    payment: (id, withinMs) =>
      orUndefined(async () =>
        readPayment(
          await ask('/info/payments/byid/', new URLSearchParams({ id, advanced: 'true' }), withinMs),
          cabinet.currency,
        ),
      ),
    async payments(days) {
      const fields = new URLSearchParams({ start: days.from.toString(), end: days.to.toString() })
      for (const id of await systems.get()) fields.append('payment_system_id[]', id)
      // A payment begun between two pages moves the rest by one: by id, so that nothing counts twice.
      const found = new Map<string, CabinetPayment>()
      for (let page = 0; page < MAX_PAGES; page += 1) {
        fields.set('from', String(page * PAGE))
        fields.set('limit', String(PAGE))
        const answer = await ask('/info/payments/bydate/', fields)
        for (const payment of readPayments(answer)) found.set(payment.id, payment)
        if ((answer as unknown[]).length < PAGE) return [...found.values()]
      }
      throw new ProcessorError('away', `more than ${MAX_PAGES} pages of payments`)
    },
    async executeBinding(fields) {
      await change('/change/binding/execute/', fields)
    },
    async reverse({ outsideId, amount, isAll }) {
      await change('/change/payment/reverse/', {
        id: outsideId,
        amount: toDecimalString(amount),
        partial: isAll ? 'false' : 'true',
        refund_cart: '[]',
      })
    },
    async check() {
      token.drop(await token.get())
      await token.get()
      await systems.get()
    },
    bindingOf: (paymentId) =>
      orUndefined(async () => {
        const options = readObject(await ask('/info/options/byid/', new URLSearchParams({ id: paymentId })))
        return (options && textOf(options, 'bank_id')) ?? undefined
      }),
    async paymentsOf(orderId, days, withinMs) {
      const fields = new URLSearchParams({
        query: orderId,
        beg_date: days.from.toString(),
        end_date: days.to.toString(),
      })
      // The search is a loose one.
      return readPayments(await ask('/info/payments/search/', fields, withinMs)).filter(
        (payment) => payment.orderId === orderId,
      )
    },
  }
}

/** @throws ProcessorError for everything that is not an answer to the question */
function read(answer: IncomingAnswer, call: string): unknown {
  const { status } = answer
  if (status === 401 || status === 403 || (status >= 300 && status < 400))
    throw new ProcessorError('login', `${call}: PayKeeper does not accept the login (${status})`)
  const json = readJson(answer.text)
  const refusal = status < 500 ? refusalIn(json) : undefined
  if (refusal !== undefined) throw new ProcessorError('refused', `${call}: ${refusal}`)
  if (status !== 200 || json === undefined)
    throw new ProcessorError('away', `${call}: status ${status}${json === undefined ? ', no JSON' : ''}`)
  return json
}

async function orUndefined<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ProcessorError && error.kind === 'refused') return undefined
    throw error
  }
}

function failAway(message: string): never {
  throw new ProcessorError('away', message)
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** A value fetched once for all who ask at the same time, and kept for some hours of machine time. */
function kept<T>(hours: number, fetch: () => Promise<T>): { get(): Promise<T>; drop(value: T): void } {
  let known: { value: T; until: Temporal.Instant } | undefined
  let fetching: Promise<T> | undefined
  return {
    async get() {
      if (known && Temporal.Instant.compare(machineNow(), known.until) < 0) return known.value
      fetching ??= fetch()
        .then((value) => {
          known = { value, until: machineNow().add({ hours }) }
          return value
        })
        .finally(() => (fetching = undefined))
      return await fetching
    },
    drop(value) {
      if (known?.value === value) known = undefined
    },
  }
}
