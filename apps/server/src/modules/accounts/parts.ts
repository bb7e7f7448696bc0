import type { Platform } from '../../platform/platform.ts'
import type { KeptFindings } from '../../platform/kept-findings.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { AccessTokens } from './access-token.ts'
import type { Cookies } from './cookies.ts'
import type { Keys } from './keys.ts'
import type { Tries } from './limit-tries.ts'

/** What the use cases of this module work with; put together once in index.ts. */
export interface Parts {
  readonly platform: Platform
  readonly keys: Keys
  readonly tokens: AccessTokens
  readonly cookies: Cookies
  readonly tries: Tries
  /** Seals identity documents at rest. */
  readonly sealer: Sealer
  /** Seals the secrets of second factors. */
  readonly factorSealer: Sealer
  /** How many accounts a list has in all. */
  readonly totals: KeptFindings<number>
}
