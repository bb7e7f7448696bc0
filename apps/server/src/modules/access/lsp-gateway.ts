import type { SignedAccessList } from '@stowage/lsp/access-list'
import { CommandAnswer, Health, SiteLocks } from '@stowage/lsp/messages'
import * as z from 'zod/mini'
import {
  SiteUnavailable,
  type CarrierKind,
  type CommandOutcome,
  type HealthReading,
  type ListOutcome,
  type LockGateway,
  type LockOrder,
  type SiteAnswer,
  type SiteCall,
} from './lock-gateway.ts'
import type { LocksClient } from './locks-client.ts'
import type { Sites } from './sites.ts'
import type { TunnelExchange } from './tunnel-exchange.ts'

/** A command dies at its `expiresAt`; the site has this much longer to answer. */
const ANSWER_MS = 200
/** Behind a lost answer: whoever waits is told within three seconds of his asking. */
const ASK_AFTER_MS = 600
const TIMEOUT = { health: 3000, locks: 5000, list: 10_000, settings: 5000 } as const
/** A clock further ahead than this, in both directions, is none. */
const MAX_SKEW_MS = 100 * 366 * 24 * 3_600_000

type Answered = SiteAnswer & { readonly carrier: CarrierKind }

export interface LspParts {
  readonly sites: Sites
  readonly direct: LocksClient
  readonly tunnels: TunnelExchange
}

/**
 * LSP/1 over its two carriers: the tunnel where the site has opened one, else the address of its stock. What has gone out over one of
 * them never goes out over the other.
 */
export function createLspGateway({ sites, direct, tunnels }: LspParts): LockGateway {
  /** @throws SiteUnavailable */
  async function send(site: string, call: SiteCall): Promise<Answered> {
    const until = performance.now() + call.timeoutMs
    const left = (): SiteCall => ({ ...call, timeoutMs: Math.max(1, Math.round(until - performance.now())) })
    // Undefined: nothing has been sent.
    const known = tunnels.isKnown(site) ? await tunnels.call(site, left()) : undefined
    if (known) return { ...known, carrier: 'tunnel' }
    const address = await sites.address(site)
    if (!address) {
      // Its tunnel may end in a process that this one has not heard of yet.
      const found = await tunnels.call(site, left(), { look: true })
      if (found) return { ...found, carrier: 'tunnel' }
      throw new SiteUnavailable('there is no way to the site')
    }
    const answer = await direct.call(address, left())
    await sites.used(site, answer.keyId)
    return { ...answer, carrier: 'direct' }
  }

  /** @throws SiteUnavailable for every answer that is none: the site's own word that it cannot, or something else than asked for */
  async function ask<T extends z.core.$ZodType>(
    site: string,
    call: SiteCall,
    schema: T,
  ): Promise<z.output<T>> {
    const answer = await send(site, call)
    if (answer.status !== 200) throw new SiteUnavailable(`the site answered ${answer.status}`)
    return readAnswer(schema, answer.body)
  }

  async function commandResult(
    site: string,
    commandId: string,
    how: Pick<SiteCall, 'timeoutMs' | 'isFollowUp'>,
  ): Promise<CommandAnswer | undefined> {
    const answer = await send(site, { method: 'GET', path: `/v1/commands/${commandId}`, ...how })
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw new SiteUnavailable(`the site answered ${answer.status}`)
    return readAnswer(CommandAnswer, answer.body)
  }

  async function command(site: string, order: LockOrder, begun?: () => void): Promise<CommandOutcome> {
    const { verb, lockId, ...body } = order
    const path = `/v1/${verb === 'open' ? 'locks' : 'equipment'}/${lockId}/${verb}`
    const timeoutMs = Date.parse(order.expiresAt) - Date.now() + ANSWER_MS
    if (timeoutMs <= ANSWER_MS) throw new SiteUnavailable('the command died before it was sent')
    try {
      const answer = await send(site, { method: 'POST', path, body, timeoutMs, begun })
      return outcomeOf(order, answer)
    } catch (error) {
      if (!(error instanceof SiteUnavailable) || !error.mayHaveActed) throw error
      const followUp = { timeoutMs: ASK_AFTER_MS, isFollowUp: true }
      const known = await commandResult(site, order.commandId, followUp).catch(() => undefined)
      // Still at work, or never heard of: which of them, nobody can say.
      if (known?.commandId !== order.commandId) throw error
      const carrier = (await carrierOf(site)) ?? 'direct'
      return { kind: 'answered', carrier, answer: known }
    }
  }

  async function health(site: string): Promise<HealthReading> {
    const asked = Date.now()
    const answer = await send(site, { method: 'GET', path: '/v1/health', timeoutMs: TIMEOUT.health })
    const answered = Date.now()
    if (answer.status !== 200) throw new SiteUnavailable(`the site answered ${answer.status}`)
    const read = readAnswer(Health, answer.body)
    if (read.siteId !== site) throw new SiteUnavailable('another site answered')
    const skewMs = Math.round(Date.parse(read.time) - (asked + answered) / 2)
    if (Math.abs(skewMs) > MAX_SKEW_MS) throw new SiteUnavailable('the site has no time')
    return { health: read, carrier: answer.carrier, address: answer.address, skewMs }
  }

  async function applyList(site: string, list: SignedAccessList): Promise<ListOutcome> {
    const { status, body } = await send(site, {
      method: 'PUT',
      path: '/v1/access-list',
      body: list,
      timeoutMs: TIMEOUT.list,
    })
    if (status === 200) return { applied: true }
    const told = z.safeParse(Refusal, body)
    const { error = '', field = '', version } = told.success ? told.data : {}
    const reason = [`the site answered ${status}`, error, field].filter((part) => part !== '').join(' ')
    return {
      applied: false,
      reason,
      ...(status === 409 && version !== undefined ? { present: version } : {}),
    }
  }

  async function carrierOf(site: string): Promise<CarrierKind | null> {
    if (tunnels.isKnown(site)) return 'tunnel'
    return (await sites.address(site)) ? 'direct' : null
  }

  return {
    health,
    locks: async (site) =>
      await ask(site, { method: 'GET', path: '/v1/locks', timeoutMs: TIMEOUT.locks }, SiteLocks),
    command,
    commandResult: async (site, commandId, timeoutMs = TIMEOUT.health) =>
      await commandResult(site, commandId, { timeoutMs }),
    applyList,
    async configure(site, settings) {
      const call = {
        method: 'POST',
        path: '/v1/config',
        body: settings,
        timeoutMs: TIMEOUT.settings,
      } as const
      const { status, body } = await send(site, call)
      if (status === 200) return { applied: true }
      // 400: a member that it will not take; 404: it has no settings at all.
      if (status !== 400 && status !== 404) throw new SiteUnavailable(`the site answered ${status}`)
      const told = z.safeParse(Refusal, body)
      const { error = '', field } = told.success ? told.data : {}
      return {
        applied: false,
        field: status === 400 ? (field ?? null) : null,
        reason: `${status} ${error}`.trim(),
      }
    },
    carrierOf,
  }
}

