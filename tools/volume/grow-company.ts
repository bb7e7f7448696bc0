import pg from 'pg'
import { inOneTransaction, withoutIndexes } from './without-indexes.ts'

/** How much there is of what. */
export interface Volume {
  readonly stocks: number
  readonly boxesPerStock: number
  readonly accounts: number
  /** One per box from the first box on; four of five run, the others are closed. */
  readonly contracts: number
  readonly documentsPerContract: number
  readonly auditRecords: number
  readonly mails: number
  readonly doorRecords: number
}

/** The company that issue and bench speak of: a large operator after some years. */
export const largeCompany: Volume = {
  stocks: 100,
  boxesPerStock: 600,
  accounts: 50_000,
  contracts: 60_000,
  documentsPerContract: 5,
  auditRecords: 500_000,
  mails: 200_000,
  doorRecords: 500_000,
}

/** What is copied: made by use cases, so that every row has the shape of today. */
export interface Patterns {
  readonly stockId: string
  readonly boxId: string
  readonly accountId: string
  readonly contractId: string
  readonly superUserId: string
}

/**
 * Grows a company to the size of a large operator, in minutes: rows are copies of patterns that use cases have made, with
 * names, numbers and days of their own. Constraints hold; the ledger has entries for the patterns only (nothing that is read
 * here asks it).
 */
