import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Support extends Module {}

/** The support module of one server. */
export function createSupport(_platform: Platform): Support {
  return {}
}
