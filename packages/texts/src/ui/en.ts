import accounts from './en/accounts.json' with { type: 'json' }
import backoffice from './en/backoffice.json' with { type: 'json' }
import bank from './en/bank.json' with { type: 'json' }
import billing from './en/billing.json' with { type: 'json' }
import books from './en/books.json' with { type: 'json' }
import bills from './en/bills.json' with { type: 'json' }
import booking from './en/booking.json' with { type: 'json' }
import boxes from './en/boxes.json' with { type: 'json' }
import contracts from './en/contracts.json' with { type: 'json' }
import debits from './en/debits.json' with { type: 'json' }
import desk from './en/desk.json' with { type: 'json' }
import form from './en/form.json' with { type: 'json' }
import imports from './en/imports.json' with { type: 'json' }
import inbox from './en/inbox.json' with { type: 'json' }
import integrations from './en/integrations.json' with { type: 'json' }
import life from './en/life.json' with { type: 'json' }
import maps from './en/maps.json' with { type: 'json' }
import messages from './en/messages.json' with { type: 'json' }
import moneyback from './en/moneyback.json' with { type: 'json' }
import mybox from './en/mybox.json' with { type: 'json' }
import parked from './en/parked.json' with { type: 'json' }
import paying from './en/paying.json' with { type: 'json' }
import payments from './en/payments.json' with { type: 'json' }
import people from './en/people.json' with { type: 'json' }
import plan from './en/plan.json' with { type: 'json' }
import privacy from './en/privacy.json' with { type: 'json' }
import processors from './en/processors.json' with { type: 'json' }
import registers from './en/registers.json' with { type: 'json' }
import reports from './en/reports.json' with { type: 'json' }
import results from './en/results.json' with { type: 'json' }
import rises from './en/rises.json' with { type: 'json' }
import security from './en/security.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import simulators from './en/simulators.json' with { type: 'json' }
import site from './en/site.json' with { type: 'json' }
import sites from './en/sites.json' with { type: 'json' }
import sms from './en/sms.json' with { type: 'json' }
import sources from './en/sources.json' with { type: 'json' }
import support from './en/support.json' with { type: 'json' }
import system from './en/system.json' with { type: 'json' }
import takeout from './en/takeout.json' with { type: 'json' }
import tariff from './en/tariff.json' with { type: 'json' }
import tariffs from './en/tariffs.json' with { type: 'json' }
import transactions from './en/transactions.json' with { type: 'json' }
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
