import path from 'node:path'
import { createHelper, HelperFailed, HelperGone } from '../../platform/beside/helper-process.ts'
import type { Carrier } from '../../platform/carrier.ts'
import { MailError, type Attachment, type Mailer, type MailerOptions } from '../../platform/mail/mailer.ts'
import { renderMail, type MailCommon, type MailData, type MailKind } from './mails/index.ts'

/** All that a mail is made of, before it is drawn. */
export interface FinishedLetter<K extends MailKind = MailKind> {
  readonly to: string
  readonly kind: K
  readonly words: MailCommon & MailData[K]
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly attachments: readonly Attachment[]
  readonly messageId: string
}

/** Draws a letter and hands it to the mail server; the subject is what it was drawn with. */
export type LetterSender = Carrier<FinishedLetter, { readonly subject: string }>

/** What the sending process is asked, and how it says no. */
export interface LetterOrder {
  readonly settings: Pick<MailerOptions, 'smtpUrl' | 'from'>
  readonly letter: FinishedLetter
}
export interface LetterRefusal {
  readonly kind: MailError['kind']
  readonly about: MailError['about']
  readonly reason: string
}

const IDLE_MS = 30_000
/** More than the mailer's own deadline: it answers first. */
const PATIENCE_MS = 90_000
/** Behind the printing of papers, for which people wait at screens. */
const NICE = 10

/**
 * Letters are drawn, put together and spoken to the mail server in a process beside this one. Of a mail with its invoice that is most
 * of the work: base64 of a paper, line by line, and a heap full of what a page is made of. In the server's own process each held the event
 * loop for milliseconds, and its garbage everybody.
 */
export function createLetterSender(settings: LetterOrder['settings']): LetterSender {
  const helper = createHelper<LetterOrder>({
    program: path.join(import.meta.dirname, 'send-process.ts'),
    idleMs: IDLE_MS,
    patienceMs: PATIENCE_MS,
    nice: NICE,
  })
  return {
    async send(letter) {
      try {
        return (await helper.ask({ settings, letter })) as { readonly subject: string }
      } catch (error) {
        throw mailErrorOf(error)
      }
    },
    close: () => helper.close(),
  }
}

/** A process that is gone may have sent it: it goes again with the same message id, and mail readers show it once. */
function mailErrorOf(error: unknown): unknown {
  if (error instanceof HelperGone) return new MailError('retry', error.message, { cause: error })
  if (!(error instanceof HelperFailed)) return error
  const { kind, about, reason } = error.failure as LetterRefusal
  return kind === 'unknown' ? new Error(reason) : new MailError(kind, reason, { about })
}

/** The same in this process, by a mailer that is given. */
export function sendBy(mailer: Mailer): LetterSender {
  return {
    async send(letter) {
      const { subject, html, text } = await renderMail(letter.kind, letter.words, letter.language)
      const { to, attachments, messageId } = letter
      await mailer.send({ to, subject, html, text, attachments, messageId })
      return { subject }
    },
    close: () => mailer.close(),
  }
}
