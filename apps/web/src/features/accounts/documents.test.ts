import { expect, test } from 'vitest'
import { documentsOf, standingOf, type Account } from './documents.ts'

const nobody = {
  isKycVerified: false,
  neededDocuments: ['passport', 'selfie', 'address'],
  isPassportFileUploaded: false,
  isSelfieFileUploaded: false,
  isAddressFileUploaded: false,
  isExtraFileUploaded: false,
  passportKycRejectionReason: null,
  selfieKycRejectionReason: null,
  addressKycRejectionReason: null,
  extraKycRejectionReason: null,
} as unknown as Account
const all = { isPassportFileUploaded: true, isSelfieFileUploaded: true, isAddressFileUploaded: true }

test('each needed document has a state; what is not needed shows only when it is there', () => {
  const account = {
    ...nobody,
    isPassportFileUploaded: true,
    isAddressFileUploaded: true,
    addressKycRejectionReason: 'older than 3 months',
  }
  expect(documentsOf(account)).toEqual([
    { kind: 'passport', state: 'waiting', reason: null },
    { kind: 'selfie', state: 'missing', reason: null },
    { kind: 'address', state: 'rejected', reason: 'older than 3 months' },
  ])
  expect(documentsOf({ ...nobody, isExtraFileUploaded: true }).map(({ kind }) => kind)).toContain('extra')
})

test.each([
  ['missing', nobody],
  ['missing', { ...nobody, isPassportFileUploaded: true }],
  ['waiting', { ...nobody, ...all }],
  ['rejected', { ...nobody, isPassportFileUploaded: true, passportKycRejectionReason: 'blurred' }],
  ['rejected', { ...nobody, ...all, isKycVerified: true, selfieKycRejectionReason: 'dark' }],
  ['verified', { ...nobody, ...all, isKycVerified: true }],
] as const)('standing: %s', (standing, account) => {
  expect(standingOf(account as Account)).toBe(standing)
})

test('verified with a document that was never handed in: the others are accepted, that one is missing', () => {
  const states = documentsOf({ ...nobody, isPassportFileUploaded: true, isKycVerified: true })
  expect(states.map(({ state }) => state)).toEqual(['accepted', 'missing', 'missing'])
})
