import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Access extends Module {}

/** The access module of one server. */
export function createAccess(_platform: Platform): Access {
  return {}
}
