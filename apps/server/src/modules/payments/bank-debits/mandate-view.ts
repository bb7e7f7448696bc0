import { sql } from 'kysely'
import { isDebitableIban } from '@stowage/domain/iban'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'

/** A seller that collects through its own bank. */
export interface Creditor {
  readonly sellerId: string
  readonly stockId: string
  readonly name: string
  readonly address: string
  readonly iban: string
  readonly bic: string | null
  readonly creditorId: string
}

/** Who collects from bank accounts at a stock; undefined: nobody does, since direct debits are in euro and need an identifier. */
export async function creditorAt(db: Database | Tx, stockId: string): Promise<Creditor | undefined> {
  const { rows } = await sql<Creditor>`
    select l.id as "sellerId", s.id as "stockId", l.name, l.address, l.iban, l.bic, l.creditor_id as "creditorId"
      from stock s join seller l on l.id = s.seller_id
     where s.id = ${stockId} and s.currency = 'EUR' and not s.is_external and l.creditor_id is not null and l.iban is not null`.execute(
    db,
  )
  return rows.find(({ iban }) => isDebitableIban(iban))
}

/** The same of a seller, whichever of its stocks. */
export async function creditorOf(
  db: Database | Tx,
  sellerId: string,
): Promise<Omit<Creditor, 'stockId'> | undefined> {
  const { rows } = await sql<Omit<Creditor, 'stockId'>>`
    select id as "sellerId", name, address, iban, bic, creditor_id as "creditorId" from seller
     where id = ${sellerId} and creditor_id is not null and iban is not null`.execute(db)
  return rows.find(({ iban }) => isDebitableIban(iban))
}
