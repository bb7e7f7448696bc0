/** Who rents: the two account types and the flag beside them (specification 3, decision 15). Safe for the browser. */

export const accountTypes = ['individual', 'legal'] as const
export type AccountType = (typeof accountTypes)[number]

export interface AccountKind {
  readonly accountType: AccountType
  readonly isIndividualEntrepreneur: boolean
}

/** Whose VAT rate counts: entrepreneurs are legal here, a visitor who has no account yet sees individual (decision 15). */
export function vatClassOf(account: AccountKind | null): AccountType {
  if (account === null) return 'individual'
  return account.isIndividualEntrepreneur ? 'legal' : account.accountType
}
