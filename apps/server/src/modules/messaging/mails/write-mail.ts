import type { WriteMail } from './mail-content.ts'
import { accountLetters } from './write-account-mails.ts'
import { bookingLetters } from './write-booking-mails.ts'
import { lifeLetters } from './write-life-mails.ts'
import { debitLetters } from './write-debit-mails.ts'
import { moneyLetters } from './write-money-mails.ts'
import { moneybackLetters } from './write-moneyback-mails.ts'
import { riseLetters } from './write-rise-mails.ts'
import { siteLetters } from './write-site-mails.ts'
import { supportLetters } from './write-support-mails.ts'

export const writeMail: WriteMail = {
  ...bookingLetters,
  ...moneyLetters,
  ...lifeLetters,
  ...debitLetters,
  ...moneybackLetters,
  ...accountLetters,
  ...riseLetters,
  ...siteLetters,
  ...supportLetters,
}
