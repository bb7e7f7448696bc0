import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createMailer, MailError, type OutgoingMail } from './mailer.ts'

const open: { server: Server; sockets: Set<Socket> }[] = []

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

interface Behaviour {
  readonly greeting?: string | null
  readonly rcpt?: string
  readonly from?: string
  /** What is said of STARTTLS in the greeting, and to the command. */
  readonly offers?: boolean
  readonly startTls?: string
  /** null: hang up instead of answering the message. */
  readonly data?: string | null
}

/** A mail server of a few lines that says exactly what it is told to, and keeps what it heard. */
async function smtp(
  behaviour: Behaviour = {},
): Promise<{ url: string; heard: string[]; messages: string[] }> {
  const heard: string[] = []
  const messages: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (behaviour.greeting !== null) socket.write(`${behaviour.greeting ?? '220 ready'}\r\n`)
    let buffer = ''
    let inData = false
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const said = buffer.slice(0, end)
        buffer = buffer.slice(end + (inData ? 5 : 2))
        if (inData) {
          inData = false
          messages.push(said)
          if (behaviour.data === null) socket.destroy()
          else socket.write(`${behaviour.data ?? '250 taken'}\r\n`)
          continue
        }
        heard.push(said)
        if (/^EHLO/i.test(said))
          socket.write(behaviour.offers === true ? '250-here\r\n250 STARTTLS\r\n' : '250 here\r\n')
        else if (/^STARTTLS/i.test(said)) socket.write(`${behaviour.startTls ?? '502 not known'}\r\n`)
        else if (/^MAIL/i.test(said)) socket.write(`${behaviour.from ?? '250 ok'}\r\n`)
        else if (/^RCPT/i.test(said)) socket.write(`${behaviour.rcpt ?? '250 ok'}\r\n`)
        else if (/^DATA/i.test(said)) {
          inData = true
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(said)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  open.push({ server, sockets })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, messages }
}

const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: 'anna@example.com',
  subject: 'Счёт 7 776 ₽',
  html: '<p>Щ ł ß €</p>',
  text: 'Щ ł ß €',
  messageId: '<01JD8Z6Q0V@stowage.example>',
  ...more,
})

const mailer = (smtpUrl: string, deadlineMs = 5000) =>
  createMailer({ smtpUrl, from: 'Stowage <no-reply@stowage.example>', deadlineMs })

const kindOf = async (sending: Promise<void>): Promise<string> =>
  await sending.then(
    () => 'sent',
    (error: unknown) => (error instanceof MailError ? error.kind : `unknown: ${String(error)}`),
  )

test('a mail arrives with sender, message id and attachment', async () => {
  const { url, heard, messages } = await smtp()
  await mailer(url).send(
    mail({
      attachments: [{ fileName: 'Счёт.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') }],
    }),
  )
  expect(heard).toEqual(
    expect.arrayContaining(['MAIL FROM:<no-reply@stowage.example>', 'RCPT TO:<anna@example.com>']),
  )
  expect(messages[0]).toContain('Message-ID: <01JD8Z6Q0V@stowage.example>')
  expect(messages[0]).toContain('From: Stowage <no-reply@stowage.example>')
  expect(messages[0]).toContain('Auto-Submitted: auto-generated')
  expect(messages[0]).toContain(Buffer.from('%PDF-').toString('base64'))
})

test.each([
  ['offers no STARTTLS', {}],
  ['offers it, and has it stripped by a line in between', { offers: true, startTls: '502 not known' }],
  ['offers it, and answers without a certificate', { offers: true, startTls: '220 go on' }],
])('B5: a server that %s gets neither password nor mail', async (_name, behaviour) => {
  const { url, heard, messages } = await smtp(behaviour)
  const from = 'Stowage <no-reply@stowage.example>'
  const withLogin = url.replace('smtp://', 'smtp://user:secret@')
  const sender = createMailer({ smtpUrl: withLogin, from, deadlineMs: 2000, encryption: 'required' })
  expect(await kindOf(sender.send(mail()))).toBe('retry')
  expect(heard.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/i.test(line))).toEqual([])
  expect(messages).toEqual([])
})

