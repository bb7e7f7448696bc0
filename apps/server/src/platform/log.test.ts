import { expect, test } from 'vitest'
import { withoutSecrets } from './log.ts'

test.each([
  [
    '/api/payments/pdf?invoiceId=1&token=abc.def&language=de',
    '/api/payments/pdf?invoiceId=1&token=[cut]&language=de',
  ],
  // People's words and addresses, and what sends to a browser, are no business of a log.
  ['/api/users/search?page=1&search=Anna%20Meier', '/api/users/search?page=1&search=[cut]'],
  ['/api/email-history/search?to=anna%40example.com&page=1', '/api/email-history/search?to=[cut]&page=1'],
  ['/api/email-history/search?to=anna@ex', '/api/email-history/search?to=[cut]'],
  ['/api/reports/moves?from=2026-01-01&to=2026-02-01', '/api/reports/moves?from=2026-01-01&to=2026-02-01'],
  ['/api/push/subscriptions?endpoint=https://push.example/x', '/api/push/subscriptions?endpoint=[cut]'],
  ['/reset?code=123#x', '/reset?code=[cut]#x'],
  ['/api/leases/preview/eyJhY2NvdW50.c2lnbmF0dXJl', '/api/leases/preview/[cut]'],
  ['/api/leases/preview/eyJhY2NvdW50.c2lnbmF0dXJl?x=1', '/api/leases/preview/[cut]?x=1'],
  ['/api/leases/sample?stockId=1', '/api/leases/sample?stockId=1'],
])('%s is logged as %s', (url, logged) => expect(withoutSecrets(url)).toBe(logged))
