import { sql, type RawBuilder } from 'kysely'
import { localCurrencies, RATE_DAYS } from '@stowage/domain/exchange'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export interface ExchangeRate {
  readonly fromCurrency: Currency
  readonly toCurrency: Currency
  readonly day: string
  readonly rate: number
  readonly source: string
}

/** By which rate a document tells its VAT in the currency of its seller's country. */
export type LocalRate = Omit<ExchangeRate, 'fromCurrency'>

/** The currency of the seller's country of a document `d`. */
export const localCurrencyOf = sql`(${JSON.stringify(localCurrencies)}::jsonb ->> (d.snapshot->'seller'->>'country'))`

/** A credit note takes the rate of what it corrects. */
const dayOf = sql`coalesce((select o.document_date from document o where o.id = d.corrects_id), d.document_date)`

/** The `LocalRate` of a document `d` as JSON: the last one of the month before its day; null without one. */
export const localRate = (): RawBuilder<LocalRate | null> => sql<LocalRate | null>`
  (select json_build_object('toCurrency', r.to_currency, 'day', r.day, 'rate', r.rate, 'source', r.source) from exchange_rate r
    where r.from_currency = d.currency and r.to_currency = ${localCurrencyOf} and r.day <= ${dayOf} and r.day > ${dayOf} - ${RATE_DAYS}::int
    order by r.day desc limit 1)`

/** A predicate on a document `d`: it has VAT, and needs a rate to say it in the currency of its seller's country. */
export const needsRate = sql`(${localCurrencyOf} <> d.currency and exists (select 1 from document_line l where l.document_id = d.id and l.kind <> 'insurance' and l.vat <> 0))`

/** Ids of numbered documents in a currency whose rate is that of a day from `from` on and before `until`. */
const datedFrom = (
  currency: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
) => sql`
  (select o.id from document o where o.number is not null and o.corrects_id is null and o.currency = ${currency} and o.document_date >= ${from} and o.document_date < ${until}
   union all
   select c.id from document o join document c on c.corrects_id = o.id and c.number is not null
    where o.number is not null and o.currency = ${currency} and o.document_date >= ${from} and o.document_date < ${until})`

/** @returns the newest ones, each with how many documents say it, counted to a hundred: a large company has them by the ten thousand */
export async function readExchangeRates(
  db: Database,
): Promise<(ExchangeRate & { readonly documents: number })[]> {
  const { rows } = await sql<ExchangeRate & { documents: number }>`
    select x.from_currency as "fromCurrency", x.to_currency as "toCurrency", x.day::text as day, x.rate::float8 as rate, x.source, c.documents
      from (select r.*, least(r.day + ${RATE_DAYS}::int, lead(r.day) over (partition by r.from_currency, r.to_currency order by r.day)) as until from exchange_rate r) x
     cross join lateral (
       select count(*)::int as documents from (
         select 1 from ${datedFrom(sql`x.from_currency`, sql`x.day`, sql`x.until`)} own join document d on d.id = own.id
          where ${localCurrencyOf} = x.to_currency and ${needsRate} limit 100) said) c
     order by x.day desc, 1, 2 limit 1000`.execute(db)
  return rows
}

type Pair = Pick<ExchangeRate, 'fromCurrency' | 'toCurrency'>

/** Who enters and who takes back a rate of a pair is one after the other. */
export async function takeRateTurn(tx: Tx, { fromCurrency, toCurrency }: Pair): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rate ${fromCurrency} ${toCurrency}`}, 0))`.execute(
    tx,
  )
}

/** Documents that say another rate if one of a day comes (`before`: theirs is older), or goes (`on`: theirs is it). */
export async function countDocumentsBy(
  tx: Tx,
  { fromCurrency, toCurrency, day }: Pair & { readonly day: string },
  when: 'before' | 'on',
): Promise<number> {
  // A rate holds for some days only: of either kind are documents of those days at most.
  const theirs =
    when === 'on' ? sql`x.rate_day = ${day}::date` : sql`x.rate_day < ${day}::date and x.day >= ${day}::date`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select ${dayOf} as day, (${localRate()}->>'day')::date as rate_day from document d
       where d.id in ${datedFrom(sql`${fromCurrency}::text`, sql`${day}::date`, sql`${day}::date + ${RATE_DAYS}::int`)} and ${needsRate} and ${localCurrencyOf} = ${toCurrency}) x
     where ${theirs}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** @returns false where the day has one */
export async function insertExchangeRate(tx: Tx, rate: ExchangeRate): Promise<boolean> {
  const made = await tx
    .insertInto('exchange_rate')
    .values({
      from_currency: rate.fromCurrency,
      to_currency: rate.toCurrency,
      day: Temporal.PlainDate.from(rate.day),
      rate: rate.rate,
      source: rate.source,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** @returns what it was; undefined where there was none */
export async function removeExchangeRate(
  tx: Tx,
  { fromCurrency, toCurrency, day }: Pair & { readonly day: string },
): Promise<{ rate: number; source: string } | undefined> {
  const { rows } = await sql<{ rate: number; source: string }>`
    delete from exchange_rate where from_currency = ${fromCurrency} and to_currency = ${toCurrency} and day = ${day}::date
    returning rate::float8 as rate, source`.execute(tx)
  return rows[0]
}
