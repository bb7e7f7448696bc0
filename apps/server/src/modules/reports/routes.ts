import * as privacy from '@stowage/api/privacy'
import * as api from '@stowage/api/reports'
import { route, sent, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import { readAudit } from './audit-view.ts'
import { debtors } from './debtors-view.ts'
import { deskContracts } from './desk-contracts-view.ts'
import type { DeskMemory } from './desk-memory.ts'
import { latePenalties } from './penalties-view.ts'
import { tracesOf } from './person-view.ts'
import { sendExport } from './send-export.ts'
import { subscriptions } from './subscriptions-view.ts'
import { unmailedInvoices } from './unmailed-invoices-view.ts'
import { createVerifier } from './verify-chain.ts'

const AUDIT_PER_PAGE = 50
const DESK_PER_PAGE = 50

/** Numbers arrive as text in a query. */
function paged<Q extends { page?: string | undefined; pageSize?: string | undefined }>(query: Q) {
  const { page, pageSize, ...rest } = query
  return {
    ...rest,
    page: page === undefined ? undefined : Number(page),
    pageSize: Number(pageSize ?? DESK_PER_PAGE),
  }
}

export function reportRoutes(platform: Platform, accounts: Accounts, desk: DeskMemory): Route[] {
  const { db, clock } = platform
  const verify = createVerifier(platform)
  return [
    route(privacy.dataExport, async (call) => {
      await sendExport(platform, accounts, call)
      return sent
    }),
    route(privacy.findTraces, async ({ body }) => await tracesOf(db, body.email.trim().toLowerCase())),
    route(privacy.verifyAuditChain, verify),
    route(
      api.listAudit,
      async ({ query: { page, ...filter } }) =>
        await readAudit(db, filter, { page: Number(page ?? 1), pageSize: AUDIT_PER_PAGE }),
    ),
    route(
      api.listDeskContracts,
      async ({ query, actor }) =>
        await deskContracts(
          db,
          { ...paged(query), status: query.status ?? 'all' },
          actor,
          clock.now(),
          desk.totals,
        ),
    ),
    route(
      api.listDebtors,
      async ({ query, actor }) => await debtors(db, paged(query), actor, clock.now(), desk.debtors),
    ),
    route(
      api.listSubscriptions,
      async ({ query, actor }) => await subscriptions(db, paged(query), actor, desk.totals),
    ),
    route(
      api.listUnmailedInvoices,
      async ({ query, actor }) => await unmailedInvoices(db, paged(query), actor, clock.now(), desk.totals),
    ),
    route(
      api.listPenalties,
      async ({ query, actor }) =>
        await latePenalties(db, { ...paged(query), status: query.status }, actor, clock.now(), desk.totals),
    ),
  ]
}
