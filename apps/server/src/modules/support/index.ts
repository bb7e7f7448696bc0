import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { requestAvailability } from './request-availability.ts'
import { publicRoute } from '../../platform/http/call.ts'
import * as api from '@stowage/api/support'

export { appealAdded } from './events.ts'

export type Support = Module

/** The support module of one server: what people ask of us. The appeals' screens come with their own issue. */
export function createSupport(platform: Platform): Support {
  return {
    routes: [publicRoute(api.requestAvailability, async (call) => await requestAvailability(platform, call))],
  }
}
