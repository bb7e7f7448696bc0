import { useEffect, useEffectEvent } from 'react'
import type { RealtimeMessages } from '@stowage/api/realtime'
import { storedToken } from './token.ts'

/** Ours beside the server's: the line was lost and is back, so whatever was missed must be read anew. */
interface Local {
  readonly RECONNECTED: null
}
type Messages = RealtimeMessages & Local
type Handler<K extends keyof Messages> = (payload: Messages[K]) => void

const handlers = new Map<string, Set<(payload: never) => void>>()

/** Calls `handler` for each message of a kind; kinds that nobody listens to are ignored. @returns ends it */
export function onRealtime<K extends keyof Messages>(actionType: K, handler: Handler<K>): () => void {
  const known = handlers.get(actionType) ?? new Set()
  handlers.set(actionType, known)
  known.add(handler)
  return () => known.delete(handler)
}

export function useRealtime<K extends keyof Messages>(actionType: K, handler: Handler<K>): void {
  const latest = useEffectEvent(handler)
  useEffect(() => onRealtime(actionType, (payload) => latest(payload)), [actionType])
}

function tell(actionType: string, payload: unknown): void {
  for (const handler of handlers.get(actionType) ?? []) handler(payload as never)
}

const connectionKey = 'socketConnectionId'
const firstWait = 500
const longestWait = 30_000
/** A page that has waited so long for its line may have read what has changed since, and would never hear of it. */
const lateAfter = 2000

interface Line {
  /** The session has changed: sign in anew. */
  renew(): void
  close(): void
}

/**
 * Keeps a live connection: after SET_CONNECTION_ID the user is fetched and told (SET_CONNECTION_USER_META). Lost, it comes
 * back after a growing, jittered pause, at once when the network or the tab returns.
 * @param fetchUser the current user, null for a visitor
 */
export function startRealtime(fetchUser: () => Promise<object | null>): Line {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let wasConnected = false
  let wantedSince = performance.now()
  let closed = false

  const introduce = async (target: WebSocket, connectionId: string): Promise<void> => {
    const userDetails = await fetchUser().catch(() => null)
    const authToken = storedToken()
    if (userDetails === null || authToken === null || target.readyState !== WebSocket.OPEN) return
    target.send(
      JSON.stringify({
        actionType: 'SET_CONNECTION_USER_META',
        payload: { userDetails, authToken, connectionId },
      }),
    )
  }

  const receive = (target: WebSocket, data: unknown): void => {
    const message = read(data)
    if (message === null) return
    if (message.actionType === 'SET_CONNECTION_ID') {
      const { connectionId } = message.payload as { connectionId: string }
      localStorage.setItem(connectionKey, connectionId)
      void introduce(target, connectionId)
    }
    if (message.fact !== null) bringFact(message.fact)
    tell(message.actionType, message.payload)
  }

  const connect = (): void => {
    clearTimeout(timer)
    if (closed || (socket !== null && socket.readyState <= WebSocket.OPEN)) return
    const made = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket`)
    socket = made
    made.addEventListener('open', () => {
      attempts = 0
      if (wasConnected || performance.now() - wantedSince > lateAfter) tell('RECONNECTED', null)
      wasConnected = true
    })
    made.addEventListener('message', (event) => receive(made, event.data))
    made.addEventListener('close', () => {
      if (socket !== made) return
      socket = null
      const wait = Math.min(longestWait, firstWait * 2 ** attempts) * (0.5 + Math.random() / 2)
      attempts += 1
      timer = setTimeout(connect, wait)
    })
  }
  const wake = (): void => {
    if (document.visibilityState !== 'visible') return
    attempts = 0
    connect()
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  connect()

  return {
    renew: () => {
      // A socket cannot sign out: a new one begins as a visitor.
      const old = socket
      socket = null
      old?.close()
      attempts = 0
      wasConnected = false
      wantedSince = performance.now()
      connect()
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
      socket?.close()
    },
  }
}

/**
 * The next calls say which fact this page has been told of: they may go to another server, which hears of it some milliseconds later
 * and then looks before it answers (platform/http/fresh-reads.ts). A newer one, from what was done here, stays.
 */
function bringFact(fact: number): void {
  const [, known = '0'] = /(?:^|; )stowage-fact=(\d+)/.exec(document.cookie) ?? []
  if (Number(known) < fact) document.cookie = `stowage-fact=${fact}; path=/; max-age=10; samesite=strict`
}

function read(data: unknown): { actionType: string; payload: unknown; fact: number | null } | null {
  try {
    const message: unknown = JSON.parse(String(data))
    if (typeof message !== 'object' || message === null) return null
    const { actionType, payload, fact } = message as Record<string, unknown>
    return typeof actionType === 'string'
      ? { actionType, payload, fact: Number.isSafeInteger(fact) ? (fact as number) : null }
      : null
  } catch {
    return null
  }
}
