import { machineNow } from '../../platform/clock.ts'
import { MailError } from '../../platform/mail/mailer.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BulkPace } from './bulk-pace.ts'
import { composeMail, type ComposedMail } from './compose-mail.ts'
import type { FinishedLetter, LetterSender } from './letter-sender.ts'
import { giveUp, markSent, postpone, takeDueMail, type WaitingMail } from './mail-store.ts'
import type { MailKind } from './mails/index.ts'

/** A mail that somebody is sending is nobody else's for this long; whoever dies meanwhile leaves it to the next. */
const LEASE_SECONDS = 120
/** After these many tries (about three days) a mail is given up and stays visible as failed. */
const MAX_ATTEMPTS = 40
/** A mail waits for its paper and for each word of the mail server, so some are on their way at a time. */
const AT_ONCE = 4
/**
 * Job: sends what waits, a few at a time, outside any transaction. The mail server gone: the mail stays and follows later
 * (5 s, 10, 20 … at most 2 h apart). The message id is the same at every try, so that a lost answer does not show twice.
 * @returns how many were sent
 */
export async function sendDueMails(
  platform: Platform,
  sender: LetterSender,
  stopping?: AbortSignal,
): Promise<number> {
  return await sendSideBySide(platform, sender, {
    lane: 'single',
    atOnce: AT_ONCE,
    until: Infinity,
    ...(stopping === undefined ? {} : { stopping }),
  })
}

/** All that a night has written, as fast as it goes: behind a move of the clock. @returns how many were sent */
export async function sendAllBulkMails(platform: Platform, sender: LetterSender): Promise<number> {
  return await sendSideBySide(platform, sender, { lane: 'bulk', atOnce: AT_ONCE, until: Infinity })
}

interface Lane {
  readonly lane: 'single' | 'bulk'
  readonly atOnce: number
  readonly until: number
  /** Whoever waits for a thousand mails at his end is cut. */
  readonly stopping?: AbortSignal
}

async function sendSideBySide(platform: Platform, sender: LetterSender, lane: Lane): Promise<number> {
  const server = { isAway: false }
  const sent = await Promise.all(
    Array.from({ length: lane.atOnce }, async () => await sendOneByOne(platform, sender, server, lane)),
  )
  return sent.reduce((sum, count) => sum + count, 0)
}

/**
 * Job, once a second: the mails that a night or the calendar writes by the thousand, for a part of that second; making a letter and its
 * paper takes the processors that requests need. What is left follows at the next turn.
 * @returns how many were sent
 */
export async function sendBulkMails(
  platform: Platform,
  sender: LetterSender,
  pace: BulkPace,
  stopping?: AbortSignal,
): Promise<number> {
  const { forMs, atOnce } = pace.begin()
  try {
    const until = performance.now() + forMs
    return await sendSideBySide(platform, sender, {
      lane: 'bulk',
      atOnce,
      until,
      ...(stopping === undefined ? {} : { stopping }),
    })
  } finally {
    pace.end()
  }
}

async function sendOneByOne(
  platform: Platform,
  sender: LetterSender,
  server: { isAway: boolean },
  { lane, until, stopping }: Lane,
): Promise<number> {
  let sent = 0
  for (;;) {
    // It is away for the next one too: come back later instead of trying each.
    const isOver = server.isAway || stopping?.aborted === true || performance.now() >= until
    const mail = isOver ? undefined : await takeDueMail(platform.db, machineNow(), LEASE_SECONDS, lane)
    if (!mail) return sent
    try {
      await send(platform, sender, mail)
      sent += 1
    } catch (error) {
      const isFinal =
        (error instanceof MailError && error.kind === 'permanent') || mail.attempts >= MAX_ATTEMPTS
      platform.log.warn(
        { err: error, mail: mail.id, kind: mail.kind, attempts: mail.attempts, isFinal },
        'a mail could not be sent',
      )
      const reason = error instanceof Error ? error.message : String(error)
      if (isFinal) {
        const isRefused = error instanceof MailError && error.kind === 'permanent'
        await giveUp(platform.db, mail, isRefused ? error.about : 'tries', reason, platform.clock.now())
      } else {
        const wait = Math.min(7200, 5 * 2 ** Math.min(mail.attempts - 1, 12))
        await postpone(platform.db, mail.id, reason, machineNow().add({ seconds: wait }))
      }
      if (error instanceof MailError && error.kind === 'retry') server.isAway = true
    }
  }
}

async function send(platform: Platform, sender: LetterSender, mail: WaitingMail): Promise<void> {
  const composed = await composeMail(platform, mail)
  if (!composed) {
    await giveUp(platform.db, mail, 'gone', 'its subject is gone', platform.clock.now())
    return
  }
  const { subject } = await sender.send(finished(platform, composed, mail))
  await markSent(platform.db, mail, subject, platform.clock.now())
}

const finished = <K extends MailKind>(
  { config }: Platform,
  composed: ComposedMail<K>,
  mail: WaitingMail,
): FinishedLetter<K> => ({
  to: mail.recipient,
  kind: composed.kind,
  words: { ...composed.common, ...composed.data },
  language: mail.language,
  attachments: composed.attachments,
  messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
})
