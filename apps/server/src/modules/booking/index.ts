import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Booking extends Module {}

/** The booking module of one server. */
export function createBooking(_platform: Platform): Booking {
  return {}
}
