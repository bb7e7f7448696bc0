import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as billing from './billing.ts'
import * as booking from './booking.ts'
import * as boxes from './boxes.ts'
import * as catalog from './catalog.ts'
import * as categories from './categories.ts'
import * as company from './company.ts'
import * as contracts from './contracts.ts'
import * as electronicInvoices from './electronic-invoice.ts'
import * as corrections from './corrections.ts'
import * as exchangeRates from './exchange-rates.ts'
import * as emails from './emails.ts'
import * as managementSystem from './management-system.ts'
import * as maps from './maps.ts'
import * as messaging from './messaging.ts'
import * as months from './months.ts'
import * as payouts from './payouts.ts'
import * as monthlyBills from './monthly-bills.ts'
import * as reports from './reports.ts'
import * as rises from './rises.ts'
import * as roles from './roles.ts'
import * as sites from './sites.ts'
import * as stocks from './stocks.ts'
import * as subscriptions from './subscriptions.ts'
import * as support from './support.ts'
import * as transactions from './transactions.ts'
import * as tariffs from './tariffs.ts'
import * as withdrawals from './withdrawals.ts'
import type { AnyEndpoint } from './endpoint.ts'

/** Every call of the API, for OpenAPI and for the tests that hold it against permissions.json. */
export const endpoints: readonly AnyEndpoint[] = [
  accounts,
  roles,
  catalog,
  boxes,
  categories,
  stocks,
  tariffs,
  company,
  maps,
  managementSystem,
  booking,
  contracts,
  withdrawals,
  billing,
  corrections,
  months,
  payouts,
  exchangeRates,
  subscriptions,
  rises,
  monthlyBills,
  transactions,
  electronicInvoices,
  access,
  sites,
  support,
  messaging,
  emails,
  reports,
]
  .flatMap((module) => Object.values(module as Record<string, unknown>))
  .filter(
    (value): value is AnyEndpoint =>
      typeof value === 'object' &&
      value !== null &&
      'method' in value &&
      'path' in value &&
      'access' in value,
  )
