import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../tools/testing/database.ts'
import { connect } from './connect.ts'

const database = await createTestDatabase()
const { pool, close } = connect(database.url)
afterAll(async () => {
  await close()
  await database.drop()
})

const PLACE =
  'rows of cities, stocks, sellers and categories are not deleted by any call that runs while people wait'
const BOX = 'asked for by contract or stock; a box with a history is not deleted'
const STAFF = 'names an author; his account is emptied by its own id, and its row stays'
const METHOD = 'asked for by account or document; a method that ended keeps its row'
const BANK = 'asked for by the debit; an entry of a bank is never deleted'
const PAYOUT = 'asked for by account and state; a contract is never deleted'

/** Foreign keys that no index serves, as `table(columns) -> table`, and why none has to. */
const WITHOUT_INDEX: Readonly<Record<string, string>> = {
  'appeal(city_id) -> city': PLACE,
  'appeal(offered_stock_id) -> stock': PLACE,
  'bank_debit(returned_entry_id) -> bank_entry': BANK,
  'bank_debit(settled_entry_id) -> bank_entry': BANK,
  'billing_plan(seller_id) -> seller': PLACE,
  'billing_plan(stock_id) -> stock': PLACE,
  'box(category_id) -> box_category': PLACE,
  'company_export(asked_by_id) -> account': STAFF,
  'consent(by_id) -> account': STAFF,
  'contract_import(made_by_id) -> account':
    'a staff account with imports is never deleted, and a stock has few imports',
  'contract_transfer(from_box_id) -> box': BOX,
  'contract_transfer(to_box_id) -> box': BOX,
  'debit_batch(seller_id) -> seller': PLACE,
  'external_task(box_id) -> box': BOX,
  'ledger_entry(stock_id) -> stock': PLACE,
  'mandate(method_id) -> saved_method': METHOD,
  'mandate(seller_id) -> seller': PLACE,
  'mandate(stock_id) -> stock': PLACE,
  'notification(editor_id) -> account': STAFF,
  'payment(method_id) -> saved_method': METHOD,
  'payout(contract_id) -> contract': PAYOUT,
  'payout(seller_id) -> seller': PLACE,
  'payout(stock_id) -> stock': PLACE,
  'site_order(stock_id) -> stock': PLACE,
  'site_pairing(created_by) -> account': STAFF,
  'sms(stock_id) -> stock': PLACE,
  'stock(seller_id) -> seller': PLACE,
  'subscription(stock_id) -> stock': PLACE,
}

test('A5: a foreign key has an index, or stands here with the reason', async () => {
  const { rows } = await pool.query<{ key: string }>(`
    select c.conrelid::regclass || '(' || string_agg(a.attname, ',' order by x.n) || ') -> ' || c.confrelid::regclass as key
      from pg_constraint c cross join lateral unnest(c.conkey) with ordinality x(attnum, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = x.attnum
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace
       and not exists (
         select 1 from pg_index i where i.indrelid = c.conrelid
            and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
     group by c.oid, c.conrelid, c.confrelid order by 1`)
  expect(rows.map(({ key }) => key).toSorted()).toEqual(Object.keys(WITHOUT_INDEX).toSorted())
  for (const [key, reason] of Object.entries(WITHOUT_INDEX)) expect(reason.length, key).toBeGreaterThan(20)
})
