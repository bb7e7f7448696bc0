import { on } from '../../platform/events/dispatcher.ts'
import type { Module } from '../../platform/module.ts'
import { sourcesWay } from '../../platform/outgoing-purposes.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountChanged, openErasedAddress, personErased } from '../accounts/index.ts'
import { externalDatesAsked } from '../billing/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { externalChangeAsked } from '../contracts/index.ts'
import { visitorErased } from '../support/index.ts'
import { eraseCustomer, eraseNamesakes } from './erasure-store.ts'
import { tellSources } from './follow-customers.ts'
import { commandQueue, countSourcesAway } from './queue-view.ts'
import { createReach } from './reach-system.ts'
import { mostRows } from './read-maps.ts'
import { managementRoutes } from './routes.ts'
import { sendCommands } from './send-commands.ts'
import { syncDue, type SyncDeps } from './sync-stock.ts'
import { takeDates, takeWish } from './take-wish.ts'

const patience = { connectMs: 3000, statementMs: 10_000 }
const MB = 1024 * 1024

/**
 * The external management system of each stock that has one: its units, contracts, documents, customers and plans are read here, and
 * what people want changed is asked of it.
 */
export function createManagementSystem(platform: Platform, modules: { catalog: Catalog }): Module {
  const { catalog } = modules
  const ways = sourcesWay(platform.config)
  const deps: SyncDeps = {
    platform,
    catalog,
    // A site of a thousand units with ten years of documents. Behind the end of its turn a reading writes nothing.
    reach: createReach({ ...patience, rows: 200_000, bytes: 256 * MB, totalMs: 5 * 60_000 }, ways),
  }
  const maps = {
    catalog,
    reach: createReach({ ...patience, rows: mostRows, bytes: 32 * MB, totalMs: 60_000 }, ways),
  }
  return {
    routes: managementRoutes(deps, maps),
    handlers: [
      on(
        externalChangeAsked,
        'management-system takes wishes',
        async (tx, { payload, at }) => await takeWish(tx, catalog, payload, at),
      ),
      on(
        externalDatesAsked,
        'management-system takes dates of documents',
        async (tx, { payload, at }) => await takeDates(tx, catalog, payload, at),
      ),
      on(
        accountChanged,
        'management-system tells sources of people',
        async (tx, { payload, at }) => await tellSources(tx, catalog, payload.accountId, at),
      ),
      on(personErased, 'management-system forgets who was imported', async (tx, { payload, at }) => {
        await eraseCustomer(tx, payload.accountId, at)
        const email = openErasedAddress(platform, payload)
        if (email !== undefined) await eraseNamesakes(tx, email, at)
      }),
      on(visitorErased, 'management-system forgets a visitor', async (tx, { payload, at }) => {
        const email = openErasedAddress(platform, payload)
        if (email !== undefined) await eraseNamesakes(tx, email, at)
      }),
    ],
    queues: async () => [await commandQueue(platform.db)],
    counts: async () => ({ sources_away: await countSourcesAway(platform.db) }),
    jobs: [
      { name: 'read-external-systems', everySeconds: 15, run: async () => await syncDue(deps) },
      { name: 'send-external-commands', everySeconds: 15, run: async () => await sendCommands(deps) },
    ],
  }
}
