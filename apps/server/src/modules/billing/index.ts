import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Billing extends Module {}

/** The billing module of one server. */
export function createBilling(_platform: Platform): Billing {
  return {}
}
