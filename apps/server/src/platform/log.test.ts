import { expect, test } from 'vitest'
import { withoutSecrets } from './log.ts'

test.each([
  [
    '/api/payments/pdf?invoiceId=1&token=abc.def&language=de',
    '/api/payments/pdf?invoiceId=1&token=[cut]&language=de',
  ],
  ['/reset?code=123#x', '/reset?code=[cut]#x'],
  ['/api/leases/preview/eyJhY2NvdW50.c2lnbmF0dXJl', '/api/leases/preview/[cut]'],
  ['/api/leases/preview/eyJhY2NvdW50.c2lnbmF0dXJl?x=1', '/api/leases/preview/[cut]?x=1'],
  ['/api/leases/sample?stockId=1', '/api/leases/sample?stockId=1'],
])('%s is logged as %s', (url, logged) => expect(withoutSecrets(url)).toBe(logged))
