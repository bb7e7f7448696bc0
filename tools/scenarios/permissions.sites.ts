import type { Cast, Make } from './permissions.calls.ts'

const at = ({ house }: Cast, rest: string): string => `stocks/${house.stock.stockId}/${rest}`

/** How the rows about the locks server of a stock are tried. None is paired in this house. */
export const siteCalls: Readonly<Record<string, Make>> = {
  'GET stocks/{id}/site': (cast) => ({ url: at(cast, 'site') }),
  'GET stocks/{id}/site/locks': (cast) => ({ url: at(cast, 'site/locks') }),
  'POST stocks/{id}/site/pairing': (cast) => ({ url: at(cast, 'site/pairing'), body: {} }),
  'DELETE stocks/{id}/site': (cast) => ({ url: at(cast, 'site') }),
  'POST stocks/{id}/site/test-lock': (cast) => ({
    url: at(cast, 'site/test-lock'),
    body: { lockId: '0:01:01' },
  }),
  'GET stocks/{id}/open-now': (cast) => ({ url: at(cast, 'open-now') }),
  'POST site-gateway/pair': () => ({
    url: 'site-gateway/pair',
    body: { code: 'AAAAA-AAAAA', version: '1' },
  }),
}
