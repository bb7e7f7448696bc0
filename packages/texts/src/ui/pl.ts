import accounts from './pl/accounts.json' with { type: 'json' }
import backoffice from './pl/backoffice.json' with { type: 'json' }
import bank from './pl/bank.json' with { type: 'json' }
import billing from './pl/billing.json' with { type: 'json' }
import books from './pl/books.json' with { type: 'json' }
import bills from './pl/bills.json' with { type: 'json' }
import booking from './pl/booking.json' with { type: 'json' }
import boxes from './pl/boxes.json' with { type: 'json' }
import contracts from './pl/contracts.json' with { type: 'json' }
import debits from './pl/debits.json' with { type: 'json' }
import desk from './pl/desk.json' with { type: 'json' }
import form from './pl/form.json' with { type: 'json' }
import imports from './pl/imports.json' with { type: 'json' }
import inbox from './pl/inbox.json' with { type: 'json' }
import integrations from './pl/integrations.json' with { type: 'json' }
import life from './pl/life.json' with { type: 'json' }
import maps from './pl/maps.json' with { type: 'json' }
import messages from './pl/messages.json' with { type: 'json' }
import moneyback from './pl/moneyback.json' with { type: 'json' }
import mybox from './pl/mybox.json' with { type: 'json' }
import parked from './pl/parked.json' with { type: 'json' }
import paying from './pl/paying.json' with { type: 'json' }
import payments from './pl/payments.json' with { type: 'json' }
import people from './pl/people.json' with { type: 'json' }
import plan from './pl/plan.json' with { type: 'json' }
import privacy from './pl/privacy.json' with { type: 'json' }
import processors from './pl/processors.json' with { type: 'json' }
import registers from './pl/registers.json' with { type: 'json' }
import reports from './pl/reports.json' with { type: 'json' }
import results from './pl/results.json' with { type: 'json' }
import rises from './pl/rises.json' with { type: 'json' }
import security from './pl/security.json' with { type: 'json' }
import shell from './pl/shell.json' with { type: 'json' }
import simulators from './pl/simulators.json' with { type: 'json' }
import site from './pl/site.json' with { type: 'json' }
import sites from './pl/sites.json' with { type: 'json' }
import sms from './pl/sms.json' with { type: 'json' }
import sources from './pl/sources.json' with { type: 'json' }
import support from './pl/support.json' with { type: 'json' }
import system from './pl/system.json' with { type: 'json' }
import takeout from './pl/takeout.json' with { type: 'json' }
import tariff from './pl/tariff.json' with { type: 'json' }
import tariffs from './pl/tariffs.json' with { type: 'json' }
import transactions from './pl/transactions.json' with { type: 'json' }
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
