import { expect, test } from 'vitest'
import { erasePerson } from '@stowage/api/privacy'
import { machineNow } from '../../platform/clock.ts'
import { forgetInFacts } from '../../platform/events/forget-facts.ts'
import { newId } from '../../platform/ids.ts'
import { MailError } from '../../platform/mail/mailer.ts'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { insertMail } from './mail-store.ts'
import { sendBy } from './letter-sender.ts'
import { sendDueMails } from './send-mails.ts'

const { world, people } = await openPeopledWorld()
const { platform } = world.running

test.each([
  ['taken', null],
  ['refused', new MailError('permanent', '550 no mailbox of somebody', { about: 'address' })],
  ['put off', new MailError('retry', '451 try somebody later')],
] as const)(
  'a mail that is %s while its reader is erased brings nothing of him back',
  async (_what, fails) => {
    const person = await somebody(world)
    const id = newId()
    await platform.transact(
      async (tx) =>
        await insertMail(tx, {
          id,
          naturalKey: id,
          kind: 'kycVerified',
          recipient: person.email,
          accountId: person.id,
          stockId: null,
          documentId: null,
          language: 'en',
          data: { accountId: person.id },
          at: platform.clock.now(),
          due: machineNow(),
        }),
    )
    await sendDueMails(
      platform,
      sendBy({
        send: async ({ to }) => {
          if (to !== person.email) return
          const erased = await people.sofia.call(erasePerson, {
            params: { id: person.id },
            body: { email: person.email },
          })
          expect(erased.status).toBe(200)
          await world.settle()
          if (fails !== null) throw fails
        },
        close: () => undefined,
      }),
    )
    const mail = await platform.db
      .selectFrom('mail')
      .select(['recipient', 'subject', 'last_error', 'status', 'failure'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(mail).toEqual({
      recipient: '',
      subject: null,
      last_error: null,
      status: 'failed',
      failure: 'gone',
    })
    expect(
      await platform.db
        .selectFrom('bouncing_address')
        .select('address')
        .where('address', '=', person.email)
        .execute(),
    ).toEqual([])
  },
)

test.each([
  ['sent', null],
  ['given up', new MailError('permanent', '550 no such mailbox', { about: 'address' })],
] as const)('who was erased is told once, and the address goes when that is %s', async (what, fails) => {
  const person = await somebody(world, { language: 'de' })
  const erase = async () =>
    await people.sofia.call(erasePerson, { params: { id: person.id }, body: { email: person.email } })
  expect((await erase()).status).toBe(200)
  await world.settle()
  expect((await erase()).status).toBe(200)
  await world.settle()
  const sent: { to: string; subject: string; text: string }[] = []
  await sendDueMails(
    platform,
    sendBy({
      send: async ({ to, subject, text }) => {
        if (to !== person.email) return
        sent.push({ to, subject, text })
        if (fails !== null) throw fails
      },
      close: () => undefined,
    }),
  )
  expect(sent.map(({ subject }) => subject)).toEqual(['Ihre Daten sind gelöscht'])
  expect(sent[0]?.text).not.toContain('Person')
  const mail = await platform.db
    .selectFrom('mail')
    .select(['recipient', 'account_id', 'status', 'last_error'])
    .where('natural_key', '=', `dataErased:${person.id}`)
    .execute()
  expect(mail).toEqual([
    { recipient: '', account_id: null, status: what === 'sent' ? 'sent' : 'failed', last_error: null },
  ])
  const left = await platform.db.selectFrom('bouncing_address').select('address').execute()
  expect(left).not.toContainEqual({ address: person.email })
})

test('the sealed address leaves the fact when everybody has heard of it, and stays until then', async () => {
  const person = await somebody(world)
  await people.sofia.call(erasePerson, { params: { id: person.id }, body: { email: person.email } })
  const payload = async () =>
    (
      await platform.db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', 'person-erased')
        .where('aggregate', '=', `account:${person.id}`)
        .executeTakeFirstOrThrow()
    ).payload
  await forgetInFacts(platform.db, 'erasedAddress')
  expect(await payload()).toHaveProperty('erasedAddress')
  expect(JSON.stringify(await payload())).not.toContain(person.email)
  await world.settle()
  await forgetInFacts(platform.db, 'erasedAddress')
  expect(await payload()).not.toHaveProperty('erasedAddress')
})
