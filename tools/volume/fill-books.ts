import pg from 'pg'
import type { Volume } from './grow-company.ts'
import { inOneTransaction, withoutIndexes } from './without-indexes.ts'

/**
 * Gives a grown company what reports read beside its documents: the book of them, deposits, contracts that began and ended on days of
 * their own, boxes that were let before, notices of other rents and requests. The sums of the book are made at the end, since rows
 * come past the trigger that keeps them.
 */
export async function fillBooks(url: string, volume: Volume, say: (text: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await inOneTransaction(client, async () => {
      // Keys are not looked up, and no trigger counts: all of it is counted once, at the end.
      await client.query('set local session_replication_role = replica')
      for (const [what, statement, table] of statements(volume)) {
        const begin = performance.now()
        const fill = async () => await client.query(statement)
        const { rowCount } = await (table === undefined ? fill() : withoutIndexes(client, table, fill))
        say(`${rowCount ?? 0} ${what} in ${((performance.now() - begin) / 1000).toFixed(1)} s`)
      }
    })
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

function statements({
  stocks,
  contracts,
}: Volume): (readonly [what: string, statement: string, table?: string])[] {
  return [
    ['boxes that were there before', `update box set created_at = now() - interval '1000 days'`],
    [
      'contracts begun and left',
      `update contract set activated_at = start_day, leave_at = case when status = 'closed' then least(end_day::timestamptz, closed_at) end where activated_at is not null or booked_at is not null`,
    ],
    [
      'claims since then',
      `update box_claim k set taken_at = c.start_day from contract c where c.id = k.holder_id`,
    ],
    [
      'claims of who has left',
      `insert into box_claim (id, box_id, stock_id, kind, holder_id, account_id, taken_at, released_at)
       select 'left' || substring(c.id, 5), c.box_id, c.stock_id, 'contract', c.id, c.account_id, c.start_day, c.leave_at from contract c
        where c.status = 'closed' and not exists (select 1 from box_claim k where k.holder_id = c.id)`,
    ],
    [
      'entries of documents',
      `insert into ledger_entry (id, posting_id, position, reason, account, account_holder_id, seller_id, stock_id, contract_id, document_id, payment_id, currency, amount, business_day, recorded_at)
       select 'E' || x.n || substring(d.id, 3), 'P' || x.posting || substring(d.id, 3), x.n, x.reason, x.account, d.account_id, d.seller_id, d.stock_id, d.contract_id, d.id, case when x.reason = 'payment' then 'volume' end, d.currency, x.amount, case when x.posting = 2 then d.paid_at::date else d.accounting_date end, d.created_at
         from document d cross join lateral (values
           (1, 1, 'issued', 'receivable', d.gross), (2, 1, 'issued', 'rent', -d.net), (3, 1, 'issued', 'vat', -d.vat),
           (4, 2, 'payment', 'cash:manual', d.paid), (5, 2, 'payment', 'receivable', -d.paid)) x(n, posting, reason, account, amount)
        where d.number is not null and d.status <> 'void' and x.amount <> 0 and d.id like '01V%'`,
      'ledger_entry',
    ],
    [
      'deposits',
      `insert into ledger_entry (id, posting_id, position, reason, account, account_holder_id, seller_id, stock_id, contract_id, document_id, payment_id, currency, amount, business_day, recorded_at)
       select 'D' || x.n || substring(c.id, 3), 'Q' || x.posting || substring(c.id, 3), x.n, 'payment', x.account, c.account_id, s.seller_id, c.stock_id, c.id, null, 'volume', c.currency, x.sign * c.month_rate, x.day, c.booked_at
         from contract c join stock s on s.id = c.stock_id cross join lateral (values
           (1, 1, 'cash:manual', 1, c.start_day), (2, 1, 'deposit', -1, c.start_day), (3, 2, 'deposit', 1, c.leave_at::date), (4, 2, 'cash:manual', -1, c.leave_at::date)) x(n, posting, account, sign, day)
        where x.day is not null and c.month_rate <> 0`,
    ],
    [
      'notices of other rents',
      `insert into rent_rise (id, plan_id, contract_id, account_id, stock_id, currency, rate_before, rate, effective_on, period_until, period_months, net_before, gross_before, net_after, gross_after, announced_at, served_at, served_on, mail_id)
       select 'rise ' || c.id, p.id, c.id, c.account_id, c.stock_id, c.currency, c.month_rate, c.month_rate + 500, c.start_day + 180, c.start_day + 210, 1, 1, 1, 1, 1, c.booked_at, c.booked_at, c.start_day + 30, 'rise ' || c.id
         from contract c join billing_plan p on p.contract_id = c.id where right(c.id, 1) in ('1', '4') and c.status = 'active'`,
    ],
    [
      'requests',
      `insert into appeal (id, type, status, message, details, created_at, stock_id, size_group, offered_at, offered_stock_id, booked_at)
       select 'request ' || n, 'availability', case when n % 3 = 0 then 'pending' else 'handled' end, '', '{}', now() - n % 700 * interval '1 day', s.id, (array['s', 'm', 'l', 'xl'])[1 + n % 4],
              case when n % 3 > 0 then now() - n % 700 * interval '1 day' + interval '2 days' end, case when n % 3 > 0 then s.id end, case when n % 3 = 1 then now() - n % 700 * interval '1 day' + interval '3 days' end
         from generate_series(1, ${Math.ceil(contracts / 5)}) n join (select id, row_number() over (order by id) as place from stock) s on s.place = 1 + n % ${stocks}`,
    ],
    ['sums of the book', 'select rebuild_ledger_sums()'],
  ]
}