const Refusal = z.object({
  error: z.optional(z.string().check(z.maxLength(100))),
  field: z.optional(z.string().check(z.maxLength(100))),
  version: z.optional(z.int()),
})

function readAnswer<T extends z.core.$ZodType>(schema: T, body: unknown): z.output<T> {
  const read = z.safeParse(schema, body)
  if (read.success) return read.data
  const where = read.error.issues[0]?.path.join('.') ?? ''
  throw new SiteUnavailable(`the site's answer has not the form of one (${where || 'all of it'})`, {
    mayHaveActed: true,
  })
}

/** 423: maintenance, 503: the bus is down, 409: another command: its own word that it did nothing. */
function outcomeOf(order: LockOrder, { status, body, carrier }: Answered): CommandOutcome {
  const told = z.safeParse(CommandAnswer, body)
  if (told.success && (status === 200 || status === 404 || status === 503)) {
    if (told.data.commandId !== order.commandId)
      throw new SiteUnavailable('the answer to another command', { mayHaveActed: true })
    return { kind: 'answered', carrier, answer: told.data }
  }
  if (status === 404) {
    const { commandId } = order
    return {
      kind: 'answered',
      carrier,
      answer: { commandId, result: 'refused_unknown_lock', state: 'unknown', at: new Date().toISOString() },
    }
  }
  const mayHaveActed = status === 200 || (status >= 500 && status !== 503)
  if (mayHaveActed) throw new SiteUnavailable(`the site answered ${status}`, { mayHaveActed })
  const refusal = z.safeParse(Refusal, body)
  return {
    kind: 'refused',
    carrier,
    reason: `${status} ${refusal.success ? (refusal.data.error ?? '') : ''}`.trim(),
  }
}
