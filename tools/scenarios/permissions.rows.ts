import { bankCalls } from './permissions.bank.ts'
import { debitCalls } from './permissions.debits.ts'
import { billCalls } from './permissions.bills.ts'
import { bookCalls } from './permissions.books.ts'
import { boxCalls } from './permissions.boxes.ts'
import { calls as otherCalls, type Make } from './permissions.calls.ts'
import { catalogCalls } from './permissions.catalog.ts'
import { deskCalls } from './permissions.desk.ts'
import { integrationCalls } from './permissions.integrations.ts'
import { figureCalls } from './permissions.figures.ts'
import { lifeCalls } from './permissions.life.ts'
import { mapCalls } from './permissions.maps.ts'
import { paymentCalls } from './permissions.payments.ts'
import { peopleCalls } from './permissions.people.ts'
import { processorCalls } from './permissions.processors.ts'
import { recurringCalls } from './permissions.recurring.ts'
import { securityCalls } from './permissions.security.ts'
import { registerCalls } from './permissions.registers.ts'
import { riseCalls } from './permissions.rises.ts'
import { siteCalls } from './permissions.sites.ts'
import { smsCalls } from './permissions.sms.ts'
import { stockCalls } from './permissions.stocks.ts'
import { privacyCalls } from './permissions.privacy.ts'
import { supportCalls } from './permissions.support.ts'

/** How every row of permissions.json is tried, by its method and path as they stand there. */
export const calls: Readonly<Record<string, Make>> = {
  ...otherCalls,
  ...registerCalls,
  ...securityCalls,
  ...peopleCalls,
  ...lifeCalls,
  ...mapCalls,
  ...boxCalls,
  ...catalogCalls,
  ...deskCalls,
  ...figureCalls,
  ...riseCalls,
  ...stockCalls,
  ...recurringCalls,
  ...bankCalls,
  ...debitCalls,
  ...billCalls,
  ...bookCalls,
  ...paymentCalls,
  ...siteCalls,
  ...processorCalls,
  ...privacyCalls,
  ...supportCalls,
  ...smsCalls,
  ...integrationCalls,
}

/** `PUT users/{id} (password)` and `PUT users/{userId}` are one call: `PUT users/{}`. */
export const callOf = (method: string, path: string): string =>
  `${method} ${path
    .replace(/ \(.*\)$/, '')
    .replace(/\?.*$/, '')
    .split('/')
    .map((part) => (part.includes('{') ? '{}' : part))
    .join('/')}`
