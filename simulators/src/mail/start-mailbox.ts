import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { reachableHost } from '../reachable-server.ts'
import { readMail, type Mail } from './read-mail.ts'

const KEPT = 500
const MAX_SIZE = 30 * 1024 * 1024

/** `refuse`: every recipient is unknown (550); `busy`: come back later (451) until the time is over; `down`: no connection at all. */
export type MailFault =
  | { kind: 'none' }
  | { kind: 'refuse' }
  | { kind: 'busy'; until: number }
  | { kind: 'down' }

export interface Mailbox {
  readonly port: number
  /** `smtp://host:port`, without login and without TLS. */
  readonly smtpUrl: string
  /** Newest first; the last 500 are kept. */
  list(): readonly Mail[]
  get(id: string): Mail | undefined
  clear(): void
  /** The first mail, received already or to come, for which `wanted` holds. @throws Error after `timeoutMs` */
  waitFor(wanted: (mail: Mail) => boolean, timeoutMs?: number): Promise<Mail>
  refuse(): void
  busyFor(seconds: number): void
  setDown(): void
  work(): void
  fault(): MailFault
  close(): Promise<void>
}

/** Starts an SMTP server that delivers everything to one mailbox and nothing to the world. */
export async function startMailbox(options: { port?: number; host?: string } = {}): Promise<Mailbox> {
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  const waiting = new Set<(mail: Mail) => void>()
  let received = 0
  let fault: MailFault = { kind: 'none' }

  const present = (): MailFault => {
    if (fault.kind === 'busy' && fault.until <= Date.now()) fault = { kind: 'none' }
    return fault
  }
  const keep = (mail: Mail): void => {
    mails.unshift(mail)
    mails.length = Math.min(mails.length, KEPT)
    for (const look of waiting) look(mail)
  }
  const keepNext = async (
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (problem?: Error | null) => void,
  ): Promise<void> => {
    let problem: Error | null = null
    try {
      keep(await receive(stream, session))
    } catch (error) {
      problem = error instanceof Error ? error : smtpError(451, 'not understood')
    }
    done(problem)
  }
  const answer = (): Error | null => {
    const { kind } = present()
    if (kind === 'refuse') return smtpError(550, 'no such mailbox here')
    return kind === 'busy' ? smtpError(451, 'try again later') : null
  }

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    size: MAX_SIZE,
    closeTimeout: 200,
    disableReverseLookup: true,
    logger: false,
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onRcptTo: (_address, _session, done) => done(answer()),
    onData: (stream, session, done) => {
      void keepNext(stream, session, done)
    },
  })
  // A sender that hangs up in the middle is a case of every day, not an error of the mailbox.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    if (fault.kind === 'down') socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Mail> => {
    const parts: Buffer[] = []
    for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
    if (stream.sizeExceeded) throw smtpError(552, 'the message is too large')
    received += 1
    const { mailFrom, rcptTo } = session.envelope
    const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map((to) => to.address) }
    return await readMail(String(received), Buffer.concat(parts), envelope, new Date())
  }

  const host = options.host ?? '127.0.0.1'
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(options.port ?? 0, host, () => resolve())
  })
  const { port } = server.server.address() as AddressInfo

  return {
    port,
    smtpUrl: `smtp://${reachableHost(host)}:${port}`,
    list: () => mails,
    get: (id) => mails.find((mail) => mail.id === id),
    clear: () => void mails.splice(0),
    waitFor: (wanted, timeoutMs = 5000) => {
      const known = mails.findLast(wanted)
      if (known) return Promise.resolve(known)
      return new Promise((resolve, reject) => {
        const look = (mail: Mail): void => {
          if (!wanted(mail)) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(mail)
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(
            new Error(
              `no such mail within ${timeoutMs} ms; ${mails.length} in the mailbox: ${mails
                .slice(0, 5)
                .map((mail) => `${mail.to.join(', ')}: ${mail.subject}`)
                .join(' | ')}`,
            ),
          )
        }, timeoutMs)
        waiting.add(look)
      })
    },
    refuse: () => {
      fault = { kind: 'refuse' }
    },
    busyFor: (seconds) => {
      fault = { kind: 'busy', until: Date.now() + seconds * 1000 }
    },
    setDown: () => {
      fault = { kind: 'down' }
      for (const socket of sockets) socket.destroy()
    },
    work: () => {
      fault = { kind: 'none' }
    },
    fault: present,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
