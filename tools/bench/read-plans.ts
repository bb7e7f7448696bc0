import pg from 'pg'
import { type Figure, valueFigure } from './figures.ts'
import { furtherCalls, TURNS, volumeCases } from './volume-calls.ts'
import { startQuietly, type VolumeStage } from './volume-stage.ts'

/** A table with so many rows is read by an index, or the query says below why not. */
const BIG = 20_000
/** As often a prepared statement is run with its own values before PostgreSQL asks whether one plan would do for all. */
const CUSTOM_RUNS = 6

/** An index that leads past so many rows, and so many for one that is wanted, is not the one that the query needs. */
const MANY = 2000
const SKIPPED_PER_FOUND = 4
/** Who needs the first ten thousand rows and stops reads them in the order in which they lie. */
const MOST_OF_IT = 0.5

interface Exception {
  readonly path: RegExp
  readonly table: string
  readonly reason: string
}

/** Tables that may be read whole, and why no index would help. */
const EXCEPTIONS: readonly Exception[] = [
  {
    path: /\/stocks$/,
    table: 'box_claim',
    reason:
      'all stocks at once: the free boxes of each are counted, and every claim that is alive belongs to one',
  },
  {
    path: /\/statistics\/contracts\?.*status=(all|opened|closed).*sort=-?(end|client|stock)/,
    table: 'contract',
    reason:
      'all contracts in another order than by number: an index for each would cost every booking more than the click',
  },
  {
    path: /\/statistics\/(contracts|invoice-emailing)\?.*sort=-?client/,
    table: 'account',
    reason: 'ordered by client: the names of those who are on a list of thousands are compared',
  },
]

interface Statement {
  readonly path: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** What EXPLAIN tells of a step, as far as it is read here. */
interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Step[]
}

/**
 * Every query that the lists of the back office make, with the plan that PostgreSQL settles on for it on these data: none may
 * read a big table whole, by no index or past rows that an index would have left out.
 */
export async function readPlans(stage: VolumeStage): Promise<Figure[]> {
  const statements = await heardStatements(stage)
  const client = new pg.Client({ connectionString: stage.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; rows: number }>(
      `select relname as name, reltuples as rows from pg_class where relkind = 'r' and reltuples >= ${BIG}`,
    )
    const big = new Map(rows.map((table) => [table.name, table.rows]))
    let lacking = 0
    for (const [index, statement] of statements.entries()) {
      const findings = [...wholeTables(await planOf(client, `plan${index}`, statement), big)].filter(
        ({ table }) => !EXCEPTIONS.some((one) => one.table === table && one.path.test(statement.path)),
      )
      lacking += findings.length > 0 ? 1 : 0
      for (const { table, how } of findings)
        stage.say(`${decodeURIComponent(statement.path)} reads ${table} ${how}: ${begin(statement.text)}`)
    }
    for (const { table, reason } of EXCEPTIONS) stage.say(`${table} may be read whole for ${reason}`)
    return [
      valueFigure({
        name: 'queries without an index they need',
        values: [lacking],
        unit: '',
        must: 0,
        note: `of ${statements.length}, on ${big.size} big tables`,
      }),
    ]
  } finally {
    await client.end()
  }
}

const begin = (text: string): string => `${text.replace(/\s+/g, ' ').trim().slice(0, 100)} …`

/** Asks the product in this process and listens to what it asks its database; each text once a call. */
async function heardStatements(stage: VolumeStage): Promise<readonly Statement[]> {
  const cases = volumeCases(stage.volume)
  const turns = Array.from({ length: TURNS }, (_, turn) => turn)
  const paths = new Set([
    ...cases.flatMap(({ product }) => turns.map(product)),
    ...furtherCalls(stage.volume),
  ])
  const heard = new Map<string, Statement>()
  let path = ''
  const stop = listen((text, values) => {
    if (path !== '') heard.set(`${path} ${text}`, { path, text, values })
  })
  try {
    const running = await startQuietly(stage)
    try {
      const token = await stage.token()
      for (const next of paths) {
        path = next
        const { statusCode, body } = await running.app.inject({
          url: next,
          headers: { authorization: `Bearer ${token}` },
        })
        path = ''
        if (statusCode !== 200) throw new Error(`${next}: ${statusCode} ${body.slice(0, 300)}`)
      }
    } finally {
      await running.close()
    }
  } finally {
    stop()
  }
  return [...heard.values()].filter(({ text }) => /^\s*(select|with)\b/i.test(text))
}

/** Until the returned function is called: every statement that leaves this process for PostgreSQL. */
function listen(hear: (text: string, values: readonly unknown[]) => void): () => void {
  const clients = pg.Client.prototype as { query: unknown }
  const original = clients.query as (...args: unknown[]) => unknown
  clients.query = function (this: unknown, ...args: unknown[]): unknown {
    const [first, second] = args
    const { text, values } =
      typeof first === 'object' && first !== null
        ? (first as { text?: string; values?: readonly unknown[] })
        : { text: String(first), values: Array.isArray(second) ? second : [] }
    if (text !== undefined) hear(text, values ?? [])
    return Reflect.apply(original, this, args)
  }
  return () => {
    clients.query = original
  }
}

/** The plan of a prepared statement after it has run with its values as often as it takes to settle on one. */
async function planOf(client: pg.Client, name: string, { text, values }: Statement): Promise<Step> {
  await client.query(`prepare ${name} as ${text}`)
  const execute = `execute ${name}${values.length === 0 ? '' : `(${values.map(literal).join(', ')})`}`
  for (let run = 0; run < CUSTOM_RUNS; run += 1) await client.query(execute)
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Step }] }>(
    `explain (analyze, timing off, format json) ${execute}`,
  )
  await client.query(`deallocate ${name}`)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error(`no plan of ${text}`)
  return plan
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((one) => `"${String(one).replace(/[\\"]/g, '\\$&')}"`).join(',')}}`)
  const { toPostgres } = value as { toPostgres?: () => unknown }
  return pg.escapeLiteral(String(typeof toPostgres === 'function' ? toPostgres.call(value) : value))
}

/** The steps that read a big table whole, or past more of it than they find. */
function* wholeTables(
  step: Step,
  big: ReadonlyMap<string, number>,
): Generator<{ table: string; how: string }> {
  const table = step['Relation Name'] ?? ''
  const loops = step['Actual Loops'] ?? 0
  const skipped =
    ((step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0)) * loops
  const found = (step['Actual Rows'] ?? 0) * loops
  const rows = big.get(table)
  if (rows !== undefined && loops > 0) {
    if (step['Node Type'].endsWith('Seq Scan') && found + skipped > rows * MOST_OF_IT)
      yield { table, how: `whole, ${found.toFixed(0)} of ${(found + skipped).toFixed(0)}` }
    else if (skipped >= MANY && skipped > SKIPPED_PER_FOUND * found)
      yield {
        table,
        how: `by ${step['Index Name'] ?? step['Node Type']}, ${found.toFixed(0)} of ${(found + skipped).toFixed(0)}`,
      }
  }
  for (const inner of step.Plans ?? []) yield* wholeTables(inner, big)
}
