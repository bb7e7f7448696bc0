import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { later } from '../../platform/database/transaction.ts'
import { changeAccount } from './account-store.ts'

export interface ErasureFacts {
  readonly email: string
  readonly language: string
  readonly platformRole: string
  readonly askedAt: Temporal.Instant | null
  readonly erasedAt: Temporal.Instant | null
  /** Identity documents whose files are kept. */
  readonly files: number
}

/** What an erasure asks of an account, ended or not. */
export async function erasureFacts(db: Database, id: string): Promise<ErasureFacts | undefined> {
  const row = await db
    .selectFrom('account as a')
    .select((of) => [
      'a.email',
      'a.language',
      'a.platform_role',
      'a.erasure_asked_at',
      'a.erased_at',
      of
        .selectFrom('kyc_document as k')
        .select((k) => k.fn.countAll<number>().as('files'))
        .whereRef('k.account_id', '=', 'a.id')
        .where('k.shredded_at', 'is', null)
        .as('files'),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      email: row.email,
      language: row.language,
      platformRole: row.platform_role,
      askedAt: row.erasure_asked_at,
      erasedAt: row.erased_at,
      files: row.files ?? 0,
    }
  )
}

/** Everything that says who it was goes; what stays are the marks that papers and checks point at, and the proof of consent. */
export async function blankAccount(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  const email = `${id.toLowerCase()}@erased.invalid`
  await changeAccount(tx, id, {
    email,
    email_key: email,
    password_hash: null,
    salutation: null,
    first_name: null,
    last_name: null,
    company: null,
    registration_number: null,
    tax_number: null,
    vat_id: null,
    city: '',
    address: null,
    house: null,
    zip: null,
    phone: null,
    personal_id: null,
    pin_hash: null,
    voided_pins: [],
    is_advertising_agree: false,
    block_reason: null,
    erased_at: at,
    updated_at: at,
  })
}

/** Sign-ins and links of the person; devices know him no more once the tokens are void. */
export async function dropSessionsOf(tx: Tx, id: string): Promise<void> {
  await later(tx, tx.deleteFrom('refresh_session').where('account_id', '=', id))
  await later(tx, tx.deleteFrom('password_reset').where('account_id', '=', id))
  await later(tx, tx.deleteFrom('sign_in').where('account_id', '=', id))
  await later(tx, tx.deleteFrom('email_confirmation').where('account_id', '=', id))
  await later(tx, tx.deleteFrom('recovery_code').where('account_id', '=', id))
  await later(tx, tx.deleteFrom('second_factor').where('account_id', '=', id))
  // That there was a consent stays; where from and with what it was given says who somebody is.
  await later(
    tx,
    tx.updateTable('consent').set({ address: null, user_agent: null }).where('account_id', '=', id),
  )
  await later(
    tx,
    tx.updateTable('kyc_document').set({ rejection_reason: null, sha256: '' }).where('account_id', '=', id),
  )
}

/** @returns whether he asks for the first time */
export async function markErasureAsked(tx: Tx, id: string, at: Temporal.Instant | null): Promise<boolean> {
  const marked = await tx
    .updateTable('account')
    .set({ erasure_asked_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('erasure_asked_at', at === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}
