import * as api from '@stowage/api/reports'
import { route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { readAudit } from './audit-view.ts'

const AUDIT_PER_PAGE = 50

export function reportRoutes({ db }: Platform): Route[] {
  return [
    route(
      api.listAudit,
      async ({ query: { page, ...filter } }) =>
        await readAudit(db, filter, { page: Number(page ?? 1), pageSize: AUDIT_PER_PAGE }),
    ),
  ]
}
