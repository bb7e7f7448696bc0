import { createAccess } from './modules/access/index.ts'
import { createAccounts } from './modules/accounts/index.ts'
import { createBilling } from './modules/billing/index.ts'
import { createBooking } from './modules/booking/index.ts'
import { createCatalog } from './modules/catalog/index.ts'
import { createContracts } from './modules/contracts/index.ts'
import { createManagementSystem } from './modules/management-system/index.ts'
import { createMaps } from './modules/maps/index.ts'
import { createMessaging } from './modules/messaging/index.ts'
import { createPayments } from './modules/payments/index.ts'
import { createReports } from './modules/reports/index.ts'
import { createSupport } from './modules/support/index.ts'
import type { Platform } from './platform/platform.ts'

export type Modules = Awaited<ReturnType<typeof createModules>>

/** Each module with those below it that it calls: arrows go down. */
export async function createModules(platform: Platform) {
  const accounts = createAccounts(platform)
  const catalog = createCatalog(platform)
  const payments = createPayments(platform)
  const billing = createBilling(platform, { payments, catalog })
  const contracts = createContracts(platform, { accounts, payments, catalog })
  const booking = createBooking(platform, { payments, catalog })
  const maps = createMaps(platform)
  const access = createAccess(platform, { catalog })
  const support = createSupport(platform)
  const messaging = createMessaging(platform)
  const managementSystem = createManagementSystem(platform, { catalog })
  const reports = createReports(platform, { accounts })
  return {
    accounts,
    catalog,
    payments,
    billing,
    contracts,
    booking,
    maps,
    access,
    support,
    messaging,
    managementSystem,
    reports,
  }
}
