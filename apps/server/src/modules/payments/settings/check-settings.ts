import type { Config } from '../../../platform/config.ts'
import { fail } from '../../../platform/failure.ts'
import { processorsWay } from '../../../platform/outgoing-purposes.ts'
import { takesCurrency } from '@stowage/domain/pay-method'
import type { KeptSettings } from './processor-store.ts'

type Bounds = Pick<Config, 'demo' | 'processorsAllowedAddresses'>

/** An address as it is kept: without what a browser's address line adds. @throws Failure 1005 */
export function plainUrl(given: string): string {
  if (!URL.canParse(given)) return fail(1005, { field: 'url' })
  const { protocol, username, password, search, hash, origin, pathname } = new URL(given)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '' || search !== '' || hash !== '')
    return fail(1005, { field: 'url' })
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

/**
 * What no processor can do, whoever sets it up.
 * @throws Failure 1005 for a path where there is none, 9114 for an address inside; 9150 for currencies and methods that do not go together
 */
export function refuseImpossible(bounds: Bounds, settings: KeptSettings): void {
  if (settings.url !== null && !processorsWay(bounds).mayCall(settings.url)) fail(9114, { field: 'url' })
  if (settings.kind === 'paykeeper') {
    // The real service knows roubles only and takes any figure for roubles; simulators have a cabinet for each currency.
    if (settings.currency !== 'RUB' && !bounds.demo)
      fail(9150, { field: 'currency', params: { by: 'roubles' } })
    return
  }
  // Its adapter has no place for a path.
  if (settings.url !== null && new URL(settings.url).pathname !== '/') fail(1005, { field: 'url' })
  // Another address than Stripe's own is a simulator, and gets the keys.
  if (settings.url !== null && !processorsWay(bounds).isNamedUrl(settings.url)) fail(9114, { field: 'url' })
  const stray = settings.methods.find(
    (method) => !settings.currencies.some((currency) => takesCurrency(method, currency)),
  )
  if (stray !== undefined)
    fail(9150, { field: 'methods', params: { by: stray === 'sepa' ? 'sepaEuro' : 'noCurrency' } })
}
