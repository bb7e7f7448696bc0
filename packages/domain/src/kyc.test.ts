import { describe, expect, it } from 'vitest'
import {
  isVerifiedForOpening,
  mayBeVerified,
  neededDocuments,
  newlyNeededDocuments,
  reviewDocuments,
  verificationLife,
  type DocumentKind,
  type Verification,
  type VerificationEvent,
} from './kyc.ts'

const individual = { accountType: 'individual', isIndividualEntrepreneur: false } as const
const legal = { accountType: 'legal', isIndividualEntrepreneur: false } as const
const handedIn = (...kinds: DocumentKind[]) => kinds.map((kind) => ({ kind, rejectionReason: null }))

describe('needed documents', () => {
  it.each([
    [individual, ['passport', 'selfie', 'address']],
    [legal, ['extra']],
    [
      { accountType: 'individual', isIndividualEntrepreneur: true },
      ['passport', 'selfie', 'address', 'extra'],
    ],
    [{ accountType: 'legal', isIndividualEntrepreneur: true }, ['passport', 'selfie', 'address', 'extra']],
  ] as const)('%j needs %j', (account, kinds) => {
    expect(neededDocuments(account)).toEqual(kinds)
  })
})

describe('another kind of account', () => {
  const entrepreneur = { accountType: 'individual', isIndividualEntrepreneur: true } as const
  it.each([
    [individual, individual, []],
    [individual, legal, ['extra']],
    [legal, individual, ['passport', 'selfie', 'address']],
    [individual, entrepreneur, ['extra']],
    [entrepreneur, individual, []],
    [entrepreneur, legal, []],
  ] as const)('%j that becomes %j needs %j besides', (before, after, kinds) => {
    expect(newlyNeededDocuments(before, after)).toEqual(kinds)
  })
})

describe('review', () => {
  it('names what is missing and what was rejected', () => {
    const documents = [...handedIn('passport'), { kind: 'selfie', rejectionReason: 'blurred' } as const]
    expect(reviewDocuments(individual, documents)).toEqual({
      missing: ['address'],
      rejected: ['selfie'],
      isComplete: false,
    })
  })
  it('is complete with all needed', () => {
    expect(reviewDocuments(legal, handedIn('extra')).isComplete).toBe(true)
    expect(reviewDocuments(individual, handedIn('passport', 'selfie', 'address')).isComplete).toBe(true)
  })
  it('does not look at documents the account does not need', () => {
    const documents = [...handedIn('extra'), { kind: 'passport', rejectionReason: 'no' } as const]
    expect(reviewDocuments(legal, documents)).toEqual({ missing: [], rejected: [], isComplete: true })
  })
  it('verification needs at least one document', () => {
    expect(mayBeVerified([])).toBe(false)
    expect(mayBeVerified(handedIn('passport'))).toBe(true)
  })
})

describe('doors', () => {
  const all = handedIn('passport', 'selfie', 'address')
  const rejected = [
    ...handedIn('passport', 'address'),
    { kind: 'selfie', rejectionReason: 'blurred' } as const,
  ]
  const after = (...events: VerificationEvent[]) =>
    events.reduce<Verification>((status, event) => verificationLife.step(status, event), 'unverified')

  it.each<[string, VerificationEvent[], typeof all | typeof rejected, boolean]>([
    ['never decided on', [], all, false],
    ['verified', ['verified'], all, true],
    ['verified on one document', ['verified'], handedIn('passport'), true],
    ['cancelled', ['verified', 'cancelled'], all, false],
    ['rejected, not yet replaced', ['verified', 'documentRejected'], rejected, false],
    ['rejected and replaced', ['verified', 'documentRejected'], all, true],
    ['rejected twice and replaced', ['verified', 'documentRejected', 'documentRejected'], all, true],
    ['rejected, replaced, verified anew', ['verified', 'documentRejected', 'verified'], all, true],
    ['rejected, then cancelled, replaced', ['verified', 'documentRejected', 'cancelled'], all, false],
    ['never verified, rejected and replaced', ['documentRejected'], all, false],
    ['cancelled, then rejected and replaced', ['verified', 'cancelled', 'documentRejected'], all, false],
  ])('%s', (_name, events, documents, opens) => {
    expect(isVerifiedForOpening(after(...events), reviewDocuments(individual, documents))).toBe(opens)
  })
})
