/** Whom an entry of an access list speaks of: said by the site when somebody opened by it. */
export interface ListedPerson {
  readonly accountId: string
  /** Null: staff. */
  readonly contractId: string | null
}

/** @see personOf */
export const entryIdOf = ({ accountId, contractId }: ListedPerson): string =>
  contractId === null ? accountId : `${contractId}.${accountId}`

/**
 * The person behind an entryId, as it is written (`contract.account`, or `account` for staff): stable for one person's right by one
 * contract; a contract that staff use internally has two. Undefined for what is none of ours; whether he is there is another question.
 */
export function personOf(entryId: string): ListedPerson | undefined {
  const parts = entryId.split('.')
  if (parts.length > 2 || !parts.every((part) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(part))) return undefined
  const [first, second] = parts as [string, string | undefined]
  return second === undefined
    ? { accountId: first, contractId: null }
    : { accountId: second, contractId: first }
}
