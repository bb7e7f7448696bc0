import { afterEach, expect, test, vi } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createBulkPace } from './bulk-pace.ts'
import { sendBy, type LetterSender } from './letter-sender.ts'
import { insertMails } from './mail-store.ts'
import { sendBulkMails, sendDueMails } from './send-mails.ts'

const { world, people } = await openPeopledWorld()
const { platform } = world.running
const taken: string[] = []
const sender = sendBy({
  send: async ({ messageId }) => {
    taken.push(messageId)
  },
  close: () => undefined,
})
/** People are at work, or nobody is. */
const working = () => createBulkPace(() => ({ utilization: 0.5 }))
const alone = () => createBulkPace(() => ({ utilization: 0.01 }))
afterEach(() => vi.restoreAllMocks())

async function write(kind: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  await platform.transact(
    async (tx) =>
      await insertMails(
        tx,
        ids.map((id) => ({
          id,
          naturalKey: id,
          kind,
          recipient: people.clara.email,
          accountId: people.clara.id,
          stockId: null,
          documentId: null,
          language: 'de',
          // No such invoice: a letter that has nothing to say any more is dealt with without being sent.
          data: { accountId: people.clara.id, documentId: newId() },
          at: platform.clock.now(),
          due: machineNow().subtract({ hours: kind === 'invoiceIssued' ? 2 : 1 }),
        })),
      ),
  )
  return ids
}
const waiting = async (ids: readonly string[]) =>
  (
    await platform.db
      .selectFrom('mail')
      .select('status')
      .where('id', 'in', [...ids])
      .execute()
  ).filter(({ status }) => status === 'waiting').length

test('who waits for a mail does not wait behind those of a night', async () => {
  const night = await write('invoiceIssued', 5)
  const [mine = ''] = await write('kycVerified', 1)
  await sendDueMails(platform, sender)
  expect(taken.map((id) => id.slice(1, 27))).toContain(mine)
  expect(await waiting(night)).toBe(5)
  // However long a busy machine takes for five of them.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  await sendBulkMails(platform, sender, working())
  expect(await waiting(night)).toBe(0)
})

test('those of a night take a part of each second, and the rest follows', async () => {
  const night = await write('invoiceIssued', 4)
  let now = 0
  // Each look at the clock is 100 ms later: the beginning, and one before each mail.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100))
  await sendBulkMails(platform, sender, working())
  const left = await waiting(night)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(4)
  await sendBulkMails(platform, sender, working())
  await sendBulkMails(platform, sender, working())
  await sendBulkMails(platform, sender, working())
  expect(await waiting(night)).toBe(0)
})

test('while nobody works they take the whole of it, and a part again as soon as somebody does', async () => {
  const pace = alone()
  pace.begin()
  pace.end()
  expect(pace.begin()).toEqual({ forMs: 900, atOnce: 2 })
  const other = working()
  other.begin()
  other.end()
  expect(other.begin()).toEqual({ forMs: 250, atOnce: 1 })
  const night = await write('invoiceIssued', 12)
  // Two looks at the clock before the first mails and one behind each: more than the part that is left beside people, less than the whole.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 50))
  await sendBulkMails(platform, sender, pace)
  expect(await waiting(night)).toBe(0)
})

test('a loop that stood still between two readings has been at work', () => {
  const pace = createBulkPace()
  pace.begin()
  pace.end()
  const until = performance.now() + 30
  while (performance.now() < until);
  expect(pace.begin()).toMatchObject({ atOnce: 1 })
})

test('a process that goes down ends behind the mails that it is at, however many wait', async () => {
  const ids = await write('kycVerified', 30)
  const stopping = new AbortController()
  const atFirst: LetterSender = {
    ...sender,
    send: async (letter) => {
      stopping.abort()
      return await sender.send(letter)
    },
  }
  await sendDueMails(platform, atFirst, stopping.signal)
  expect(await waiting(ids)).toBeGreaterThanOrEqual(26)
  await sendDueMails(platform, sender)
  expect(await waiting(ids)).toBe(0)
})
