import type { Cast, Make } from './permissions.calls.ts'

const at = ({ house }: Cast, rest: string): string => `stocks/${house.stock.stockId}/${rest}`

/** How the rows about the locks server of a stock are tried. None is paired in this house. */
export const siteCalls: Readonly<Record<string, Make>> = {
  'GET stocks/{id}/site': (cast) => ({ url: at(cast, 'site') }),
  'GET stocks/{id}/site/locks': (cast) => ({ url: at(cast, 'site/locks') }),
  'POST stocks/{id}/site/pairing': (cast) => ({ url: at(cast, 'site/pairing'), body: {} }),
  'POST stocks/{id}/site/holder': (cast) => ({
    url: at(cast, 'site/holder'),
    body: { instance: 'another-machine', keep: 'present' },
  }),
  'DELETE stocks/{id}/site': async (cast, role) => {
    const { platform, modules } = cast.house.world.running
    const { stockId } = cast.house.stock
    // Unpaired once, there is nothing left to unpair.
    if (role === 'superUser')
      await modules.access.sites.register(platform.transact, {
        stockId,
        keyId: 'k2',
        secret: 'another-site-secret',
      })
    return { url: at(cast, 'site') }
  },
  'POST stocks/{id}/site/test-lock': (cast) => ({
    url: at(cast, 'site/test-lock'),
    body: { lockId: '0:01:01' },
  }),
  'GET stocks/{id}/site/settings': (cast) => ({ url: at(cast, 'site/settings') }),
  'PUT stocks/{id}/site/settings': (cast) => ({
    url: at(cast, 'site/settings'),
    body: { leftOpenMinutes: 30 },
  }),
  'PUT users/{id}/block': ({ clara }) => ({
    url: `users/${clara.id}/block`,
    body: { reason: 'Call us' },
    as: { own: clara },
  }),
  'DELETE users/{id}/block': ({ clara }) => ({ url: `users/${clara.id}/block`, as: { own: clara } }),
  'GET stocks/{id}/open-now': (cast) => ({ url: at(cast, 'open-now') }),
  'GET contracts/{contractId}/access': ({ clara }) => ({ url: `contracts/${clara.contractId}/access` }),
  'GET site-gateway/{siteId}/certificate': ({ house }) => ({
    url: `site-gateway/${house.stock.stockId}/certificate`,
  }),
  'PUT site-gateway/{siteId}/certificate': ({ house }) => ({
    url: `site-gateway/${house.stock.stockId}/certificate`,
    body: { certificate: null },
  }),
  'POST site-gateway/pair': () => ({
    url: 'site-gateway/pair',
    body: { code: 'AAAAA-AAAAA', version: '1' },
  }),
}
