import net from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from './start-mailbox.ts'

let mailbox: Mailbox
beforeEach(async () => {
  mailbox = await startMailbox()
})
afterEach(() => mailbox.close())

/** Speaks SMTP line by line. @returns the reply codes. */
async function send(message: string, to: string[] = ['anna@example.com']): Promise<number[]> {
  const lines = [
    'EHLO test',
    'MAIL FROM:<app@stowage.example>',
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    `${message.replaceAll('\n', '\r\n')}\r\n.`,
    'QUIT',
  ]
  const codes: number[] = []
  const socket = net.connect(mailbox.port, '127.0.0.1')
  let text = ''
  return await new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => resolve(codes))
    socket.on('data', (data: Buffer) => {
      text += data.toString('utf8')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const reply = text.slice(0, end)
        text = text.slice(end + 2)
        if (reply[3] === '-') continue
        codes.push(Number(reply.slice(0, 3)))
        const next = lines.shift()
        if (next === undefined || Number(reply[0]) >= 4) socket.end()
        else socket.write(`${next}\r\n`)
      }
    })
  })
}

const MESSAGE = `From: =?utf-8?B?0KHQutC70LDQtA==?= <app@stowage.example>
To: Anna <anna@example.com>
Subject: =?utf-8?B?0KHRh9GR0YI=?= 1007
Message-ID: <one@stowage.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=utf-8

Hello
--inner
Content-Type: text/html; charset=utf-8

<p>Hello</p>
--inner--
--outer
Content-Type: application/pdf; name="=?utf-8?B?0YHRh9GR0YIucGRm?="
Content-Disposition: attachment; filename="=?utf-8?B?0YHRh9GR0YIucGRm?="
Content-Transfer-Encoding: base64

JVBERi0xLjcK
--outer--`

test('a mail is kept whole: names, texts, attachment', async () => {
  const coming = mailbox.waitFor((mail) => mail.subject.startsWith('Счёт'))
  expect((await send(MESSAGE, ['anna@example.com', 'hidden@example.com'])).every((code) => code < 400)).toBe(
    true,
  )
  const mail = await coming
  expect(mail).toMatchObject({
    from: 'Склад <app@stowage.example>',
    to: ['Anna <anna@example.com>'],
    envelope: { from: 'app@stowage.example', to: ['anna@example.com', 'hidden@example.com'] },
    subject: 'Счёт 1007',
    messageId: '<one@stowage.example>',
    text: 'Hello\n',
    attachments: [{ fileName: 'счёт.pdf', mimeType: 'application/pdf', inline: false }],
  })
  expect(mail.html).toContain('<p>Hello</p>')
  expect(mail.attachments[0]?.content.toString()).toBe('%PDF-1.7\n')
  expect(mailbox.get(mail.id)).toBe(mail)
  expect(await mailbox.waitFor(() => true)).toBe(mail)
  mailbox.clear()
  expect(mailbox.list()).toEqual([])
})

test('waiting ends with an error that tells what is there', async () => {
  await send('Subject: other\n\nx')
  await expect(mailbox.waitFor((mail) => mail.subject === 'this', 20)).rejects.toThrow('other')
})

test('refusing, being busy for a while, being away', async () => {
  mailbox.refuse()
  expect(await send('Subject: 1\n\nx')).toContain(550)
  mailbox.busyFor(60)
  expect(await send('Subject: 2\n\nx')).toContain(451)
  mailbox.busyFor(0.04)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(mailbox.fault()).toEqual({ kind: 'none' })
  mailbox.setDown()
  expect(await send('Subject: 3\n\nx').catch(() => [])).toEqual([])
  mailbox.work()
  await send('Subject: 4\n\nx')
  expect(mailbox.list().map((mail) => mail.subject)).toEqual(['4'])
})

test('the last 500 are kept, newest first', async () => {
  for (let i = 0; i < 6; i++) await Promise.all(Array.from({ length: 90 }, () => send(`Subject: ${i}\n\nx`)))
  expect(mailbox.list()).toHaveLength(500)
  expect(mailbox.list()[0]?.subject).toBe('5')
  expect(mailbox.list().at(-1)?.subject).toBe('0')
})
