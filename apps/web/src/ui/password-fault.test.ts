import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { confirmPasswordReset } from '@stowage/api/accounts'
import { passwordFault } from './password-fault.ts'

/** The fields that are wrong with 1005, and what is said of each. */
function said(password: string, passwordConfirmation: string): Record<string, string> {
  const values: Record<string, string> = { code: 'code', password, passwordConfirmation }
  const issues = z.safeParse(confirmPasswordReset.body, values).error?.issues ?? []
  return Object.fromEntries(
    issues
      .filter(({ message }) => message === '1005')
      .map(({ path }) => [path.join('.'), passwordFault(values[path.join('.')])]),
  )
}

test('two that are not the same are a mismatch, at both fields', () => {
  expect(said('neu-passwort-1', 'neu-passwort-2')).toEqual({
    password: 'mismatch',
    passwordConfirmation: 'mismatch',
  })
})

test('a space is said where it is', () => {
  expect(said('neu passwort', 'neu-passwort')).toEqual({
    password: 'spaces',
    passwordConfirmation: 'mismatch',
  })
})
