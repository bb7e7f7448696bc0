import type { Tx } from '../../platform/database/transaction.ts'
import { machineNow } from '../../platform/clock.ts'
import type { Signals } from '../../platform/events/signals.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { SiteUnavailable, type SiteAnswer, type SiteCall } from './lock-gateway.ts'
import {
  answerRelay,
  dropTunnel,
  fetchRelay,
  keepTunnels,
  listTunnels,
  putRelay,
  takeRelay,
  takeTunnel,
  withdrawRelay,
} from './tunnel-store.ts'
import type { Tunnel } from './tunnels.ts'

/** The tunnels of this process, and the way to those of others. */
export interface TunnelExchange {
  /**
   * Puts a tunnel in its place, here and for every process: an older one of the site hangs up.
   * @param ready called when it has it, before any call goes over it
   * @returns false: a replay
   */
  open(tunnel: Tunnel, helloAt: number, ready: () => void): Promise<boolean>
  closed(tunnel: Tunnel): Promise<void>
  /** With the commit, the process that holds the site's tunnel closes it. */
  cut(tx: Tx, stockId: string): Promise<void>
  /** Sites whose tunnel ends here. */
  own(): string[]
  get(stockId: string): Tunnel | undefined
  /** Whether some process of ours holds a tunnel of this site, as far as this one knows. */
  isKnown(stockId: string): boolean
  /**
   * Calls over the site's tunnel, wherever it ends; undefined where there is none, and then nothing was sent.
   * @throws SiteUnavailable
   */
  call(
    stockId: string,
    call: SiteCall,
    options?: { readonly look?: boolean },
  ): Promise<SiteAnswer | undefined>
  /** Job: says that these tunnels live, and learns those of others. */
  keep(): Promise<void>
  close(): Promise<void>
}

const TOPIC_MOVED = 'site-tunnel'
const TOPIC_CALL = 'site-call'
const TOPIC_ANSWER = 'site-answer'
/** A process that has not said for so long that its tunnels live is dead. */
const DEAD = { seconds: 45 }
/** Whoever holds the tunnel takes a call at once; who has not by then does not hear us. */
const TAKEN_WITHIN_MS = 400

interface Relayed {
  readonly method: SiteCall['method']
  readonly path: string
  readonly body?: unknown
}

interface Told {
  readonly answer?: SiteAnswer
  readonly fault?: { readonly reason: string; readonly mayHaveActed: boolean }
}

/**
 * A site has one tunnel, which ends in one process; a call that is made in another one goes there as a row that is taken once, with a
 * signal that it is there. What is not taken in time is withdrawn and never happens.
 */
