import accounts from './de/accounts.json' with { type: 'json' }
import backoffice from './de/backoffice.json' with { type: 'json' }
import bank from './de/bank.json' with { type: 'json' }
import billing from './de/billing.json' with { type: 'json' }
import books from './de/books.json' with { type: 'json' }
import bills from './de/bills.json' with { type: 'json' }
import booking from './de/booking.json' with { type: 'json' }
import boxes from './de/boxes.json' with { type: 'json' }
import contracts from './de/contracts.json' with { type: 'json' }
import debits from './de/debits.json' with { type: 'json' }
import desk from './de/desk.json' with { type: 'json' }
import form from './de/form.json' with { type: 'json' }
import imports from './de/imports.json' with { type: 'json' }
import inbox from './de/inbox.json' with { type: 'json' }
import integrations from './de/integrations.json' with { type: 'json' }
import life from './de/life.json' with { type: 'json' }
import maps from './de/maps.json' with { type: 'json' }
import messages from './de/messages.json' with { type: 'json' }
import moneyback from './de/moneyback.json' with { type: 'json' }
import mybox from './de/mybox.json' with { type: 'json' }
import parked from './de/parked.json' with { type: 'json' }
import paying from './de/paying.json' with { type: 'json' }
import payments from './de/payments.json' with { type: 'json' }
import people from './de/people.json' with { type: 'json' }
import plan from './de/plan.json' with { type: 'json' }
import privacy from './de/privacy.json' with { type: 'json' }
import processors from './de/processors.json' with { type: 'json' }
import registers from './de/registers.json' with { type: 'json' }
import reports from './de/reports.json' with { type: 'json' }
import results from './de/results.json' with { type: 'json' }
import rises from './de/rises.json' with { type: 'json' }
import security from './de/security.json' with { type: 'json' }
import shell from './de/shell.json' with { type: 'json' }
import simulators from './de/simulators.json' with { type: 'json' }
import site from './de/site.json' with { type: 'json' }
import sites from './de/sites.json' with { type: 'json' }
import sms from './de/sms.json' with { type: 'json' }
import sources from './de/sources.json' with { type: 'json' }
import support from './de/support.json' with { type: 'json' }
import system from './de/system.json' with { type: 'json' }
import takeout from './de/takeout.json' with { type: 'json' }
import tariff from './de/tariff.json' with { type: 'json' }
import tariffs from './de/tariffs.json' with { type: 'json' }
import transactions from './de/transactions.json' with { type: 'json' }
import type { UiTexts } from './types.ts'

const texts: UiTexts = {
  accounts,
  backoffice,
  bank,
  billing,
  bills,
  booking,
  books,
  boxes,
  contracts,
  debits,
  desk,
  form,
  imports,
  inbox,
  integrations,
  life,
  maps,
  messages,
  moneyback,
  mybox,
  parked,
  paying,
  payments,
  people,
  plan,
  privacy,
  processors,
  registers,
  reports,
  results,
  rises,
  security,
  shell,
  simulators,
  site,
  sites,
  sms,
  sources,
  support,
  system,
  takeout,
  tariff,
  tariffs,
  transactions,
}
export default texts
