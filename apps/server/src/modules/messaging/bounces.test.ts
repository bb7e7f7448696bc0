import { retryMail, searchEmailHistory } from '@stowage/api/emails'
import { expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { MailError } from '../../platform/mail/mailer.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { sendBy, type LetterSender } from './letter-sender.ts'
import { insertMail } from './mail-store.ts'
import { sendDueMails } from './send-mails.ts'

const { world, people } = await openPeopledWorld()
const { platform } = world.running

/** A mail server that answers as it is told. */
const answering = (error?: MailError): LetterSender =>
  sendBy({
    send: async () => {
      if (error) throw error
    },
    close: () => undefined,
  })
const refused = (about: 'address' | 'message') =>
  new MailError('permanent', 'EENVELOPE RCPT TO 550', { about })

async function write(): Promise<string> {
  const id = newId()
  await platform.transact(
    async (tx) =>
      await insertMail(tx, {
        id,
        naturalKey: id,
        kind: 'kycVerified',
        recipient: people.clara.email.toUpperCase(),
        accountId: people.clara.id,
        stockId: null,
        documentId: null,
        language: 'de',
        data: { accountId: people.clara.id },
        at: platform.clock.now(),
        due: machineNow().subtract({ hours: 1 }),
      }),
  )
  return id
}
const page = async () => {
  const { body } = await people.sofia.call(searchEmailHistory, {
    query: { userId: people.clara.id, page: '1' },
  })
  if (!('items' in body)) throw new Error('not a page')
  return body
}
const seen = async (id: string) => (await page()).items.find((item) => item.id === id)
const again = async (id: string, who = people.sofia) => await who.call(retryMail, { params: { id } })

test('an address that is refused is known as such until a mail arrives there again', async () => {
  const id = await write()
  await sendDueMails(platform, answering(refused('address')))
  expect(await seen(id)).toMatchObject({ status: 'failed', failure: 'address' })
  expect((await page()).bouncingSince).not.toBeNull()

  expect(await again(id)).toMatchObject({ status: 200 })
  expect(await seen(id)).toMatchObject({ status: 'waiting', failure: null })
  // A second press has nothing to send again.
  expect(await again(id)).toMatchObject({ status: 404, code: 9104 })
  await sendDueMails(platform, answering())
  expect(await seen(id)).toMatchObject({ status: 'sent', failure: null })
  expect((await page()).bouncingSince).toBeNull()
})

test('a mail that is refused says nothing of its address; a server that is away leaves it waiting', async () => {
  const id = await write()
  await sendDueMails(platform, answering(new MailError('retry', 'ECONNECTION')))
  expect(await seen(id)).toMatchObject({ status: 'waiting', failure: null })
  await platform.db
    .updateTable('mail')
    .set({ next_attempt_at: machineNow().subtract({ seconds: 1 }) })
    .where('id', '=', id)
    .execute()
  await sendDueMails(platform, answering(refused('message')))
  expect(await seen(id)).toMatchObject({ status: 'failed', failure: 'message' })
  expect((await page()).bouncingSince).toBeNull()
})
