import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'
import { isSuperUser, type Actor } from '../http/actor.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'

/** Staff who may know: superUsers, and who holds the permission and is of that stock or of none. */
export interface Colleagues {
  /** Left out: all staff. */
  readonly permission?: string
  /** null: it is about no stock, and those of each hear it. */
  readonly stockId: string | null
  /** Left out, because they are told more: who holds this one. */
  readonly without?: string
}

/** Who gets a message: everybody, all who are (or are not) signed in, staff by permission, or named accounts. Sockets are kept in sets, never searched. */
export interface Audience {
  readonly everybody?: boolean
  /** Sockets that have signed in, whoever they are. */
  readonly signedIn?: boolean
  /** Sockets that have not. */
  readonly visitors?: boolean
  readonly staff?: Colleagues
  readonly accounts?: readonly string[]
}

export interface Hub {
  send(audience: Audience, message: { actionType: string; payload: unknown }): void
  /** The account has changed: its sockets hear by the rights that it has now. */
  refresh(accountId: string): void
  /** The account's sign-ins have ended: its sockets must sign in anew, those on which it acts as another too. */
  disconnect(accountId: string): void
  /** What a sign-in needs has changed: all who are signed in must do so anew. */
  disconnectAll(): void
  size(): number
  close(): void
}

/** A reader for whom more than this waits is cut off: the page connects again and reads again what it shows. */
const MAX_WAITING = 1024 * 1024
/** Of the register of close codes: the client may connect again. */
const TRY_AGAIN_LATER = 1013
const PING_MS = 30_000
const TOGETHER_MS = 5
const CROWD = 200

/** A frame's text; ws hands over a buffer or its parts. */
function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}

const placeOf = (permission: string, stockId: string | null): string =>
  `${permission} ${stockId ?? 'everywhere'}`
/** What stands for "of whatever stock", and for "whatever he may": no stock and no permission is called so. */
const ANY = '*'
const placesOf = ({ platformRole, grants, stockId }: Actor): string[] =>
  platformRole === 'staff'
    ? [ANY, ...grants].flatMap((permission) => [placeOf(permission, stockId), placeOf(permission, ANY)])
    : []

interface Client {
  readonly address: string
  readonly socket: WebSocket
  readonly stream: Socket
  actor: Actor | null
  alive: boolean
}

/**
 * The live channel at /socket: plain `{ actionType, payload }` frames. A socket is told its connection id, may sign in
 * with SET_CONNECTION_USER_META, and gets only what its holder may see.
 */
