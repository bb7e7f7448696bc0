import type { Stripe } from 'stripe'
import type { Currency } from '@stowage/domain/money'
import { ProcessorError, type PayMethod } from '../processor.ts'
import { createBoundedClient, type CallLimits } from './bounded-client.ts'
import { declineReason } from './decline-reason.ts'
import { sdk } from './load-sdk.ts'

export interface StripeSettings {
  /** Unique among the processors of this installation. */
  readonly name: string
  /** `sk_…` or a restricted `rk_…`; its prefix says whether real money moves. */
  readonly secretKey: string
  /** `whsec_…` of the endpoint; two while it is being changed. */
  readonly webhookSecrets: readonly string[]
  readonly currencies: readonly Currency[]
  readonly methods: readonly PayMethod[]
  /** Where Stripe is, without a path; absent: the real one. */
  readonly apiUrl?: string
}

/** The SDK's own number of repetitions (facts 1). */
const LIMITS: CallLimits = { connectMs: 5_000, totalMs: 10_000, retries: 2, maxBytes: 8 * 1024 * 1024 }

/** The official SDK, bound to one host and told to be silent about us. @throws Error for an address that is none */
export function connectStripe(settings: StripeSettings, limits: Partial<CallLimits> = {}): Stripe {
  const bounds = { ...LIMITS, ...limits }
  return new (sdk())(settings.secretKey, {
    ...placeOf(settings.apiUrl),
    httpClient: createBoundedClient(bounds),
    timeout: bounds.totalMs,
    maxNetworkRetries: bounds.retries,
    telemetry: false,
    appInfo: { name: 'Stowage' },
  })
}

function placeOf(apiUrl: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (apiUrl === undefined) return {}
  const url = new URL(apiUrl)
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new Error(`the address of Stripe must be http(s)://host[:port], without a path: ${apiUrl}`)
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol }
}

/** One call, with Stripe's errors in the words of the port. @throws ProcessorError */
export async function call<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw translated(what, error)
  }
}

/** The same for a question whose answer may be "there is no such thing". */
export async function find<T>(what: string, run: () => Promise<T>): Promise<T | undefined> {
  return await call(what, async () => {
    try {
      return await run()
    } catch (error) {
      if (isUnknown(error)) return undefined
      throw error
    }
  })
}

/** Stripe understood the question and has nothing of that name. */
const isUnknown = (error: unknown): boolean =>
  error instanceof sdk().errors.StripeInvalidRequestError && error.statusCode === 404

/** @returns an answer that is of the kind asked for. @throws ProcessorError `away`: JSON of somebody else */
export function expected<T extends { object: string }>(answer: T, object: T['object']): T {
  if (answer.object !== object) throw new ProcessorError('away', `${object} expected, another answer came`)
  return answer
}

function translated(what: string, error: unknown): unknown {
  if (!(error instanceof sdk().errors.StripeError)) return error
  const told = `${what}: ${described(error)}`
  // The SDK's error is not handed on as a cause: it carries the whole payment, with its payer.
  if (error instanceof sdk().errors.StripeCardError)
    return new ProcessorError('refused', told, { reason: declineReason(error) })
  if (
    error instanceof sdk().errors.StripeAuthenticationError ||
    error instanceof sdk().errors.StripePermissionError
  )
    return new ProcessorError('login', told)
  const isRefusal =
    error instanceof sdk().errors.StripeInvalidRequestError ||
    error instanceof sdk().errors.StripeIdempotencyError
  // 409: the same request is still being worked on, so nobody knows its end.
  const isAmount = error.code === 'amount_too_large' || error.code === 'amount_too_small'
  return new ProcessorError(isRefusal && error.statusCode !== 409 ? 'refused' : 'away', told, {
    reason: isAmount ? 'invalid_amount' : null,
  })
}

function described(error: Stripe.errors.StripeError): string {
  const marks = [error.code, error.param, error.statusCode, error.requestId].filter(
    (mark) => mark !== undefined,
  )
  // Its sentences repeat what was sent, an address among it.
  const said = error.message.replaceAll(/\S+@\S+/g, '…').slice(0, 200)
  return marks.length > 0 ? `${said} (${marks.join(', ')})` : said
}

/**
 * The caller of a question waits no longer than this, whatever the SDK still tries; absent: as long as that takes.
 * @throws ProcessorError `away`
 */
export async function within<T>(ms: number | undefined, answer: Promise<T>): Promise<T> {
  if (ms === undefined) return await answer
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProcessorError('away', `no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
