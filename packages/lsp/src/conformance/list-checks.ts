import { randomUUID } from 'node:crypto'
import type { AccessList } from '../access-list.ts'
import { LIST_VALID_HOURS, STAFF_VALID_HOURS } from '../access-list.ts'
import { FORGERIES } from './call-directly.ts'
import { commandFor, must, seenIn, type Check, type SiteReply, type Subject } from './subject.ts'

const HOUR = 3_600_000

/** A list on which nobody stands. */
function emptyList(siteId: string, version: number): AccessList {
  const now = Date.now()
  const at = (hours: number): string => new Date(now + hours * HOUR).toISOString()
  return {
    siteId,
    version,
    issuedAt: at(0),
    validUntil: at(LIST_VALID_HOURS),
    staffValidUntil: at(STAFF_VALID_HOURS),
    hours: { opens: '09:00', closes: '21:00', timeZone: 'Europe/Berlin' },
    exits: [],
    entries: [],
    staff: [],
  }
}

async function versionOf({ call }: Subject): Promise<number> {
  return Number((await call('GET', '/v1/health')).body['accessListVersion'])
}
const apply = async ({ call }: Subject, list: object): Promise<SiteReply> =>
  await call('PUT', '/v1/access-list', list)

/** Section 6: who may open without the server, as far as it can be seen from outside. */
export const listChecks: readonly Check[] = [
  {
    section: 'access list',
    says: 'A list that the server did not sign is refused with 400, and the one before stays.',
    async run(subject) {
      const before = await versionOf(subject)
      const list = emptyList(subject.siteId, before + 1)
      for (const forged of [list, { ...list, signature: Buffer.alloc(64, 7).toString('base64url') }]) {
        const reply = await apply(subject, forged)
        must(reply.status === 400, seenIn(reply))
      }
      must((await versionOf(subject)) === before, 'it was taken over nevertheless')
    },
  },
  {
    section: 'access list',
    says: 'A signed list is taken over; the same again, an older one (409), another site’s and one changed behind its signature (400) are not.',
    needs: ({ signList }) => signList !== undefined,
    async run(subject) {
      const sign = subject.signList ?? ((list: object) => list)
      const version = (await versionOf(subject)) + 2
      const good = await apply(subject, sign(emptyList(subject.siteId, version)))
      must(good.status === 200 && good.body['version'] === version, seenIn(good))
      for (const [status, list] of [
        [409, sign(emptyList(subject.siteId, version))],
        [409, sign(emptyList(subject.siteId, version - 1))],
        [400, sign(emptyList('another-site', version + 1))],
        [400, { ...sign(emptyList(subject.siteId, version + 1)), validUntil: '2099-01-01T00:00:00.000Z' }],
      ] as const) {
        const reply = await apply(subject, list)
        must(reply.status === status, seenIn(reply))
      }
      must((await versionOf(subject)) === version, 'the version in /v1/health is another')
    },
  },
]

/** How it bears what it must not bear only once. */
export const enduranceChecks: readonly Check[] = [
  {
    section: 'endurance',
    says: 'After three hundred forged commands at once it answers as before, and nothing has opened.',
    needs: ({ carrier }) => carrier === 'direct',
    async run(subject) {
      const path = `/v1/locks/${subject.lockId}/open`
      const before = subject.pulses?.(subject.lockId)
      const replies = await Promise.all(
        Array.from({ length: 300 }, async (_, index) => {
          const spoilt = FORGERIES[index % FORGERIES.length]?.[1]()
          // A line that is hung up is a refusal too.
          return await subject.call('POST', path, commandFor(randomUUID()), spoilt).catch(() => undefined)
        }),
      )
      const odd = replies.find((reply) => reply !== undefined && reply.status !== 401 && reply.status !== 429)
      must(odd === undefined, odd === undefined ? '' : seenIn(odd))
      const health = await subject.call('GET', '/v1/health')
      must(health.status === 200 && health.isSigned, seenIn(health))
      must(subject.pulses?.(subject.lockId) === before, 'the hardware was given a pulse')
    },
  },
]
