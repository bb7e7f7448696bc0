import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Contracts extends Module {}

/** The contracts module of one server. */
export function createContracts(_platform: Platform): Contracts {
  return {}
}
