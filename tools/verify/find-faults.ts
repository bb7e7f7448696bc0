import { findDeferralFaults, findLedgerFaults } from '@stowage/server/modules/billing/index'
import { verifyAudit } from '@stowage/server/platform/audit/seal'
import type { Database } from '@stowage/server/platform/database/connect'
import { sql } from 'kysely'
import { findDebitFaults } from './find-debit-faults.ts'
import { findRiseFaults } from './find-rise-faults.ts'

export interface Fault {
  /** What does not fit, as a sentence. */
  readonly what: string
  /** The record it was found at; empty when it is about none in particular. */
  readonly id: string
  readonly detail: string
}

export interface Report {
  readonly faults: readonly Fault[]
  readonly auditRecords: number
  /** Too young to be in the chain. */
  readonly unsealed: number
}

/** Recomputes what must hold in a database: the audit chain, the book, who holds a box, the documents' numbers. */
export async function findFaults(db: Database): Promise<Report> {
  const audit = await verifyAudit(db)
  const { broken } = audit
  return {
    faults: [
      ...(broken ? [{ what: 'the audit chain is broken', id: broken.id, detail: broken.reason }] : []),
      ...(await findLedgerFaults(db)),
      ...(await findDeferralFaults(db)),
      ...(await findClaimFaults(db)),
      ...(await findNumberFaults(db)),
      ...(await findMoveFaults(db)),
      ...(await findRiseFaults(db)),
      ...(await findDebitFaults(db)),
    ],
    auditRecords: audit.checked,
    unsealed: audit.unsealed,
  }
}

/** I1: an open contract and a live reservation hold their box, and nobody else holds one. */
async function findClaimFaults(db: Database): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with holder as (
      select 'contract' as kind, id, box_id, account_id from contract where status in ('pending', 'active', 'ended') or (withdrawn_at is not null and cleared_at is null)
      union all select 'reservation', id, box_id, account_id from reservation where status = 'live'
    )
    select h.kind || ' does not hold its box' as what, h.id, 'box ' || h.box_id as detail from holder h
     where not exists (select 1 from box_claim c where c.released_at is null and c.kind = h.kind and c.holder_id = h.id and c.box_id = h.box_id and c.account_id = h.account_id)
    union all
    select 'a box is held for nobody', c.box_id, c.kind || ' ' || c.holder_id from box_claim c
     where c.released_at is null and not exists (select 1 from holder h where h.kind = c.kind and h.id = c.holder_id)
    union all
    select 'two hold one box', box_id, string_agg(kind || ' ' || id, ', ') from holder group by box_id having count(*) > 1`.execute(
    db,
  )
  return rows
}

/** Boxes of a contract follow one another to the one it has, and no day of it is billed twice (I2). */
async function findMoveFaults(db: Database): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with move as (
      select t.contract_id, t.from_box_id, t.to_box_id, lag(t.to_box_id) over w as before, lead(t.id) over w as next
        from contract_transfer t window w as (partition by t.contract_id order by t.moved_at, t.id)
    ), billed as (
      select id, contract_id, period_from, lag(coalesce(moved_on, period_to)) over (partition by contract_id order by period_from, period_to) as billed_until
        from document where kind = 'invoice' and status <> 'void' and (moved_on is null or moved_on > period_from)
    )
    select 'a contract has moved out of another box' as what, contract_id as id, from_box_id || ' after ' || before as detail from move where before <> from_box_id
    union all
    select 'a contract has moved into another box', m.contract_id, m.to_box_id || ' against ' || c.box_id from move m join contract c on c.id = m.contract_id where m.next is null and m.to_box_id <> c.box_id
    union all
    select 'a day is billed twice', id, period_from || ' again, billed until ' || billed_until from billed where billed_until > period_from`.execute(
    db,
  )
  return rows
}

/** I9: numbers are unique and without gaps per stock, kind and year, and the series stands at the last one. */
async function findNumberFaults(db: Database): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with numbered as (
      select id, stock_id, kind, number, substring(number from '-(\\d{4})-\\d{6}$')::int as year, substring(number from '(\\d{6})$')::int as place
        from document where number is not null
    ), series as (
      select coalesce(n.stock_id, s.stock_id) as stock_id, coalesce(n.kind, s.kind) as kind, coalesce(n.year, s.year) as year, coalesce(n.count, 0) as count, coalesce(n.last, 0) as last, coalesce(s.last_number, 0) as taken
        from (select stock_id, kind, year, count(distinct place) as count, max(place) as last from numbered where year is not null group by 1, 2, 3) n
        full join document_series s on s.stock_id = n.stock_id and s.kind = n.kind and s.year = n.year
    )
    select 'a number has no such form' as what, id, number as detail from numbered where year is null or place is null
    union all
    select 'numbers have a gap', stock_id, kind || ' ' || year || ': ' || count || ' numbers, the last is ' || last || ', taken were ' || taken from series where count <> last or last <> taken
    union all
    select 'a number was given twice', min(id), number from numbered group by stock_id, kind, number having count(*) > 1`.execute(
    db,
  )
  return rows
}