export function createTunnelExchange(platform: Platform, signals: Signals): TunnelExchange {
  const { db, log } = platform
  const processId = newId()
  const own = new Map<string, Tunnel>()
  /** Of other processes: site to process. */
  const others = new Map<string, string>()
  const waiting = new Map<string, () => void>()
  const serving = new Set<Promise<void>>()

  signals.on(TOPIC_MOVED, (text) => {
    const [kind, stockId = '', holder = '', connectionId = ''] = text.split(' ')
    if (kind === 'cut') return own.get(stockId)?.hangUp('another holder')
    if (kind === 'down') {
      if (others.get(stockId) === holder) others.delete(stockId)
      return
    }
    const mine = own.get(stockId)
    if (mine && mine.connectionId !== connectionId) mine.hangUp('a newer connection')
    if (holder !== processId) others.set(stockId, holder)
  })
  signals.on(TOPIC_CALL, (text) => {
    const [holder, id = ''] = text.split(' ')
    if (holder !== processId) return
    const work = serve(id)
      .catch((error: unknown) => log.error({ err: error }, 'a call for a tunnel failed'))
      .finally(() => serving.delete(work))
    serving.add(work)
  })
  signals.on(TOPIC_ANSWER, (id) => waiting.get(id)?.())

  /** Another process calls over a tunnel of this one. */
  async function serve(id: string): Promise<void> {
    const taken = await takeRelay(db, id, processId, machineNow())
    if (!taken) return
    const told = await callOwn(taken.stockId, JSON.parse(taken.request) as Relayed, taken.expiresAt)
    await platform.transact(async (tx) => {
      await answerRelay(tx, id, JSON.stringify(told))
      await signals.send(tx, TOPIC_ANSWER, id)
    })
  }
  async function callOwn(stockId: string, request: Relayed, expiresAt: Temporal.Instant): Promise<Told> {
    const timeoutMs = expiresAt.epochMilliseconds - Date.now()
    const tunnel = own.get(stockId)
    if (!tunnel || timeoutMs <= 0) return { fault: { reason: 'the tunnel is gone', mayHaveActed: false } }
    try {
      return { answer: await tunnel.call({ ...request, timeoutMs }) }
    } catch (error) {
      if (!(error instanceof SiteUnavailable)) throw error
      return { fault: { reason: error.message, mayHaveActed: error.mayHaveActed } }
    }
  }

  /** @returns undefined: the other process does not take it, and it never happened */
  async function relay(stockId: string, holder: string, call: SiteCall): Promise<SiteAnswer | undefined> {
    const id = newId()
    const until = performance.now() + call.timeoutMs
    const { method, path, body } = call
    const request = JSON.stringify({
      method,
      path,
      ...(body === undefined ? {} : { body }),
    } satisfies Relayed)
    const heard = new Promise<void>((resolve) => waiting.set(id, resolve))
    const within = async (ms: number): Promise<void> => {
      let timer: NodeJS.Timeout | undefined
      const passed = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, Math.max(0, ms))
      })
      await Promise.race([heard, passed])
      clearTimeout(timer)
    }
    try {
      call.begun?.()
      await platform.transact(async (tx) => {
        const expiresAt = machineNow().add({ milliseconds: Math.round(until - performance.now()) })
        await putRelay(tx, { id, processId: holder, stockId, request, expiresAt })
        await signals.send(tx, TOPIC_CALL, `${holder} ${id}`)
      })
      await within(Math.min(TAKEN_WITHIN_MS, until - performance.now()))
      let told = await fetchRelay(db, id)
      if (told === undefined) {
        if (await withdrawRelay(db, id)) return undefined
        await within(until - performance.now())
        told = await fetchRelay(db, id)
      }
      if (told === undefined) throw new SiteUnavailable('no answer in time', { mayHaveActed: true })
      const { answer, fault } = JSON.parse(told) as Told
      if (answer) return answer
      throw new SiteUnavailable(fault?.reason ?? 'no answer', { mayHaveActed: fault?.mayHaveActed !== false })
    } finally {
      waiting.delete(id)
    }
  }

  return {
    async open(tunnel, helloAt, ready) {
      const { stockId, connectionId } = tunnel
      const isNewest = await platform.transact(async (tx) => {
        const row = { stockId, processId, connectionId, helloAt, at: machineNow() }
        if (!(await takeTunnel(tx, row))) return false
        await signals.send(tx, TOPIC_MOVED, `up ${stockId} ${processId} ${connectionId}`)
        return true
      })
      if (!isNewest) return false
      ready()
      own.get(stockId)?.hangUp('a newer connection')
      others.delete(stockId)
      own.set(stockId, tunnel)
      return true
    },
    async closed(tunnel) {
      const { stockId, connectionId } = tunnel
      if (own.get(stockId) === tunnel) own.delete(stockId)
      await platform.transact(async (tx) => {
        if (await dropTunnel(tx, { stockId, connectionId }))
          await signals.send(tx, TOPIC_MOVED, `down ${stockId} ${processId}`)
      })
    },
    cut: async (tx, stockId) => await signals.send(tx, TOPIC_MOVED, `cut ${stockId}`),
    own: () => [...own.keys()],
    get: (stockId) => own.get(stockId),
    isKnown: (stockId) => own.has(stockId) || others.has(stockId),
    async call(stockId, call, { look = false } = {}) {
      const tunnel = own.get(stockId)
      if (tunnel) return await tunnel.call(call)
      let holder = others.get(stockId)
      if (holder === undefined && look) {
        const [row] = await listTunnels(db, stockId)
        if (row && row.processId !== processId) others.set(stockId, (holder = row.processId))
      }
      if (holder === undefined) return undefined
      const answer = await relay(stockId, holder, call)
      if (answer === undefined && others.get(stockId) === holder) others.delete(stockId)
      return answer
    },
    async keep() {
      const at = machineNow()
      const deadBefore = at.subtract(DEAD)
      // Those that come while this is read are newer than what is read.
      const held = [...own.values()]
      await keepTunnels(db, { processId, stockIds: [...own.keys()], at, deadBefore })
      const rows = await listTunnels(db)
      others.clear()
      const connections = new Map(rows.map((row) => [row.stockId, row.connectionId]))
      for (const row of rows) if (row.processId !== processId) others.set(row.stockId, row.processId)
      // Another one has its place and was not heard of; or nobody has, because this process was taken for dead.
      for (const { stockId, connectionId, hangUp } of held)
        if (connections.get(stockId) !== connectionId) hangUp('lost its place')
    },
    async close() {
      const open = [...own.values()]
      for (const tunnel of open) tunnel.hangUp('going down')
      await Promise.all(serving)
      await Promise.all(open.map((tunnel) => dropTunnel(db, tunnel)))
    },
  }
}