test('B5: a private server without STARTTLS, and one that is called plain, get their mail', async () => {
  const { url, messages } = await smtp()
  await mailer(url).send(mail())
  await mailer(`${url}?plain`).send(mail())
  expect(messages).toHaveLength(2)
})

test('nothing typed into a name or a subject becomes a header, a recipient or a command', async () => {
  const { url, heard, messages } = await smtp()
  const sender = mailer(url)
  await sender.send(
    mail({
      subject: 'Hello\r\nBcc: thief@example.com\r\n\r\nbody',
      attachments: [
        { fileName: 'a\r\nX-Evil: 1/../b.pdf', contentType: 'application/pdf', content: Buffer.from('x') },
      ],
    }),
  )
  const head = (messages[0] ?? '').split('\r\n\r\n')[0] ?? ''
  expect(head).not.toMatch(/^Bcc:/im)
  expect(messages[0]).not.toMatch(/^X-Evil/im)
  expect(heard.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<anna@example.com>'])
  for (const to of [
    'a@example.com,b@example.com',
    'a@example.com\r\nRCPT TO:<b@example.com>',
    'Anna <a@example.com>',
    'a@example.com>',
    '"a b"@example.com',
    'nobody',
    '',
    ` ${'a'.repeat(300)}@example.com`,
  ]) {
    expect(await kindOf(sender.send(mail({ to })))).toBe('permanent')
  }
  for (const messageId of ['no brackets', '<a@b>\r\nX: y', ''])
    expect(await kindOf(sender.send(mail({ messageId })))).toBe('permanent')
  expect(messages).toHaveLength(1)
})

test('content is never fetched: a path is a name, an address in the text stays text', async () => {
  const { url, messages } = await smtp()
  await mailer(url).send(mail({ html: '<img src="file:///etc/hostname"><img src="http://127.0.0.1:1/x">' }))
  expect(messages[0]).toContain('file:///etc/hostname')
})

test.each([
  ['an address that the server refuses', { rcpt: '550 no such user' }, 'permanent'],
  ['a message that the server refuses', { data: '554 not this' }, 'permanent'],
  ['a full mailbox or grey list', { rcpt: '451 come again' }, 'retry'],
  ['a message deferred', { data: '452 no space' }, 'retry'],
  ['our own sender refused: settings', { from: '550 not you' }, 'retry'],
  ['a server that turns everybody away', { greeting: '554 go away' }, 'retry'],
  ['a line cut before the answer', { data: null }, 'retry'],
  ['an answer that is none', { greeting: 'hello?' }, 'retry'],
] satisfies [string, Behaviour, string][])('%s', async (_name, behaviour, kind) => {
  const { url } = await smtp(behaviour)
  expect(await kindOf(mailer(url).send(mail()))).toBe(kind)
})

test('nobody there: retry; a server that says nothing: retry within the deadline', async () => {
  expect(await kindOf(mailer('smtp://127.0.0.1:1').send(mail()))).toBe('retry')
  const { url } = await smtp({ greeting: null })
  const began = performance.now()
  expect(await kindOf(mailer(url, 300).send(mail()))).toBe('retry')
  // Without that deadline it would wait ten seconds for the greeting.
  expect(performance.now() - began).toBeLessThan(9000)
})

test('closing ends what is under way and refuses what comes later', async () => {
  const { url } = await smtp({ greeting: null })
  const sender = mailer(url)
  const sending = kindOf(sender.send(mail()))
  await new Promise((resolve) => setTimeout(resolve, 100))
  sender.close()
  expect(await sending).toBe('retry')
  expect(await kindOf(sender.send(mail()))).toBe('retry')
})

test('the password of the server’s address is in no error', async () => {
  const { url } = await smtp({ greeting: '554 go away' })
  const error: unknown = await mailer(url.replace('smtp://', 'smtp://user:s3cret-word@'))
    .send(mail())
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(MailError)
  expect(`${String(error)} ${JSON.stringify(error)} ${String((error as Error).cause)}`).not.toContain(
    's3cret-word',
  )
})

/** The fields of a head as a mail program reads them (RFC 5322, 2047), by their names in small letters. */
function headOf(message = ''): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  const [head = ''] = message.split('\r\n\r\n')
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    fields.set(name, [...(fields.get(name) ?? []), decoded(line.slice(colon + 1).trim())])
  }
  return fields
}

