import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Catalog extends Module {}

/** The catalog module of one server. */
export function createCatalog(_platform: Platform): Catalog {
  return {}
}
