import { followChain, type Link } from '../event-chain.ts'
import { comesTrue, must, type Check } from './subject.ts'

const hasInbox: Check['needs'] = ({ inbox }) => inbox !== undefined

/** Section 4: what happened reaches the server, in order, at least once, however often the server fails. */
export const eventChecks: readonly Check[] = [
  {
    section: 'events',
    says: 'Events are sent signed, in the form of the protocol, oldest first, 200 at most in a batch.',
    needs: hasInbox,
    async run({ inbox }) {
      must(await comesTrue(async () => (inbox?.received().length ?? 0) > 0, 20_000), 'none came within 20 s')
      const [fault] = inbox?.faults() ?? []
      must(fault === undefined, fault ?? '')
    },
  },
  {
    section: 'events',
    says: 'Events that the server refused, or acknowledged without its signature, are sent again until it takes them.',
    needs: hasInbox,
    async run({ call, inbox }) {
      const newest = async (): Promise<number> => Number((await call('GET', '/v1/health')).body['lastSeq'])
      const isThere = (seq: number): boolean => inbox?.received().some((event) => event.seq === seq) === true
      try {
        for (const mode of ['refuse', 'unsigned'] as const) {
          inbox?.setMode(mode)
          const before = await newest()
          // What is refused as a list is told: the one event that can be asked for from here.
          await call('PUT', '/v1/access-list', { version: 0 })
          const told = await newest()
          must(told > before, 'list.rejected is not noted')
          await new Promise((resolve) => setTimeout(resolve, 300))
          const { body } = await call('GET', '/v1/health')
          must(Number(body['unsentEvents']) > 0, `after "${mode}" it counts the events as delivered`)
          inbox?.setMode('ok')
          must(
            await comesTrue(async () => isThere(told), 40_000),
            `after "${mode}" number ${told} never came`,
          )
        }
      } finally {
        inbox?.setMode('ok')
      }
    },
  },
  {
    section: 'events',
    says: 'What the server has acknowledged is not sent again, and what it has is what the site says happened.',
    needs: hasInbox,
    async run({ call, inbox }) {
      const isDone = async (): Promise<boolean> =>
        Number((await call('GET', '/v1/health')).body['unsentEvents']) === 0
      must(await comesTrue(isDone, 20_000), 'unsentEvents never came to 0')
      const received = inbox?.received() ?? []
      const first = received[0]?.seq ?? 0
      const { body } = await call('GET', `/v1/events?after=${first - 1}&limit=500`)
      const noted = (body['events'] ?? []) as readonly { readonly seq: number; readonly id: string }[]
      const seen = new Map(received.map(({ seq, id }) => [seq, id]))
      const lost = noted.filter(({ seq, id }) => seen.get(seq) !== id)
      must(lost.length === 0, `${lost.length} events never came, the first of them number ${lost[0]?.seq}`)
    },
  },
  {
    section: 'events',
    says: 'Where events have a chain, every one has it, and it follows from the one before.',
    async run({ call }) {
      const { body } = await call('GET', '/v1/events?after=0&limit=500')
      const { brokenAt } = followChain(null, (body['events'] ?? []) as readonly Link[])
      must(brokenAt === undefined, `number ${brokenAt} does not follow from the one before it`)
    },
  },
]