export function createHub(
  app: FastifyInstance,
  options: {
    authenticate(token: string): Promise<Actor | null>
    actorById(id: string): Promise<Actor | null>
    publicUrl: string
    log: Log
    /** At most so many sockets of one address may be open that have not signed in. */
    visitorsPerAddress: number
    /** The fact behind what is sent, where calls may go to a process that has not heard of it; 0: none is named. */
    lastFact?(): number
  },
): Hub {
  const all = new Set<Client>()
  const superUsers = new Set<Client>()
  /** Staff by `placeOf` each of their permissions. */
  const holders = new Map<string, Set<Client>>()
  const ofAccount = new Map<string, Set<Client>>()
  /** By who is at the keyboard, where he acts as another. */
  const actedBy = new Map<string, Set<Client>>()
  /** Open sockets that have not signed in, by their address. */
  const visitors = new Map<string, number>()
  const ownOrigin = new URL(options.publicUrl).origin
  const held = new Set<Socket>()
  let lastSent = -Infinity

  /**
   * What is told within one turn of the event loop leaves as one packet for each socket: packets cost, not messages. While
   * much is told at most one packet goes in TOGETHER_MS; the first one never waits.
   */
  function hold(stream: Socket): void {
    if (held.has(stream)) return
    if (held.size === 0) {
      const wait = lastSent + TOGETHER_MS - performance.now()
      if (wait > 0) setTimeout(letGo, wait)
      else setImmediate(letGo)
    }
    held.add(stream)
    stream.cork()
  }
  function letGo(): void {
    lastSent = performance.now()
    for (const stream of held) stream.uncork()
    held.clear()
  }

  const put = (map: Map<string, Set<Client>>, key: string, client: Client): void => {
    const found = map.get(key)
    if (found) found.add(client)
    else map.set(key, new Set([client]))
  }
  const drop = (map: Map<string, Set<Client>>, key: string, client: Client): void => {
    const found = map.get(key)
    found?.delete(client)
    if (found?.size === 0) map.delete(key)
  }
  const countVisitor = (address: string, by: 1 | -1): void => {
    const count = (visitors.get(address) ?? 0) + by
    if (count > 0) visitors.set(address, count)
    else visitors.delete(address)
  }
  function leave(client: Client): void {
    if (client.actor) countVisitor(client.address, 1)
    superUsers.delete(client)
    if (client.actor) for (const place of placesOf(client.actor)) drop(holders, place, client)
    if (client.actor) drop(ofAccount, client.actor.id, client)
    if (client.actor?.impersonatedBy) drop(actedBy, client.actor.impersonatedBy, client)
    client.actor = null
  }
  function enter(client: Client, actor: Actor): void {
    leave(client)
    countVisitor(client.address, -1)
    client.actor = actor
    put(ofAccount, actor.id, client)
    if (actor.impersonatedBy !== null) put(actedBy, actor.impersonatedBy, client)
    if (isSuperUser(actor)) superUsers.add(client)
    for (const place of placesOf(actor)) put(holders, place, client)
  }

  async function receive(client: Client, text: string): Promise<void> {
    let message: { actionType?: unknown; payload?: { authToken?: unknown } | null; authToken?: unknown }
    try {
      message = JSON.parse(text) as typeof message
    } catch {
      return
    }
    if (message === null || typeof message !== 'object' || message.actionType !== 'SET_CONNECTION_USER_META')
      return
    const token = message.payload?.authToken ?? message.authToken
    if (typeof token !== 'string') return
    const actor = await options.authenticate(token).catch(() => null)
    // It may have gone while its token was read.
    if (!all.has(client)) return
    if (actor) enter(client, actor)
    else client.socket.close(4401, 'sign in')
  }

  function mayConnect(request: FastifyRequest): boolean {
    const origin = request.headers.origin
    if (origin === undefined) return true
    if (origin === ownOrigin) return true
    return URL.canParse(origin) && new URL(origin).host === request.headers.host
  }

  /** Refused before the upgrade: a page that never opened its socket waits longer from time to time. */
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    if ((visitors.get(request.ip) ?? 0) >= options.visitorsPerAddress) fail(9129)
    await Promise.resolve()
  }
  app.get('/socket', { websocket: true, config: { rateLimit: false }, onRequest }, (socket, request) => {
    const { ip: address } = request
    // Of many handshakes at once some may have passed the check together.
    if ((visitors.get(address) ?? 0) >= options.visitorsPerAddress) {
      socket.close(TRY_AGAIN_LATER, 'too many')
      return
    }
    if (!mayConnect(request)) {
      socket.close(4403, 'origin')
      return
    }
    const client: Client = { address, socket, stream: request.raw.socket, actor: null, alive: true }
    countVisitor(address, 1)
    all.add(client)
    socket.on('pong', () => {
      client.alive = true
    })
    socket.on('message', (data) => void receive(client, textOf(data)))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      leave(client)
      if (all.delete(client)) countVisitor(address, -1)
    })
    socket.send(JSON.stringify({ actionType: 'SET_CONNECTION_ID', payload: { connectionId: newId() } }))
  })

  const heartbeat = setInterval(() => {
    for (const client of all) {
      if (!client.alive) client.socket.terminate()
      client.alive = false
      client.socket.ping()
    }
  }, PING_MS)
  heartbeat.unref()

  return {
    send(audience, message) {
      const targets = new Set<Client>()
      const add = (clients: Iterable<Client> | undefined): void => {
        for (const client of clients ?? []) targets.add(client)
      }
      if (audience.everybody) add(all)
      if (audience.signedIn || audience.visitors)
        for (const client of all)
          if (client.actor === null ? audience.visitors : audience.signedIn) targets.add(client)
      if (audience.staff) {
        const { permission = ANY, stockId, without } = audience.staff
        for (const place of stockId === null ? [ANY] : [null, stockId])
          for (const client of holders.get(placeOf(permission, place)) ?? [])
            if (without === undefined || client.actor?.grants.has(without) !== true) targets.add(client)
        if (without === undefined) add(superUsers)
      }
      for (const account of audience.accounts ?? []) add(ofAccount.get(account))
      if (targets.size === 0) return
      const fact = options.lastFact?.() ?? 0
      const frame = Buffer.from(JSON.stringify(fact === 0 ? message : { ...message, fact }))
      for (const { socket, stream } of targets) {
        if (socket.readyState !== socket.OPEN) continue
        if (socket.bufferedAmount >= MAX_WAITING) {
          socket.close(TRY_AGAIN_LATER, 'too slow')
          continue
        }
        // A crowd keeps the loop busy anyway: held back, its first would only wait for its last.
        if (targets.size <= CROWD) hold(stream)
        socket.send(frame, { binary: false })
      }
    },
    refresh(accountId) {
      if (!ofAccount.has(accountId)) return
      options.actorById(accountId).then(
        (actor) => {
          // A copy: entering anew takes a socket out of the set and puts it at its end.
          const clients = [...(ofAccount.get(accountId) ?? [])]
          for (const client of clients)
            if (actor) enter(client, { ...actor, impersonatedBy: client.actor?.impersonatedBy ?? null })
            else client.socket.close(4401, 'sign in')
        },
        (error: unknown) => {
          options.log.warn({ err: error, accountId }, 'sockets sign in anew: the account could not be read')
          for (const client of ofAccount.get(accountId) ?? []) client.socket.close(4401, 'sign in')
        },
      )
    },
    disconnect(accountId) {
      for (const client of [...(ofAccount.get(accountId) ?? []), ...(actedBy.get(accountId) ?? [])])
        client.socket.close(4401, 'sign in')
    },
    disconnectAll() {
      for (const client of all) if (client.actor) client.socket.close(4401, 'sign in')
    },
    size: () => all.size,
    close() {
      clearInterval(heartbeat)
      for (const client of all) client.socket.close(1001, 'going down')
    },
  }
}
