import type { WriteMail } from './mail-content.ts'
import { accountLetters } from './write-account-mails.ts'
import { bookingLetters } from './write-booking-mails.ts'
import { moneyLetters } from './write-money-mails.ts'
import { riseLetters } from './write-rise-mails.ts'

export const writeMail: WriteMail = { ...bookingLetters, ...moneyLetters, ...accountLetters, ...riseLetters }
