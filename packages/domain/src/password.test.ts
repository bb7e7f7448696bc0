import { describe, expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

const owner = {
  email: 'clara.client@tenants.example',
  names: ['Clara', 'Client', null],
  company: 'Box & Sons GmbH',
}

describe('B3: a password that is guessed first', () => {
  test.each([
    '123456',
    'password',
    'Password1',
    'qwerty',
    'QWERTZ',
    'aaaaaa',
    'abcabc',
    'abcdef',
    '987654321',
    'йцукен',
    'iloveyou',
  ])('%s is common', (password) => {
    expect(passwordProblem(password, owner)).toBe('common')
  })

  test.each([
    'stowage',
    'Stowage2026!',
    'clara.client@tenants.example',
    'clara.client',
    'ClaraClient',
    'client-clara',
    'Clara1990',
    'box-sons-gmbh',
    'Box & Sons GmbH',
  ])('%s is a word about its owner', (password) => {
    expect(passwordProblem(password, owner)).toBe('own')
  })

  test.each(['stowage-demo', 'eight chars', 'korobka-2026', 'clara likes tea', 'x7#kQ2'])(
    '%s may be used',
    (password) => {
      expect(passwordProblem(password, owner)).toBeNull()
    },
  )

  test('nothing is known of the owner', () => {
    expect(passwordProblem('stowage', {})).toBe('own')
    expect(passwordProblem('a word or two', {})).toBeNull()
  })
})
