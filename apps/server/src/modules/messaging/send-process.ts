import type { Answered, Ordered } from '../../platform/beside/helper-process.ts'
import { createMailer, MailError, type Mailer } from '../../platform/mail/mailer.ts'
import { sendBy, type LetterOrder, type LetterRefusal, type LetterSender } from './letter-sender.ts'

// The process in which letters are drawn and sent: started by letter-sender.ts, and ended by it or with it. Nothing imports this file.

const senders = new Map<string, LetterSender>()

/** One per mail server; settings come with the order, and not in an environment or an argument that other users may read. */
function senderOf({ smtpUrl, from }: LetterOrder['settings']): LetterSender {
  const key = JSON.stringify([smtpUrl, from])
  const known = senders.get(key)
  if (known) return known
  const mailer: Mailer = createMailer({ smtpUrl, from })
  const made = sendBy(mailer)
  senders.set(key, made)
  return made
}

/** Without a callback of its own, an answer to a server that was killed would end this process with a cry instead of quietly. */
function tell(answered: Answered): void {
  process.send?.(answered, undefined, undefined, () => undefined)
}

process.on('message', ({ number, asked }: Ordered<LetterOrder>) => {
  const { settings, letter } = asked
  senderOf(settings)
    .send(letter)
    .then(
      (answer) => tell({ number, answer }),
      (error: unknown) => tell({ number, failure: refusalOf(error) }),
    )
    // The server is gone meanwhile.
    .catch(() => process.exit(0))
})

/** What is no error of a mailer is a defect of ours, told with its place and tried again as any other. */
function refusalOf(error: unknown): LetterRefusal {
  if (error instanceof MailError) return { kind: error.kind, about: error.about, reason: error.message }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { kind: 'unknown', about: 'message', reason }
}

// The server is gone, in whatever way.
process.once('disconnect', () => process.exit(0))
// Ctrl-C in the terminal reaches this process too; the server lets what is on its way arrive, then ends it.
process.on('SIGINT', () => undefined)
