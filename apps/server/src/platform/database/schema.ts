// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { AccessTables } from './schema/access.ts'
import type { AccountsTables } from './schema/accounts.ts'
import type { BillingTables } from './schema/billing.ts'
import type { BookingTables } from './schema/booking.ts'
import type { CatalogTables } from './schema/catalog.ts'
import type { ContractsTables } from './schema/contracts.ts'
import type { ManagementSystemTables } from './schema/management-system.ts'
import type { MapsTables } from './schema/maps.ts'
import type { MessagingTables } from './schema/messaging.ts'
import type { PaymentsTables } from './schema/payments.ts'
import type { PlatformTables } from './schema/platform.ts'
import type { ReportsTables } from './schema/reports.ts'
import type { SupportTables } from './schema/support.ts'

export interface Schema
  extends
    AccessTables,
    AccountsTables,
    BillingTables,
    BookingTables,
    CatalogTables,
    ContractsTables,
    ManagementSystemTables,
    MapsTables,
    MessagingTables,
    PaymentsTables,
    PlatformTables,
    ReportsTables,
    SupportTables {}
