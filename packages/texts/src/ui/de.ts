import accounts from './de/accounts.json' with { type: 'json' }
import backoffice from './de/backoffice.json' with { type: 'json' }
import billing from './de/billing.json' with { type: 'json' }
import books from './de/books.json' with { type: 'json' }
import bills from './de/bills.json' with { type: 'json' }
import booking from './de/booking.json' with { type: 'json' }
import boxes from './de/boxes.json' with { type: 'json' }
import contracts from './de/contracts.json' with { type: 'json' }
import debits from './de/debits.json' with { type: 'json' }
import desk from './de/desk.json' with { type: 'json' }
import form from './de/form.json' with { type: 'json' }
import life from './de/life.json' with { type: 'json' }
import maps from './de/maps.json' with { type: 'json' }
import mybox from './de/mybox.json' with { type: 'json' }
import parked from './de/parked.json' with { type: 'json' }
import people from './de/people.json' with { type: 'json' }
import plan from './de/plan.json' with { type: 'json' }
import registers from './de/registers.json' with { type: 'json' }
import results from './de/results.json' with { type: 'json' }
import rises from './de/rises.json' with { type: 'json' }
import shell from './de/shell.json' with { type: 'json' }
import simulators from './de/simulators.json' with { type: 'json' }
import site from './de/site.json' with { type: 'json' }
import sites from './de/sites.json' with { type: 'json' }
import tariff from './de/tariff.json' with { type: 'json' }
import tariffs from './de/tariffs.json' with { type: 'json' }
import transactions from './de/transactions.json' with { type: 'json' }
import type { UiTexts } from './types.ts'

const texts: UiTexts = {
  accounts,
  backoffice,
  billing,
  bills,
  booking,
  books,
  boxes,
  contracts,
  debits,
  desk,
  form,
  life,
  maps,
  mybox,
  parked,
  people,
  plan,
  registers,
  results,
  rises,
  shell,
  simulators,
  site,
  sites,
  tariff,
  tariffs,
  transactions,
}
export default texts
