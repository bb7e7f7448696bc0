import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as apiKeys from './api-keys.ts'
import * as bank from './bank.ts'
import * as billing from './billing.ts'
import * as booking from './booking.ts'
import * as boxes from './boxes.ts'
import * as catalog from './catalog.ts'
import * as categories from './categories.ts'
import * as company from './company.ts'
import * as companyExports from './company-exports.ts'
import * as contracts from './contracts.ts'
import * as debitBatches from './debit-batches.ts'
import * as electronicInvoices from './electronic-invoice.ts'
import * as corrections from './corrections.ts'
import * as exchangeRates from './exchange-rates.ts'
import * as emails from './emails.ts'
import * as sms from './sms.ts'
import * as inbox from './inbox.ts'
import * as mailPreviews from './mail-previews.ts'
import * as managementSystem from './management-system.ts'
import * as maps from './maps.ts'
import * as messaging from './messaging.ts'
import * as months from './months.ts'
import * as payments from './payments.ts'
import * as payouts from './payouts.ts'
import * as monthlyBills from './monthly-bills.ts'
import * as refunds from './refunds.ts'
import * as privacy from './privacy.ts'
import * as processors from './processors.ts'
import * as reportFigures from './report-figures.ts'
import * as reports from './reports.ts'
import * as rises from './rises.ts'
import * as roles from './roles.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as sites from './sites.ts'
import * as stocks from './stocks.ts'
import * as subscriptions from './subscriptions.ts'
import * as support from './support.ts'
import * as tableImports from './table-imports.ts'
import * as transactions from './transactions.ts'
import * as system from './system.ts'
import * as tariffs from './tariffs.ts'
import * as webhooks from './webhooks.ts'
import * as withdrawals from './withdrawals.ts'
import type { AnyEndpoint } from './endpoint.ts'

/** Every call of the API, for OpenAPI and for the tests that hold it against permissions.json. */
export const endpoints: readonly AnyEndpoint[] = [
  accounts,
  tableImports,
  secondFactor,
  sessions,
  roles,
  apiKeys,
  privacy,
  catalog,
  boxes,
  categories,
  stocks,
  tariffs,
  system,
  company,
  maps,
  managementSystem,
  booking,
  contracts,
  withdrawals,
  billing,
  bank,
  debitBatches,
  corrections,
  months,
  payments,
  payouts,
  refunds,
  exchangeRates,
  subscriptions,
  rises,
  monthlyBills,
  transactions,
  processors,
  electronicInvoices,
  access,
  sites,
  support,
  messaging,
  mailPreviews,
  inbox,
  emails,
  sms,
  webhooks,
  reports,
  reportFigures,
  companyExports,
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
