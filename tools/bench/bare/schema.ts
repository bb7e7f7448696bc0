import pg from 'pg'

/** How many boxes the bare booking has; each is booked once in a run. */
export const BARE_BOXES = 60_000

/** The tables that seven statements need, in a schema beside the product's, on the same PostgreSQL. */
export async function createBareSchema(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      create schema bare;
      create table bare.box (id text primary key, stock_id text not null, unit_number text not null, month_rate bigint not null, state text);
      create table bare.claim (id text primary key, box_id text not null, account_id text not null, taken_at timestamptz not null, released_at timestamptz);
      create unique index bare_claim_one on bare.claim (box_id) where released_at is null;
      create table bare.contract (id text primary key, box_id text not null, account_id text not null, start_day date not null, months int not null, rate bigint not null, booked_at timestamptz not null);
      create index bare_contract_account on bare.contract (account_id);
      create table bare.invoice (id text primary key, contract_id text not null, net bigint not null, vat bigint not null, gross bigint not null, due_on date not null);
      create index bare_invoice_contract on bare.invoice (contract_id);
      create table bare.history (id bigint generated always as identity primary key, box_id text not null, what text not null, at timestamptz not null);
      create table bare.session (id text primary key, account_id text not null, created_at timestamptz not null);
      insert into bare.box select 'b' || n, 's' || n % 5, 'YA' || n, 7995, 'closed' from generate_series(1, ${BARE_BOXES}) n;
      analyze bare.box;`)
  } finally {
    await client.end()
  }
}

/** The same seven statements for pgbench; each client has its own boxes, from `:first` on. */
export const PGBENCH_BOOKING = `\\set n :n + 1
\\set box :first + :client_id * :each + :n
begin;
select id, stock_id, unit_number, month_rate from bare.box where id = 'b' || :box::text for update;
insert into bare.claim values ('p' || :box::text, 'b' || :box::text, 'somebody', now(), null);
insert into bare.contract values ('p' || :box::text, 'b' || :box::text, 'somebody', current_date, 3, 7995, now());
insert into bare.invoice values ('p' || :box::text, 'p' || :box::text, 23985, 4557, 28542, current_date);
insert into bare.history (box_id, what, at) values ('b' || :box::text, 'booked', now());
commit;
`
