import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { emailKey, findRole, insertAccount, type AccountRow } from './account-store.ts'
import { accountCreated } from './events.ts'

export interface NewAccount {
  readonly email: string
  /** From `hashPassword`; null: no way in before a password is set by mail. */
  readonly passwordHash: string | null
  readonly platformRole: 'superUser' | 'staff' | 'client'
  /** The alias of a named role (`admin`); left out, the platform role's own: super, manager or user. */
  readonly roleAlias?: string
  readonly stockId?: string | null
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly accountType: 'individual' | 'legal'
  readonly isIndividualEntrepreneur?: boolean | undefined
  readonly salutation?: string | null | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly company?: string | null | undefined
  readonly registrationNumber?: string | null | undefined
  readonly taxNumber?: string | null | undefined
  readonly vatId?: string | null | undefined
  readonly country: string
  readonly city: string
  readonly address?: string | null | undefined
  readonly house?: string | null | undefined
  readonly zip?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly personalId?: string | null | undefined
  readonly currency?: string | null | undefined
  readonly isAdult?: boolean | undefined
  readonly isAdvertisingAgree?: boolean | undefined
  /**
   * It comes out of an external management system, where its owner is a tenant: no mail welcomes him. Vouched for, he counts as agreed
   * and verified until staff ask anew (decision 21); to what he agreed there is no version of ours, so that he is asked at his next visit.
   */
  readonly imported?: { readonly isVouched: boolean }
  /** Business time. */
  readonly at: Temporal.Instant
}

/** What the account of a vouched tenant has agreed to: no version of ours. */
const AGREED_ELSEWHERE = 'external'

/** Empty text is no text. */
const orNull = (value: string | null | undefined): string | null => value || null

/**
 * Makes an account; the welcome mail follows by the event.
 * @throws Failure 9000 when the e-mail has an account, 6006 for an unknown stock
 */
export async function createAccount(tx: Tx, given: NewAccount): Promise<AccountRow> {
  const role = given.roleAlias === undefined ? undefined : await findRole(tx, { alias: given.roleAlias })
  if (given.roleAlias !== undefined && role?.platform_role !== given.platformRole)
    throw new Error(`${given.roleAlias} is no role of a ${given.platformRole}`)
  const isVouched = given.imported?.isVouched ?? false
  const account = await insertAccount(tx, {
    id: newId(),
    email: given.email.trim(),
    email_key: emailKey(given.email),
    password_hash: given.passwordHash,
    platform_role: given.platformRole,
    role_id: role?.id ?? null,
    stock_id: given.stockId ?? null,
    language: given.language,
    account_type: given.accountType,
    is_individual_entrepreneur: given.isIndividualEntrepreneur ?? false,
    salutation: orNull(given.salutation),
    first_name: orNull(given.firstName),
    last_name: orNull(given.lastName),
    company: orNull(given.company),
    registration_number: orNull(given.registrationNumber),
    tax_number: orNull(given.taxNumber),
    vat_id: orNull(given.vatId),
    country: given.country,
    city: given.city,
    address: orNull(given.address),
    house: orNull(given.house),
    zip: orNull(given.zip),
    phone: orNull(given.phone),
    personal_id: orNull(given.personalId),
    pin_hash: null,
    currency: given.currency ?? null,
    is_adult: given.isAdult ?? false,
    is_advertising_agree: given.isAdvertisingAgree ?? false,
    agreed_documents_version: isVouched ? AGREED_ELSEWHERE : null,
    agreed_documents_at: null,
    is_kyc_verified: isVouched,
    was_kyc_verified: isVouched,
    created_at: given.at,
    updated_at: null,
    deleted_at: null,
  })
  if (given.imported === undefined)
    publish(
      tx,
      fact(accountCreated, {
        aggregate: `account:${account.id}`,
        at: given.at,
        payload: { accountId: account.id },
      }),
    )
  return account
}