/** Bytes of neighbouring words may share a letter. */
const decoded = (text: string): string =>
  text.replace(/=\?utf-8\?[bq]\?[^?\s]*\?=(\s+=\?utf-8\?[bq]\?[^?\s]*\?=)*/gi, (words) =>
    Buffer.concat(
      [...words.matchAll(/=\?utf-8\?([bq])\?([^?\s]*)\?=/gi)].map(([, kind = '', content = '']) =>
        kind.toLowerCase() === 'b'
          ? Buffer.from(content, 'base64')
          : Buffer.from(
              content
                .replaceAll('_', ' ')
                .replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
                  String.fromCodePoint(Number.parseInt(hex, 16)),
                ),
              'latin1',
            ),
      ),
    ).toString('utf8'),
  )

test.each([
  ['a mark that turns the rest around', 'Anna \u202egpj.exe', 'Anna gpj.exe'],
  ['isolates and marks of direction', '\u2067Anna\u2069\u200f\u061c', 'Anna'],
  ['letters that nobody sees', 'Ad\u200bm\u2060i\ufeffn\u00ad', 'Admin'],
  ['ends of lines and paragraphs', 'Anna\u2028Bcc: a@b.example\u2029X: 1', 'Anna Bcc: a@b.example X: 1'],
  ['other ends of lines', 'Anna\u0085Bcc: a\u000bb\u000cc', 'Anna Bcc: a b c'],
  ['a word that looks encoded', '=?utf-8?B?QWRtaW4=?= pays', '= ?utf-8?B?QWRtaW4= ?= pays'],
  [
    'an encoded word among Russian ones',
    'Счёт =?utf-8?Q?=0D=0ABcc:_a=40b.example?=',
    'Счёт = ?utf-8?Q?=0D=0ABcc:_a=40b.example?=',
  ],
  ['quotes, brackets and semicolons', '"Anna" <a@b.example>; (c), \\d', '"Anna" <a@b.example>; (c), \\d'],
  ['letters of another alphabet that look alike', 'Аnnа Sоkоlоvа', 'Аnnа Sоkоlоvа'],
  ['a family and Persian, which need their joiners', '👨‍👩‍👧 می‌خواهم', '👨‍👩‍👧 می‌خواهم'],
  ['half of a character', 'Anna \ud83d', 'Anna \ufffd'],
  ['Hebrew, which needs no mark', 'שלום 12', 'שלום 12'],
])('%s in a subject is read as it is written, and is nothing else', async (_name, subject, read) => {
  const { url, heard, messages } = await smtp()
  await mailer(url).send(mail({ subject }))
  const fields = headOf(messages[0])
  expect(fields.get('subject')).toEqual([read])
  expect(fields.get('from')).toEqual(['Stowage <no-reply@stowage.example>'])
  expect(fields.get('to')).toEqual(['anna@example.com'])
  expect([...fields.keys()].filter((name) => /^(bcc|x)/.test(name))).toEqual([])
  expect(heard.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<anna@example.com>'])
  // Lines of a head that servers would cut.
  const head = (messages[0] ?? '').split('\r\n\r\n')[0] ?? ''
  expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThan(200)
})

test('a name of ten thousand letters makes neither a head nor a file name of ten thousand', async () => {
  const { url, messages } = await smtp()
  const long = 'Ж'.repeat(10_000)
  const attachments = [
    { fileName: `${long}\u202e.pdf`, contentType: 'application/pdf', content: Buffer.from('x') },
  ]
  await mailer(url).send(mail({ subject: long, attachments }))
  expect(headOf(messages[0]).get('subject')).toEqual([`${'Ж'.repeat(300)}…`])
  // Each of its letters is six signs of the name there.
  const named = /filename\*0\*=[\s\S]*?\r\n\r\n/.exec(messages[0] ?? '')?.[0] ?? ''
  expect(named.match(/%D0%96/g)?.length).toBeLessThanOrEqual(120)
})
