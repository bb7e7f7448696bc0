import type { Platform } from '../../platform/platform.ts'
import { accountMails } from './compose-account-mails.ts'
import { billsMails } from './compose-bills-mail.ts'
import { bookingMails } from './compose-booking-mails.ts'
import { lifeMails } from './compose-life-mails.ts'
import { debitMails } from './compose-debit-mails.ts'
import { moneyMails } from './compose-money-mails.ts'
import { moneybackMails } from './compose-moneyback-mails.ts'
import { newsMails } from './compose-news-mails.ts'
import { riseMails } from './compose-rise-mails.ts'
import { siteMails } from './compose-site-mails.ts'
import { supportMails } from './compose-support-mails.ts'
import type { Composers, Letter } from './letter.ts'
import type { WaitingMail } from './mail-store.ts'
import type { MailKind } from './mails/index.ts'

export interface ComposedMail<K extends MailKind = MailKind> extends Letter<K> {
  readonly kind: K
}

const composers: Composers = {
  ...bookingMails,
  ...moneyMails,
  ...billsMails,
  ...lifeMails,
  ...debitMails,
  ...moneybackMails,
  ...accountMails,
  ...riseMails,
  ...siteMails,
  ...newsMails,
  ...supportMails,
}

/**
 * What a waiting mail says, read when it is sent: facts as they are now, papers as they were signed and issued. Undefined
 * where its subject is gone (an account deleted meanwhile): then there is nobody to write to.
 */
export async function composeMail(platform: Platform, mail: WaitingMail): Promise<ComposedMail | undefined> {
  const kind = mail.kind as MailKind
  const letter = await composers[kind](platform, mail)
  return letter && { kind, ...letter }
}
