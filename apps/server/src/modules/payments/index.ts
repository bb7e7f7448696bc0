import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Payments extends Module {}

/** The payments module of one server. */
export function createPayments(_platform: Platform): Payments {
  return {}
}
