import { useQuery } from '@tanstack/react-query'
import { listDocuments } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { queryOf } from '../../client/index.ts'
import type { Account, DocumentKind } from './documents.ts'

export type KeptFile = Answer<typeof listDocuments>[number]

/** Until when the files of an account are kept, by kind. Without contents: reading it leaves no record of a look. */
export function useKeptFiles(account: Account, isAllowed: boolean): Partial<Record<DocumentKind, KeptFile>> {
  const { id } = account
  const query = queryOf(listDocuments, { params: { id } })
  // Another state of the account is another list: a decision or an upload moves the clocks.
  const state = [account.updated, account.isKycVerified, account.rejectedDocuments, account.missingDocuments]
  const { data = [] } = useQuery({
    ...query,
    queryKey: [...query.queryKey, state],
    enabled: isAllowed,
    meta: { quiet: true },
  })
  return Object.fromEntries(data.map((file) => [file.kind, file]))
}
