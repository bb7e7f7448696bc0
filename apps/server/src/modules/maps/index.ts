import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Maps extends Module {}

/** The maps module of one server. */
export function createMaps(_platform: Platform): Maps {
  return {}
}
