import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { Health, SiteEvent, SiteLock, SiteLocks } from '../messages.ts'
import { commandFor, must, seenIn, Unmet, type Check } from './subject.ts'

const EventPage = z.object({ events: z.array(SiteEvent), lastSeq: z.int() })

/** @throws Unmet naming the member that has not the form of the protocol */
function read<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const found = z.safeParse(schema, body)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new Unmet(`${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'is not as it should be'}`)
}

/** Section 3: what a site says of itself, and what it refuses to understand. */
export const callChecks: readonly Check[] = [
  {
    section: 'calls',
    says: 'GET /v1/health has the form of the protocol, names the site, and its time is right to a minute.',
    async run({ call, siteId }) {
      const reply = await call('GET', '/v1/health')
      must(reply.status === 200, seenIn(reply))
      const health = read(Health, reply.body)
      must(health.siteId === siteId, `it says that it is ${health.siteId}`)
      const apart = Math.abs(Date.parse(health.time) - Date.now())
      must(apart <= 60_000, `its clock is ${Math.round(apart / 1000)} s off`)
    },
  },
  {
    section: 'calls',
    says: 'GET /v1/locks names every lock once with kind and state, the examined ones among them, shut and online.',
    async run({ call, lockId, equipmentId }, noted) {
      const reply = await call('GET', '/v1/locks')
      must(reply.status === 200, seenIn(reply))
      const { locks, seq } = read(SiteLocks, reply.body)
      noted.seqBefore = seq
      must(new Set(locks.map(({ id }) => id)).size === locks.length, 'a lock is named twice')
      for (const id of [lockId, ...(equipmentId === undefined ? [] : [equipmentId])]) {
        const lock = locks.find((entry) => entry.id === id)
        must(lock !== undefined, `${id} is not among them`)
        must(lock.online, `${id} is offline: it cannot be examined`)
        must(lock.state !== 'opened', `${id} is open: shut its door before the examination`)
      }
      must(locks.find(({ id }) => id === lockId)?.kind === 'box', `${lockId} is not the lock of a box`)
    },
  },
  {
    section: 'calls',
    says: 'GET /v1/locks/{id} answers the same as the list; 404 for a lock that is not there.',
    async run({ call, lockId }) {
      const one = await call('GET', `/v1/locks/${lockId}`)
      must(one.status === 200, seenIn(one))
      must(read(SiteLock, one.body).id === lockId, seenIn(one))
      const none = await call('GET', '/v1/locks/9:99:99')
      must(none.status === 404, `an unknown lock: ${seenIn(none)}`)
    },
  },
  {
    section: 'calls',
    says: 'GET /v1/events gives what came after a number, oldest first, no more than asked for; 400 for a number that is none.',
    async run({ call }) {
      const reply = await call('GET', '/v1/events?after=0&limit=500')
      must(reply.status === 200, seenIn(reply))
      const { events, lastSeq } = read(EventPage, reply.body)
      for (const [index, { seq }] of events.entries())
        must(seq > (events[index - 1]?.seq ?? 0), `number ${seq} does not come behind the one before`)
      must(
        events.every(({ seq }) => seq <= lastSeq),
        'an event is newer than lastSeq',
      )
      const last = events.at(-1)
      if (last !== undefined) {
        const one = read(EventPage, (await call('GET', `/v1/events?after=${last.seq - 1}&limit=1`)).body)
        must(one.events[0]?.id === last.id && one.events.length === 1, 'after and limit are not kept')
      }
      const none = await call('GET', '/v1/events?after=x&limit=-1')
      must(none.status === 400, `after=x: ${seenIn(none)}`)
    },
  },
  {
    section: 'calls',
    says: 'GET /v1/commands/{id} answers 404 for a command that never came.',
    async run({ call }) {
      const reply = await call('GET', `/v1/commands/${randomUUID()}`)
      must(reply.status === 404, seenIn(reply))
    },
  },
  {
    section: 'calls',
    says: 'A call that is not in the protocol is answered with 404.',
    async run({ call }) {
      for (const [method, path] of [
        ['GET', '/v1/keys'],
        ['POST', '/v1/health'],
        ['GET', '/'],
      ] as const) {
        const reply = await call(method, path, method === 'GET' ? undefined : {})
        must(reply.status === 404, `${method} ${path}: ${seenIn(reply)}`)
      }
    },
  },
  {
    section: 'calls',
    says: 'A site that takes names shows them, and gives a door its own back for an empty one.',
    async run({ call, lockId }) {
      const nameNow = async (): Promise<unknown> => (await call('GET', `/v1/locks/${lockId}`)).body['name']
      const own = await nameNow()
      const { status } = await call('POST', '/v1/config', { names: { [lockId]: 'Conformance' } })
      if (status !== 200) return
      must((await nameNow()) === 'Conformance', 'it took a name and does not show it')
      await call('POST', '/v1/config', { names: { [lockId]: '' } })
      must((await nameNow()) === own, `after an empty name it is called ${JSON.stringify(await nameNow())}`)
    },
  },
  {
    section: 'calls',
    says: 'POST /v1/config takes an empty change, and refuses one of the wrong form with 400 and its field.',
    async run({ call }) {
      const empty = await call('POST', '/v1/config', {})
      must(empty.status === 200, seenIn(empty))
      const wrong = await call('POST', '/v1/config', { pollMs: 'often' })
      must(wrong.status === 400 && wrong.body['field'] === 'pollMs', seenIn(wrong))
    },
  },
  {
    section: 'refused commands',
    says: 'A malformed command is answered with 400 and the field that is wrong.',
    async run(subject) {
      const path = `/v1/locks/${subject.lockId}/open`
      for (const [field, body] of [
        ['commandId', { ...commandFor(), commandId: 'one' }],
        ['expiresAt', { ...commandFor(), expiresAt: 'soon' }],
        ['actor', { ...commandFor(), actor: { type: 'ghost', ref: 'x' } }],
        ['pulseMs', { ...commandFor(), pulseMs: 3_600_000 }],
        ['body', []],
      ] as const) {
        const reply = await subject.call('POST', path, body)
        const { field: named } = reply.body
        const isNamed = typeof named === 'string' && named.startsWith(field)
        must(reply.status === 400 && isNamed, `${field}: ${seenIn(reply)}`)
      }
    },
  },
  {
    section: 'refused commands',
    says: 'A body that is no JSON is answered with 400.',
    needs: ({ carrier }) => carrier === 'direct',
    async run(subject) {
      for (const raw of ['{"commandId":', '\u0000\uFFFD<<<', '"open"']) {
        const reply = await subject.call('POST', `/v1/locks/${subject.lockId}/open`, undefined, { raw })
        must(reply.status === 400 && reply.isSigned, `${JSON.stringify(raw)}: ${seenIn(reply)}`)
      }
    },
  },
  {
    section: 'refused commands',
    says: 'A lock that is not there is 404, and so is the lock of a box as equipment; an address that cannot be is 400.',
    async run({ call, lockId }) {
      for (const [path, status] of [
        ['/v1/locks/9:99:99/open', 404],
        [`/v1/equipment/${lockId}/run`, 404],
        ['/v1/locks/1:00:03/open', 400],
        ['/v1/locks/../health/open', 404],
      ] as const) {
        const reply = await call('POST', path, commandFor())
        must(reply.status === status, `${path}: ${seenIn(reply)}`)
      }
    },
  },
]
