import { newNonce } from '../signature.ts'
import { FORGERIES } from './call-directly.ts'
import { commandFor, comesTrue, must, seenIn, type Check, type Subject } from './subject.ts'

const isDirect = ({ carrier }: Subject): boolean => carrier === 'direct'
const openPath = ({ lockId }: Subject): string => `/v1/locks/${lockId}/open`

/** Section 2 of the protocol, over HTTP: who may speak, and who has answered. */
export const signatureChecks: readonly Check[] = [
  ...FORGERIES.map(([what, spoilt]): Check => ({
    section: 'signatures',
    says: `A command ${what} is answered with 401.`,
    needs: isDirect,
    async run(subject) {
      const reply = await subject.call('POST', openPath(subject), commandFor(), spoilt())
      must(reply.status === 401, seenIn(reply))
    },
  })),
  {
    section: 'signatures',
    says: 'A call that is played back is answered with 401, whatever it asked for.',
    needs: isDirect,
    async run(subject) {
      const once = { nonce: newNonce() }
      const first = await subject.call('GET', '/v1/health', undefined, once)
      must(first.status === 200, `the first call: ${seenIn(first)}`)
      const again = await subject.call('GET', '/v1/health', undefined, once)
      must(again.status === 401, seenIn(again))
    },
  },
  {
    section: 'signatures',
    says: 'A call whose clock is half a minute off is taken: the window is a minute to either side.',
    needs: isDirect,
    async run(subject) {
      for (const seconds of [-30, 30]) {
        const timestamp = String(Math.floor(Date.now() / 1000) + seconds)
        const reply = await subject.call('GET', '/v1/health', undefined, { timestamp })
        must(reply.status === 200 && reply.isSigned, `${seconds} s: ${seenIn(reply)}`)
      }
      // What it has learnt of our clock by this it unlearns.
      for (let count = 0; count < 8; count += 1) await subject.call('GET', '/v1/health')
    },
  },
  {
    section: 'signatures',
    says: 'Every answer to a signed call is signed for that call: 200, 400 and 404 alike.',
    needs: isDirect,
    async run(subject) {
      for (const [path, status] of [
        ['/v1/health', 200],
        ['/v1/locks', 200],
        ['/v1/no-such-call', 404],
        ['/v1/events?after=x', 400],
      ] as const) {
        const reply = await subject.call('GET', path)
        must(reply.status === status, `${path}: ${seenIn(reply)}`)
        must(reply.isSigned, `${path}: the answer ${reply.status} is not signed, or for another call`)
      }
    },
  },
  {
    section: 'signatures',
    says: 'Nothing opened by any of these.',
    needs: isDirect,
    async run(subject) {
      const opened = await comesTrue(async () => {
        const { body } = await subject.call('GET', `/v1/locks/${subject.lockId}`)
        return body['state'] === 'opened'
      }, 500)
      must(!opened, 'the lock is open')
      const pulses = subject.pulses?.(subject.lockId) ?? 0
      must(pulses === 0, `the hardware was given ${pulses} pulses`)
    },
  },
]
