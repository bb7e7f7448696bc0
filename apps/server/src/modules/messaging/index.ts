import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Messaging extends Module {}

/** The messaging module of one server. */
export function createMessaging(_platform: Platform): Messaging {
  return {}
}
