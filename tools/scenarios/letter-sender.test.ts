import { execFileSync } from 'node:child_process'
import { createLetterSender, type FinishedLetter } from '@stowage/server/modules/messaging/letter-sender'
import { sampleMails } from '@stowage/server/modules/messaging/mails/sample-mails'
import { startMailbox, type Mailbox } from '@stowage/simulators/mail/start-mailbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let mailbox: Mailbox
let sender: ReturnType<typeof createLetterSender>
beforeAll(async () => {
  mailbox = await startMailbox()
  sender = createLetterSender({ smtpUrl: mailbox.smtpUrl, from: 'Stowage <no-reply@stowage.example>' })
})
afterAll(async () => {
  sender.close()
  await mailbox.close()
})
beforeEach(() => mailbox.work())

const { common, data } = sampleMails('de')
const letter = (over: Partial<FinishedLetter<'invoiceIssued'>> = {}): FinishedLetter => ({
  to: 'anna@nowhere.example',
  kind: 'invoiceIssued',
  words: { ...common, ...data.invoiceIssued },
  language: 'de',
  attachments: [
    { fileName: 'invoice-1.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
  ],
  messageId: '<1@stowage.example>',
  ...over,
})
const own = (): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('send-process') && Number(line.trim().split(/\s+/)[1]) === process.pid)
    .map((line) => Number(line.trim().split(' ')[0]))
/** Of a file that ran in this process before, and whose end has not come yet. */
const before = new Set(own())
const processes = (): number[] => own().filter((pid) => !before.has(pid))

test('a letter is drawn and sent beside, with its paper; several at once by one process', async () => {
  const sent = await Promise.all(
    [1, 2, 3].map(async (id) => await sender.send(letter({ messageId: `<${id}@stowage.example>` }))),
  )
  expect(new Set(sent.map(({ subject }) => subject)).size).toBe(1)
  const mails = mailbox.list()
  expect(mails.map(({ messageId }) => messageId).sort()).toEqual(
    [1, 2, 3].map((id) => `<${id}@stowage.example>`),
  )
  expect(mails[0]).toMatchObject({ subject: sent[0]?.subject, attachments: [{ fileName: 'invoice-1.pdf' }] })
  expect(mails[0]?.attachments[0]?.content.toString()).toBe('%PDF-1.7')
  expect(mails[0]?.html).toContain('</table>')
  expect(processes()).toHaveLength(1)
})

test('what a mail server says comes back as it was said', async () => {
  mailbox.refuse()
  await expect(sender.send(letter())).rejects.toMatchObject({
    name: 'MailError',
    kind: 'permanent',
    about: 'address',
  })
  mailbox.setDown()
  await expect(sender.send(letter())).rejects.toMatchObject({ name: 'MailError', kind: 'retry' })
  await expect(sender.send(letter({ to: 'two@a.example,three@b.example' }))).rejects.toMatchObject({
    kind: 'permanent',
    about: 'address',
  })
  // A defect of ours is no answer of a mail server.
  await expect(
    sender.send({ ...letter(), kind: 'nothing' } as unknown as FinishedLetter),
  ).rejects.toMatchObject({ name: 'Error' })
})

test('a process that is killed takes its letter with it, which goes again; the next one has another', async () => {
  const [pid = 0] = processes()
  // Held, so that it cannot be done before it is killed.
  process.kill(pid, 'SIGSTOP')
  const broken = sender.send(letter({ messageId: '<9@stowage.example>' }))
  setTimeout(() => process.kill(pid, 'SIGKILL'), 20)
  await expect(broken).rejects.toMatchObject({ name: 'MailError', kind: 'retry' })
  await sender.send(letter({ messageId: '<10@stowage.example>' }))
  expect(mailbox.list()[0]?.messageId).toBe('<10@stowage.example>')
  expect(processes()).not.toContain(pid)
})

test('closed it sends nothing more and leaves no process behind', async () => {
  const other = createLetterSender({ smtpUrl: mailbox.smtpUrl, from: 'a@stowage.example' })
  const before = processes().length
  await other.send(letter())
  expect(processes()).toHaveLength(before + 1)
  const under = other.send(letter())
  other.close()
  await expect(under).rejects.toMatchObject({ kind: 'retry' })
  await expect(other.send(letter())).rejects.toMatchObject({ kind: 'retry' })
  await expect.poll(() => processes().length).toBe(before)
})
