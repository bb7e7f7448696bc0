import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { getReservation } from '@stowage/api/booking'
import type { Answer } from '@stowage/api/endpoint'
import { vatClassOf, type AccountKind } from '@stowage/domain/account'
import { contractEnd } from '@stowage/domain/period'
import { priceContract, type PriceTerms } from '@stowage/domain/price'
import type { Database } from '../../platform/database/connect.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { readTerms, termsByLaw, vatOfStock, type DatedVat, type StoredTerms } from '../billing/index.ts'
import type { BoxFacts } from '../catalog/index.ts'

export type ReservationAnswer = Answer<typeof getReservation>

interface Row {
  readonly id: string
  readonly boxId: string
  readonly unitNumber: string
  readonly size: number
  readonly stockId: string
  readonly stockName: string
  readonly status: ReservationAnswer['status']
  readonly expiresAt: Temporal.Instant
  readonly price: StoredTerms
  readonly vat: DatedVat
  readonly accountType: AccountKind['accountType']
  readonly isIndividualEntrepreneur: boolean
}

async function read(db: Database, where: RawBuilder<SqlBool>): Promise<ReservationAnswer[]> {
  const { rows } = await sql<Row>`
    select r.id, r.box_id as "boxId", b.unit_number as "unitNumber", b.size, r.stock_id as "stockId", s.name as "stockName", r.status, r.expires_at as "expiresAt", r.price, ${vatOfStock('r.stock_id')} as vat,
           a.account_type as "accountType", a.is_individual_entrepreneur as "isIndividualEntrepreneur"
      from reservation r join box b on b.id = r.box_id join stock s on s.id = r.stock_id join account a on a.id = r.account_id where ${where} order by r.expires_at limit 200`.execute(
    db,
  )
  return rows.map(answer)
}

function answer(row: Row): ReservationAnswer {
  // What he would be asked for, should he make it a contract now.
  const terms = termsByLaw({ ...row.price, vatClass: vatClassOf(row) }, row.vat)
  const first = priceContract(terms, 0)
  const of = (kind: string): number => first?.lines.find((line) => line.kind === kind)?.net.amount ?? 0
  return {
    id: row.id,
    expiry: row.expiresAt.toString(),
    boxId: row.boxId,
    unitNumber: row.unitNumber,
    size: row.size,
    stockId: row.stockId,
    stockName: row.stockName,
    rentStart: terms.startDay.toString(),
    rentEnd:
      terms.durationMonths === null ? null : contractEnd(terms.startDay, terms.durationMonths).toString(),
    status: row.status,
    currency: terms.rate.currency,
    initialPayment: {
      rentalCost: of('rent'),
      insurance: of('insurance'),
      deposit: of('deposit'),
      vat: first?.totals.vat.amount ?? 0,
      total: first?.totals.gross.amount ?? 0,
    },
    durationMonths: terms.durationMonths,
    tariff: terms.tariff?.name ?? null,
    periodMonths: terms.periodMonths,
  }
}

export async function reservationFor(
  db: Database,
  id: string,
  actor: Actor,
): Promise<ReservationAnswer | undefined> {
  const whose = isSuperUser(actor) ? sql<SqlBool>`true` : sql<SqlBool>`r.account_id = ${actor.id}`
  return (await read(db, sql<SqlBool>`r.id = ${id} and ${whose}`))[0]
}

/** The price that was promised with a live reservation of a box. */
export async function promisedTerms(
  db: Database,
  id: string,
  of: { accountId: string; boxId: string },
): Promise<PriceTerms | undefined> {
  const { rows } = await sql<{
    price: StoredTerms
  }>`select price from reservation where id = ${id} and account_id = ${of.accountId} and box_id = ${of.boxId} and status = 'live'`.execute(
    db,
  )
  return rows[0] && readTerms(rows[0].price)
}

/** What an account was promised for a box that is reserved for it now; null where it is not. Asks only where it may be. */
export async function promiseFor(
  db: Database,
  { id, claim }: Pick<BoxFacts, 'id' | 'claim'>,
  accountId: string,
  now: Temporal.Instant,
): Promise<PriceTerms | null> {
  if (claim?.kind !== 'reservation' || claim.accountId !== accountId) return null
  if (claim.lapsesAt !== null && Temporal.Instant.compare(claim.lapsesAt, now) <= 0) return null
  return (await promisedTerms(db, claim.holderId, { accountId, boxId: id })) ?? null
}

/** Live reservations of an account, for its home screen. */
export async function reservationsOf(
  db: Database,
  accountId: string,
  now: Temporal.Instant,
): Promise<ReservationAnswer[]> {
  return await read(
    db,
    sql<SqlBool>`r.account_id = ${accountId} and r.status = 'live' and r.expires_at > ${now.toString()}::timestamptz`,
  )
}
