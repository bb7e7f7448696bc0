import { describe, expect, it } from 'vitest'
import { acceptance, isSigned } from './signature.ts'

const word = 's3cr3t-word'
const message = { id: '240711111', sum: '899.00', clientId: 'Иванов Иван (u-42)', orderId: 'inv-1007' }

describe('the key of a notification', () => {
  it('is the one of the protocol’s test vectors', () => {
    expect(isSigned(message, '9efae45b81999aa10203c1c3f68c1536', word)).toBe(true)
    expect(isSigned({ ...message, clientId: '' }, '90bf6d8f2f5a6fdf59f422f74e448830', word)).toBe(true)
  })

  it.each([
    ['another sum', { ...message, sum: '899.01' }, '9efae45b81999aa10203c1c3f68c1536'],
    ['another order', { ...message, orderId: 'inv-1008' }, '9efae45b81999aa10203c1c3f68c1536'],
    ['no key', message, ''],
    ['upper case', message, '9EFAE45B81999AA10203C1C3F68C1536'],
    ['a longer key', message, '9efae45b81999aa10203c1c3f68c15360'],
  ])('refuses %s', (_name, fields, key) => {
    expect(isSigned(fields, key, word)).toBe(false)
  })

  it('cannot tell a digit moved to the next field: that is why nothing is credited on its word', () => {
    expect(
      isSigned({ ...message, id: '2407111118', sum: '99.00' }, '9efae45b81999aa10203c1c3f68c1536', word),
    ).toBe(true)
  })
})

it('accepts byte for byte as the protocol wants it', () => {
  expect(acceptance('240711111', word)).toBe('OK 643e015ff7764f1f656db9c7aca26c42')
})
