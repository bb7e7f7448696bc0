import { getExternalMaps } from '@stowage/api/management-system'
import { route } from '../../platform/http/call.ts'
import type { Module } from '../../platform/module.ts'
import { mayReach } from '../../platform/outgoing-address.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import { createPostgresSource } from './postgres-view.ts'
import { mostRows, readMaps, type ReadMapsDeps } from './read-maps.ts'

/** The external management system of each stock that has one: what it shows is read here, nothing is written to it. */
export function createManagementSystem(platform: Platform, modules: { catalog: Catalog }): Module {
  const deps: ReadMapsDeps = {
    catalog: modules.catalog,
    source: createPostgresSource({
      connectMs: 3000,
      statementMs: 10_000,
      rows: mostRows,
      bytes: 32 * 1024 * 1024,
    }),
    mayReach: (host, port) => mayReach(platform.config.locksAllowedAddresses, host, port),
  }
  return {
    routes: [route(getExternalMaps, async ({ params }) => await readMaps(deps, params.stockId))],
  }
}
