import { machineNow } from '../../platform/clock.ts'
import { MailError, type Mailer } from '../../platform/mail/mailer.ts'
import type { Platform } from '../../platform/platform.ts'
import { composeMail, type ComposedMail } from './compose-mail.ts'
import { markSent, postpone, takeDueMail, type WaitingMail } from './mail-store.ts'
import { renderMail, type MailKind } from './mails/index.ts'

/** A mail that somebody is sending is nobody else's for this long; whoever dies meanwhile leaves it to the next. */
const LEASE_SECONDS = 120
/** After these many tries (about three days) a mail is given up and stays visible as failed. */
const MAX_ATTEMPTS = 40

/**
 * Job: sends what waits, one after another, outside any transaction. The mail server gone: the mail stays and follows later
 * (5 s, 10, 20 … at most 2 h apart). The message id is the same at every try, so that a lost answer does not show twice.
 * @returns how many were sent
 */
export async function sendDueMails(platform: Platform, mailer: Mailer): Promise<number> {
  let sent = 0
  for (;;) {
    const mail = await takeDueMail(platform.db, machineNow(), LEASE_SECONDS)
    if (!mail) return sent
    try {
      await send(platform, mailer, mail)
      sent += 1
    } catch (error) {
      const isFinal =
        (error instanceof MailError && error.kind === 'permanent') || mail.attempts >= MAX_ATTEMPTS
      platform.log.warn(
        { err: error, mail: mail.id, kind: mail.kind, attempts: mail.attempts, isFinal },
        'a mail could not be sent',
      )
      const wait = Math.min(7200, 5 * 2 ** Math.min(mail.attempts - 1, 12))
      await postpone(
        platform.db,
        mail.id,
        error instanceof Error ? error.message : String(error),
        isFinal ? null : machineNow().add({ seconds: wait }),
      )
      // The server is away for the next one too: come back later instead of trying each.
      if (error instanceof MailError && error.kind === 'retry') return sent
    }
  }
}

async function send(platform: Platform, mailer: Mailer, mail: WaitingMail): Promise<void> {
  const composed = await composeMail(platform, mail)
  if (!composed) {
    await postpone(platform.db, mail.id, 'its subject is gone', null)
    return
  }
  const { subject, html, text } = await render(composed, mail)
  const host = new URL(platform.config.publicUrl).hostname
  await mailer.send({
    to: mail.recipient,
    subject,
    html,
    text,
    attachments: composed.attachments,
    messageId: `<${mail.id}@${host}>`,
  })
  await markSent(platform.db, mail.id, subject, platform.clock.now())
}

const render = async <K extends MailKind>(composed: ComposedMail<K>, mail: WaitingMail) =>
  await renderMail(composed.kind, { ...composed.common, ...composed.data }, mail.language)
