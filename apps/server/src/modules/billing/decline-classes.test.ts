import { classedDeclines, PAID_OTHERWISE, PROCESSOR_AWAY } from '@stowage/domain/debit'
import { declineCodes } from '@stowage/texts/errors/index.ts'
import { expect, test } from 'vitest'

test('every decline that people are told has a class, and nothing else has one', () => {
  // `unrecognized` is our own word for what is in no list.
  expect([...classedDeclines].sort()).toEqual(
    [...declineCodes.filter((code) => code !== 'unrecognized'), PAID_OTHERWISE, PROCESSOR_AWAY].sort(),
  )
})