export async function growCompany(
  url: string,
  patterns: Patterns,
  volume: Volume,
  say: (text: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const columnsOf = await readColumns(client)
    for (const [what, text, values, table] of steps(patterns, volume, columnsOf)) {
      const begin = performance.now()
      const fill = async () => await client.query(text, [...values])
      const { rowCount } = await (table === undefined
        ? fill()
        : inOneTransaction(client, async () => await withoutIndexes(client, table, fill)))
      if ((rowCount ?? 0) > 0)
        say(`${rowCount} ${what} in ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

type ColumnsOf = (table: string) => readonly string[]

/** The columns of each table that are written; what the database makes of them by itself is not. */
async function readColumns(client: pg.Client): Promise<ColumnsOf> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  )
  const known = new Map(rows.map(({ table, columns }) => [table, columns]))
  return (table) => known.get(table) ?? []
}

/** `table`: so many rows of it that its indexes are made anew behind them. */
type Step = readonly [what: string, text: string, values: readonly unknown[], table?: string]

// An id that sorts by kind and number and looks like every other one.
const MAKE_ID = `
  create or replace function pg_temp.volume_id(kind int, n bigint) returns text language sql immutable
    return '01V' || lpad(kind::text, 2, '0') || lpad(n::text, 21, '0')`
const id = (kind: number, number: string): string => `pg_temp.volume_id(${kind}, ${number})`
const STOCK = 1
const BOX = 2
const ACCOUNT = 3
const CONTRACT = 4
const PLAN = 5
const DOCUMENT = 6
const CLAIM = 7

const KINDS = { stock: STOCK, box: BOX, account: ACCOUNT, contract: CONTRACT } as const

/** The id of the n-th stock, box, account or contract of a grown company, from 1. */
export const volumeId = (kind: keyof typeof KINDS, number: number): string =>
  `01V${String(KINDS[kind]).padStart(2, '0')}${String(number).padStart(21, '0')}`

/**
 * Copies of one row, each with some columns of its own; columns that are added to the table later come along. Column by column: a row put
 * together as JSON takes longer to make than to write.
 */
const copies = (
  table: string,
  columns: readonly string[],
  from: { readonly pattern?: string; readonly rows: string; readonly where?: string },
  own: Readonly<Record<string, string>>,
): string => {
  const unknown = Object.keys(own).filter((column) => !columns.includes(column))
  if (unknown.length > 0) throw new RangeError(`${table} has no column ${unknown.join(', ')}`)
  return `
  insert into ${table} (${columns.join(', ')}) overriding system value
  select ${columns.map((column) => own[column] ?? `pattern.${column}`).join(', ')}
    from ${from.pattern ?? table} pattern, ${from.rows}${from.where === undefined ? '' : ` where ${from.where}`}`
}

const numbers = (count: number): string => `generate_series(1, ${count}) n`
const ofPattern = 'pattern.id = $1'

const FIRST = `(array['Anna','Boris','Clara','Dmitri','Elena','Felix','Gosia','Hans','Irina','Jan','Katharina','Leo','Maria','Nikolai','Olga','Piotr'])[1 + n % 16]`
const LAST = `(array['Müller','Иванова','Kowalski','Petrow','Schmidt','Nowak','Соколов','Lagerfeld','Weber','Zieliński','Орлов','Fischer','Wagner','Smirnow','Becker'])[1 + (n / 16) % 15] || ' ' || n`

function steps(patterns: Patterns, volume: Volume, columnsOf: ColumnsOf): Step[] {
  const { stocks, boxesPerStock, accounts, contracts, documentsPerContract } = volume
  const boxes = stocks * boxesPerStock
  if (contracts > boxes) throw new RangeError('a box has one contract here')
  const running = Math.floor(contracts * 0.8)
  // Contract n is of box n; its tenant is spread over all accounts.
  const tenant = `1 + (n::bigint * 7919) % ${accounts}`
  const stockOf = `1 + (n - 1) / ${boxesPerStock}`
  const begin = `(current_date - (30 + n % 700))`
  return [
    ['', MAKE_ID, []],
    [
      'stocks',
      copies(
        'stock',
        columnsOf('stock'),
        { rows: numbers(stocks), where: ofPattern },
        {
          id: id(STOCK, 'n'),
          code: `'V' || lpad(n::text, 5, '0')`,
          name: `'Lager ' || n`,
          external_id: 'null',
        },
      ),
      [patterns.stockId],
    ],
    [
      'rates of VAT',
      `insert into stock_vat select ${id(STOCK, 'n')}, valid_from, legal_percent, individual_percent
         from stock_vat, generate_series(1, ${stocks}) n where stock_id = $1`,
      [patterns.stockId],
    ],
    [
      'boxes',
      copies(
        'box',
        columnsOf('box'),
        { rows: numbers(boxes), where: ofPattern },
        {
          id: id(BOX, 'n'),
          stock_id: id(STOCK, stockOf),
          external_id: 'null',
          unit_number: `case when n % ${boxesPerStock} < ${boxesPerStock / 2} then 'YA' else 'YB' end || lpad((n % ${boxesPerStock})::text, 3, '0')`,
          size: '2 + (n % 57) * 0.5',
          month_rate: '((2 + (n % 57) * 0.5) * 1230)::bigint',
          lock_id: `'1:' || lpad((1 + (n % ${boxesPerStock}) / 32)::text, 2, '0') || ':' || lpad((1 + (n % ${boxesPerStock}) % 32)::text, 2, '0')`,
        },
      ),
      [patterns.boxId],
    ],
    [
      'accounts',
      copies(
        'account',
        columnsOf('account'),
        { rows: numbers(accounts), where: ofPattern },
        {
          id: id(ACCOUNT, 'n'),
          email: `'tenant' || n || '@volume.example'`,
          email_key: `'tenant' || n || '@volume.example'`,
          first_name: FIRST,
          last_name: LAST,
          phone: `'+49 30 ' || (1000000 + n)`,
          account_type: `case when n % 20 = 0 then 'legal' else 'individual' end`,
          company: `case when n % 20 = 0 then 'Firma ' || n || ' GmbH' end`,
          created_at: `now() - n * interval '9 minutes'`,
        },
      ),
      [patterns.accountId],
    ],
    [
      'contracts',
      copies(
        'contract',
        columnsOf('contract'),
        { rows: numbers(contracts), where: ofPattern },
        {
          id: id(CONTRACT, 'n'),
          number: `'V-' || lpad(n::text, 7, '0')`,
          external_id: 'null',
          box_id: id(BOX, 'n'),
          stock_id: id(STOCK, stockOf),
          account_id: id(ACCOUNT, tenant),
          status: `case when n <= ${running} then 'active' else 'closed' end`,
          start_day: begin,
          end_day: `${begin} + case when n <= ${running} then 760 else 90 end`,
          closed_at: `case when n > ${running} then now() - interval '5 days' end`,
          planned_leave_day: `case when n % 97 = 0 and n <= ${running} then current_date + 12 end`,
          first_document_id: 'null',
          booked_at: `now() - (30 + n % 700) * interval '1 day'`,
        },
      ),
      [patterns.contractId],
    ],
    [
      'claims',
      `insert into box_claim (id, box_id, stock_id, kind, holder_id, account_id, taken_at)
       select ${id(CLAIM, 'n')}, ${id(BOX, 'n')}, ${id(STOCK, stockOf)}, 'contract', ${id(CONTRACT, 'n')}, ${id(ACCOUNT, tenant)}, now()
         from generate_series(1, ${running}) n`,
      [],
    ],
    [
      'billing plans',
      copies(
        'billing_plan',
        columnsOf('billing_plan'),
        { rows: numbers(contracts), where: 'pattern.contract_id = $1' },
        {
          id: id(PLAN, 'n'),
          contract_id: id(CONTRACT, 'n'),
          account_id: id(ACCOUNT, tenant),
          stock_id: id(STOCK, stockOf),
          anchor_day: begin,
          closed_at: `case when n > ${running} then now() end`,
        },
      ),
      [patterns.contractId],
    ],
    [
      'documents',
      copies(
        'document',
        columnsOf('document'),
        {
          pattern: '(select * from document where contract_id = $1 order by id limit 1)',
          rows: `${numbers(contracts)}, generate_series(0, ${documentsPerContract - 1}) k,
              lateral (select ${begin} + 30 * k as day, (n::bigint - 1) * ${documentsPerContract} + k + 1 as number, k = ${documentsPerContract - 1} and n % 10 = 0 as open) fact`,
        },
        {
          id: id(DOCUMENT, 'fact.number'),
          contract_id: id(CONTRACT, 'n'),
          plan_id: id(PLAN, 'n'),
          account_id: id(ACCOUNT, tenant),
          stock_id: id(STOCK, stockOf),
          number: `'V-2026-' || lpad(fact.number::text, 7, '0')`,
          payment_number: '5000000000 + fact.number',
          status: `case when fact.open then 'open' else 'paid' end`,
          paid: 'case when fact.open then 0 else pattern.gross end',
          paid_at: 'case when fact.open then null else fact.day::timestamptz end',
          period_from: 'fact.day',
          period_to: 'fact.day + 30',
          issued_on: 'fact.day - 7',
          due_on: 'fact.day',
          accounting_date: 'fact.day - 7',
          document_date: 'fact.day - 7',
        },
      ),
      [patterns.contractId],
      'document',
    ],
    [
      'lines of documents',
      copies(
        'document_line',
        columnsOf('document_line'),
        {
          rows: numbers(contracts * documentsPerContract),
          where: 'pattern.document_id = (select id from document where contract_id = $1 order by id limit 1)',
        },
        { document_id: id(DOCUMENT, 'n') },
      ),
      [patterns.contractId],
      'document_line',
    ],
    [
      'records of the audit',
      `insert into audit (id, at, recorded_at, actor_id, action, subject_type, subject_id, stock_id, before, after)
       select ${id(11, 'n')}, now() - n * interval '1 minute', now() - n * interval '1 minute', case when n % 50 = 0 then null else $1 end,
              (array['contract-booked','account-edited','box-changed','document-marked-paid'])[1 + n % 4],
              (array['contract','account','box','document'])[1 + n % 4],
              case n % 4 when 0 then ${id(CONTRACT, `1 + n % ${contracts}`)} when 1 then ${id(ACCOUNT, `1 + n % ${accounts}`)}
                         when 2 then ${id(BOX, `1 + n % ${boxes}`)} else ${id(DOCUMENT, `1 + n % ${contracts * documentsPerContract}`)} end,
              ${id(STOCK, `1 + n % ${stocks}`)}, '{"size": 4}', '{"size": 5}'
         from generate_series(1, ${volume.auditRecords}) n`,
      [patterns.superUserId],
    ],
    [
      'mails',
      copies(
        'mail',
        columnsOf('mail'),
        { pattern: '(select * from mail order by id limit 1)', rows: numbers(volume.mails) },
        {
          id: id(12, 'n'),
          natural_key: `'volume:' || n`,
          recipient: `'tenant' || (1 + n % ${accounts}) || '@volume.example'`,
          account_id: id(ACCOUNT, `1 + n % ${accounts}`),
          created_at: `now() - n * interval '2 minutes'`,
        },
      ),
      [],
    ],
    [
      'records of doors',
      `insert into access_record (id, stock_id, box_id, lock_name, contract_id, account_id, actor_role, action, source, at, recorded_at)
       select ${id(13, 'n')}, ${id(STOCK, `1 + ((n % ${boxes})) / ${boxesPerStock}`)}, ${id(BOX, `1 + n % ${boxes}`)}, 'box', null, ${id(ACCOUNT, `1 + n % ${accounts}`)}, 'client',
              case when n % 2 = 0 then 'opened' else 'closed' end, 'app', now() - n * interval '90 seconds', now() - n * interval '90 seconds'
         from generate_series(1, ${volume.doorRecords}) n`,
      [],
    ],
  ]
}
