/** Who rents: the two account types and the flag beside them (specification 3, decision 15). Safe for the browser. */

export const accountTypes = ['individual', 'legal'] as const
export type AccountType = (typeof accountTypes)[number]

/** By which a list of accounts is sorted; `-` before it turns the order round. */
export const accountOrders = ['email', 'name', 'accountType', 'phone', 'role', 'created'] as const

export interface AccountKind {
  readonly accountType: AccountType
  readonly isIndividualEntrepreneur: boolean
}

/** Whose VAT rate counts: entrepreneurs are legal here, a visitor who has no account yet sees individual (decision 15). */
export function vatClassOf(account: AccountKind | null): AccountType {
  if (account === null) return 'individual'
  return account.isIndividualEntrepreneur ? 'legal' : account.accountType
}

export interface FieldsByType {
  accountType: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  company?: string | null | undefined
  country?: string | null | undefined
}

/**
 * What depends on the account type (section 5): individuals have names, legal accounts a company and a country of at most
 * 30 characters. Answers one entry per bad field, with its code of the error catalogue; asked by the sign-up form, by the
 * call, and of the merged record of an edit.
 */
export function accountTypeIssues(
  value: FieldsByType,
): { field: 'firstName' | 'lastName' | 'company' | 'country'; code: 1003 | 1004 }[] {
  const needed = value.accountType === 'legal' ? (['company'] as const) : (['firstName', 'lastName'] as const)
  const missing = needed.filter((field) => !value[field]).map((field) => ({ field, code: 1003 as const }))
  return value.accountType === 'legal' && (value.country ?? '').length > 30
    ? [...missing, { field: 'country', code: 1004 }]
    : missing
}

/** The language of a country where it is one of ours: what is written to somebody until he says otherwise. */
export function languageOfCountry(country: string | null): 'ru' | 'en' | 'de' | 'pl' | undefined {
  const known = { DE: 'de', AT: 'de', CH: 'de', PL: 'pl', RU: 'ru', GB: 'en', US: 'en', IE: 'en' } as const
  return known[(country ?? '').toUpperCase() as keyof typeof known]
}
