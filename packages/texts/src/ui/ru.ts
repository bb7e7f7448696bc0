import accounts from './ru/accounts.json' with { type: 'json' }
import backoffice from './ru/backoffice.json' with { type: 'json' }
import bank from './ru/bank.json' with { type: 'json' }
import billing from './ru/billing.json' with { type: 'json' }
import books from './ru/books.json' with { type: 'json' }
import bills from './ru/bills.json' with { type: 'json' }
import booking from './ru/booking.json' with { type: 'json' }
import boxes from './ru/boxes.json' with { type: 'json' }
import contracts from './ru/contracts.json' with { type: 'json' }
import debits from './ru/debits.json' with { type: 'json' }
import desk from './ru/desk.json' with { type: 'json' }
import form from './ru/form.json' with { type: 'json' }
import imports from './ru/imports.json' with { type: 'json' }
import inbox from './ru/inbox.json' with { type: 'json' }
import integrations from './ru/integrations.json' with { type: 'json' }
import life from './ru/life.json' with { type: 'json' }
import maps from './ru/maps.json' with { type: 'json' }
import messages from './ru/messages.json' with { type: 'json' }
import moneyback from './ru/moneyback.json' with { type: 'json' }
import mybox from './ru/mybox.json' with { type: 'json' }
import parked from './ru/parked.json' with { type: 'json' }
import paying from './ru/paying.json' with { type: 'json' }
import payments from './ru/payments.json' with { type: 'json' }
import people from './ru/people.json' with { type: 'json' }
import plan from './ru/plan.json' with { type: 'json' }
import privacy from './ru/privacy.json' with { type: 'json' }
import processors from './ru/processors.json' with { type: 'json' }
import registers from './ru/registers.json' with { type: 'json' }
import reports from './ru/reports.json' with { type: 'json' }
import results from './ru/results.json' with { type: 'json' }
import rises from './ru/rises.json' with { type: 'json' }
import security from './ru/security.json' with { type: 'json' }
import shell from './ru/shell.json' with { type: 'json' }
import simulators from './ru/simulators.json' with { type: 'json' }
import site from './ru/site.json' with { type: 'json' }
import sites from './ru/sites.json' with { type: 'json' }
import sms from './ru/sms.json' with { type: 'json' }
import sources from './ru/sources.json' with { type: 'json' }
import support from './ru/support.json' with { type: 'json' }
import system from './ru/system.json' with { type: 'json' }
import takeout from './ru/takeout.json' with { type: 'json' }
import tariff from './ru/tariff.json' with { type: 'json' }
import tariffs from './ru/tariffs.json' with { type: 'json' }
import transactions from './ru/transactions.json' with { type: 'json' }

/** Russian leads: its keys are the keys of every language (types.ts). */
export default {
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
