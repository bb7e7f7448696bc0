import { ConfigError } from '../config-error.ts'
import type { TwilioSettings } from './twilio.ts'

export interface SmsSettings {
  /** Without it there are no short messages, and nobody is offered any. */
  readonly gateway: TwilioSettings | undefined
  /** Of all accounts together in 24 hours: what a flood can cost at most. */
  readonly perDay: number
  /** How numbers begin that may be written to: some elsewhere are made to earn from what is sent there. */
  readonly prefixes: readonly string[]
}

const FROM = /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 &+_-]{1,11})$/
const MOST_PER_DAY = 1_000_000

/** The settings of short messages (docs/operations/sms.md). @throws ConfigError */
export function readSms(given: (name: string) => string | undefined): SmsSettings {
  const prefixes = (given('SMS_PREFIXES') ?? '+7,+3,+4').split(',').map((entry) => entry.trim())
  if (!prefixes.every((entry) => /^\+[1-9]\d{0,6}$/.test(entry)))
    throw new ConfigError('SMS_PREFIXES', 'beginnings of numbers separated by commas, like +7,+49')
  const perDay = given('SMS_PER_DAY') ?? '500'
  if (!/^\d{1,7}$/.test(perDay) || Number(perDay) > MOST_PER_DAY)
    throw new ConfigError('SMS_PER_DAY', `a whole number from 0 to ${MOST_PER_DAY}`)
  return { gateway: readGateway(given), perDay: Number(perDay), prefixes }
}

function readGateway(given: (name: string) => string | undefined): TwilioSettings | undefined {
  const accountSid = given('TWILIO_ACCOUNT_SID')
  const authToken = given('TWILIO_AUTH_TOKEN')
  const from = given('TWILIO_FROM')
  const url = given('TWILIO_URL')
  if (accountSid === undefined || authToken === undefined || from === undefined) {
    if ([accountSid, authToken, from, url].some((part) => part !== undefined))
      throw new ConfigError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM', 'all or none')
    return undefined
  }
  if (!/^AC[0-9a-f]{32}$/.test(accountSid))
    throw new ConfigError('TWILIO_ACCOUNT_SID', 'AC and 32 digits or letters from a to f')
  if (!FROM.test(from))
    throw new ConfigError(
      'TWILIO_FROM',
      'a number like +491701234567, a name of up to eleven Latin letters, or a messaging service (MG…)',
    )
  // The token and the words of people go there: in the clear to this machine only.
  const isSafe =
    url === undefined ||
    (URL.canParse(url) &&
      (new URL(url).protocol === 'https:' || /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:|\/|$)/.test(url)))
  if (!isSafe) throw new ConfigError('TWILIO_URL', 'an https address like https://api.twilio.com')
  return { url: (url ?? 'https://api.twilio.com').replace(/\/+$/, ''), accountSid, authToken, from }
}
