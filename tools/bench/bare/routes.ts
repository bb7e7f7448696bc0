import { randomUUID } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type pg from 'pg'

export type BareRoute = (body: Record<string, unknown>, query: URLSearchParams) => Promise<string>

const COLUMNS = `b.id as "_id", b.unit_number as "UnitNumber", trim_scale(b.size) as size,
  case when b.size <= 5 then 's' when b.size <= 10 then 'm' when b.size <= 21 then 'l' else 'xl' end as "sizeGroup", b.floor, b.month_rate as "MonthRate",
  b.month_rate + round(b.month_rate * 19 / 100)::bigint as "grossRate", coalesce(c.kind = 'contract', false) as "IsOccupied", coalesce(c.kind = 'reservation', false) as "IsReserved",
  trim_scale(b.height) as "Height", trim_scale(b.width) as "Width", trim_scale(b.depth) as "Depth"`
const CLAIM = 'left join box_claim c on c.box_id = b.id and c.released_at is null'
const listOf = (columns: string, joins: string): string =>
  `select coalesce(json_agg(row_to_json(t)), '[]')::text as json from (select ${columns} from box b ${joins} where b.stock_id = $1 and b.deleted_at is null order by b.size, b.unit_number) t`

/** The product's public columns of a stock's boxes, and those that staff see, from the product's own tables. */
const PUBLIC_LIST = listOf(COLUMNS, CLAIM)
const STAFF_LIST = listOf(
  `${COLUMNS}, coalesce(t.state, 'unavailable') as "lockStatus", b.lock_id as "lockId", k.id as "ContractID", k.number as "ContractNumber",
  case when a.id is null then null else json_build_object('id', a.id, 'fullName', concat_ws(' ', a.first_name, a.last_name)) end as "userInfo",
  coalesce(k.status <> 'pending' and exists (select 1 from document d where d.contract_id = k.id and d.status = 'open' and d.kind <> 'credit_note' and d.due_on < current_date), false) as "inDebt",
  b.stock_id as "stockId", b.description, g.name as category`,
  `${CLAIM} left join lock_state t on t.stock_id = b.stock_id and t.lock_id = b.lock_id left join contract k on k.id = c.holder_id
  left join account a on a.id = c.account_id left join box_category g on g.id = b.category_id`,
)

/** What the bare server answers: as little as does the same thing. Named statements, as anybody who looks for speed would. */
export function bareRoutes(pool: pg.Pool): Readonly<Record<string, BareRoute>> {
  const list = async (name: string, text: string, stockId: string): Promise<string> => {
    const { rows } = await pool.query<{ json: string }>({ name, text, values: [stockId] })
    return rows[0]?.json ?? '[]'
  }
  return {
    'GET /boxes': async (_body, query) => await list('public-list', PUBLIC_LIST, query.get('stockId') ?? ''),
    'GET /staff-boxes': async (_body, query) =>
      await list('staff-list', STAFF_LIST, query.get('stockId') ?? ''),
    'POST /book': async (body) => await book(pool, body),
    'GET /ping': async () => '{"status":"ok"}',
    'POST /login': async (body) => await login(pool, body),
  }
}

/** Seven statements, each a round trip; two who want one box meet at its row, then at the index. */
async function book(pool: pg.Pool, body: Record<string, unknown>): Promise<string> {
  const { boxId, accountId, months } = body as { boxId: string; accountId: string; months: number }
  const id = randomUUID()
  const now = new Date().toISOString()
  const day = now.slice(0, 10)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const found = await client.query<{ month_rate: string }>({
      name: 'lock',
      text: 'select id, stock_id, unit_number, month_rate from bare.box where id = $1 for update',
      values: [boxId],
    })
    const rate = Number(found.rows[0]?.month_rate)
    const net = rate * months
    const vat = Math.round(net * 0.19)
    await client.query({
      name: 'claim',
      text: 'insert into bare.claim values ($1, $2, $3, $4, null)',
      values: [id, boxId, accountId, now],
    })
    await client.query({
      name: 'contract',
      text: 'insert into bare.contract values ($1, $2, $3, $4, $5, $6, $7)',
      values: [id, boxId, accountId, day, months, rate, now],
    })
    await client.query({
      name: 'invoice',
      text: 'insert into bare.invoice values ($1, $1, $2, $3, $4, $5)',
      values: [id, net, vat, net + vat, day],
    })
    await client.query({
      name: 'history',
      text: 'insert into bare.history (box_id, what, at) values ($1, $2, $3)',
      values: [boxId, 'booked', now],
    })
    await client.query('commit')
    return JSON.stringify({ id, total: net + vat })
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: string }).code === '23505') return '{"errorCode":6001}'
    throw error
  } finally {
    client.release()
  }
}

/** The work of a sign-in: the account, the same argon2, a session. */
async function login(pool: pg.Pool, body: Record<string, unknown>): Promise<string> {
  const found = await pool.query<{ id: string; password_hash: string }>({
    name: 'account',
    text: 'select id, password_hash from account where email_key = $1',
    values: [body['email']],
  })
  const account = found.rows[0]
  if (!account || !(await verify(account.password_hash, String(body['password']))))
    return '{"errorCode":9101}'
  const id = randomUUID()
  await pool.query({
    name: 'session',
    text: 'insert into bare.session values ($1, $2, $3)',
    values: [id, account.id, new Date().toISOString()],
  })
  return JSON.stringify({ token: id, user: { id: account.id } })
}
