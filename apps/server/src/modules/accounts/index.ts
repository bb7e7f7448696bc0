import type { Actor } from '../../platform/http/actor.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Accounts extends Module {
  /** The account behind an access token as it is now; null for no valid session. */
  authenticate(token: string): Promise<Actor | null>
}

/** The accounts module of one server. */
export function createAccounts(_platform: Platform): Accounts {
  return { authenticate: async () => null }
}
