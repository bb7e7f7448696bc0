import type { NodemailerError } from 'nodemailer'
import { CarrierError, type Carrier } from '../carrier.ts'
import { mailEncryption, smtpAddress, type LineEncryption } from '../line-encryption.ts'
import { oneLine } from './one-line.ts'

export interface Attachment {
  readonly fileName: string
  readonly contentType: string
  readonly content: Uint8Array
}

export interface OutgoingMail {
  /** One bare address, without a name. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments?: readonly Attachment[]
  /**
   * `<something@host>`, the same at every try: a server that took the mail and lost the answer gets it twice, and mail readers
   * then show it once.
   */
  readonly messageId: string
}

export type Mailer = Carrier<OutgoingMail, void>

/** As `CarrierError`; a mail server says whether it took a mail, and one that did not answer shows it once (`messageId`): never `unknown`. */
export class MailError extends CarrierError {
  override readonly name = 'MailError'
}

export interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; `line-encryption.ts` says where TLS is required. */
  readonly smtpUrl: string
  /** `Name <address>` */
  readonly from: string
  /** How long one mail may take in all, in milliseconds. */
  readonly deadlineMs?: number
  /** Left out: as the address says. */
  readonly encryption?: LineEncryption
}

/**
 * Sends mails over SMTP, each over a connection of its own, so that a mail was sent or was not. The library is loaded with the
 * first mail.
 */
export function createMailer({
  smtpUrl,
  from,
  deadlineMs = 60_000,
  encryption = mailEncryption(smtpUrl),
}: MailerOptions): Mailer {
  const closing = new AbortController()
  let transport: Promise<(mail: OutgoingMail) => Promise<void>> | undefined

  const load = async (): Promise<(mail: OutgoingMail) => Promise<void>> => {
    const { createTransport } = await import('nodemailer')
    const transporter = createTransport({
      url: smtpAddress(smtpUrl),
      requireTLS: encryption === 'required',
      connectionTimeout: Math.min(10_000, deadlineMs),
      greetingTimeout: Math.min(10_000, deadlineMs),
      socketTimeout: Math.min(30_000, deadlineMs),
      dnsTimeout: Math.min(10_000, deadlineMs),
      // Content comes from memory only: no text in a mail may make this process read a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return async (mail) => {
      await transporter.sendMail({
        from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: (mail.attachments ?? []).map((file) => ({
          filename: file.fileName,
          contentType: file.contentType,
          content: Buffer.from(file.content),
        })),
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineMs)]),
      })
    }
  }

  return {
    async send(mail) {
      const safe = checked(mail)
      if (closing.signal.aborted) throw new MailError('retry', 'the mailer is closed')
      transport ??= load()
      try {
        await (
          await transport
        )(safe)
      } catch (error) {
        throw classed(error)
      }
    },
    close() {
      closing.abort()
    },
  }
}

/** One address, no list, no name, nothing that could end a header line or an SMTP command. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,190}$/u
/** The host may be an address in brackets. */
const MESSAGE_ID = /^<[A-Za-z0-9._+=-]+@[A-Za-z0-9.:[\]-]+>$/
const CONTENT_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/

function checked(mail: OutgoingMail): OutgoingMail {
  if (!ADDRESS.test(mail.to)) throw new MailError('permanent', 'not one e-mail address', { about: 'address' })
  if (!MESSAGE_ID.test(mail.messageId)) throw new MailError('permanent', 'not a message id')
  return {
    ...mail,
    subject: oneLine(mail.subject),
    attachments: (mail.attachments ?? []).map((file) => {
      if (!CONTENT_TYPE.test(file.contentType)) throw new MailError('permanent', 'not a content type')
      return {
        ...file,
        fileName: oneLine(file.fileName)
          .replace(/[/\\:*?"<>|]/g, '_')
          .slice(0, 120),
      }
    }),
  }
}

/** Errors are told apart by their codes and by the command that was answered, never by the text of the message. */
function classed(error: unknown): MailError {
  if (error instanceof MailError) return error
  const { code, command, responseCode, permanent } = error as NodemailerError
  // 5xx to RCPT TO or DATA is about this mail. To anything before (greeting, sign-in, our sender) it is about us.
  const isAboutThisMail =
    (code === 'EENVELOPE' && command === 'RCPT TO') ||
    (code === 'EMESSAGE' && (command === 'DATA' || command === 'BDAT'))
  const reason = [code, command, responseCode].filter((part) => part !== undefined).join(' ')
  return new MailError(
    permanent === true && isAboutThisMail ? 'permanent' : 'retry',
    reason === '' ? 'mail could not be sent' : reason,
    { cause: error, about: code === 'EENVELOPE' ? 'address' : 'message' },
  )
}
