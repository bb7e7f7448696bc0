import { contractPdf } from '@stowage/api/contracts'
import { addressOf } from '../../client/index.ts'
import { usePdf } from '../billing/index.ts'
import type { Contract } from './contract.ts'

/** The lease as it was signed, in the language it was signed in. */
export function useLease() {
  const { open, isPending } = usePdf()
  return {
    isPending,
    open: ({ id, userId }: Pick<Contract, 'id' | 'userId'>): void =>
      open(id, (token) => addressOf(contractPdf, { query: { contractId: id, userId, token } })),
  }
}
