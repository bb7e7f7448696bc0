import { emailKey } from '@stowage/server/modules/accounts/account-store'
import { hashPassword } from '@stowage/server/modules/accounts/hash-password'
import { newWebhookSecret } from '@stowage/server/modules/messaging/webhooks/sign-webhook'
import { accountSealer } from '@stowage/server/modules/payments/bank-debits/mandate-words'
import { fieldOf, type Kind } from '@stowage/server/modules/reports/company-export/company-kinds'
import { kindOfPlace, type ExportManifest } from '@stowage/server/modules/reports/company-export/manifest'
import type { Config } from '@stowage/server/platform/config'
import type { Files } from '@stowage/server/platform/files/files'
import { createSealer } from '@stowage/server/platform/seal'
import type pg from 'pg'
import { entriesOf, fillEmpty, Refused } from '../backup/into-empty.ts'
import { kindByName, linesIn } from './check-export.ts'
import { loadFiles } from './load-files.ts'

interface Wish {
  readonly source: string
  readonly manifest: ExportManifest
  readonly databaseUrl: string
  readonly files: Files
  readonly secrets: Pick<Config['secrets'], 'storageKey'>
  /** A superUser of the archive who gets this password, so that somebody can sign in before mails go out. */
  readonly admin?: { readonly email: string; readonly password: string } | undefined
}

const LINES_AT_ONCE = 500

/**
 * Puts an export into an empty database, all or nothing: the tables as they were when it was made, its lines in one transaction,
 * then the migrations that came since. What lies open in it is sealed with the key of this machine.
 * @throws Refused with file and line for what the database does not take
 */
export async function loadExport(wish: Wish): Promise<void> {
  const { manifest, source } = wish
  const kinds = manifest.kinds.map(({ kind }) => kindByName.get(kind)!)
  try {
    await fillEmpty(
      wish.databaseUrl,
      manifest,
      kinds.map(({ table }) => table),
      async (client) => {
        const inserts = new Map<string, Insert>()
        for (const { kind, fields } of manifest.kinds)
          inserts.set(kind, await insertOf(client, kindByName.get(kind)!, fields))
        for await (const { name, bytes } of entriesOf(source)) {
          const insert = inserts.get(kindOfPlace(name) ?? '')
          if (insert !== undefined) await insertLines(client, insert, name, linesIn(name, bytes), wish)
        }
        await setCounters(client, manifest)
        await client.query(
          "do $$ begin if to_regproc('rebuild_ledger_sums') is not null then perform rebuild_ledger_sums(); end if; end $$",
        )
        await renewSecrets(client, wish)
        if (wish.admin !== undefined) await letIn(client, wish.admin)
      },
      async (client) => await loadFiles(client, wish),
    )
  } catch (error) {
    throw (await orphan(error, wish)) ?? error
  }
}

interface Insert {
  readonly kind: Kind
  readonly statement: string
}

/** A statement that takes lines as one JSON array; types are the table's, values of what stayed at home are the kind's. */
async function insertOf(client: pg.Client, kind: Kind, fields: readonly string[]): Promise<Insert> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [`"${kind.table}"`],
  )
  const byField = new Map(columns.map((column) => [fieldOf(column.name), column]))
  const taken = fields.map((field) => {
    const isOpened = field === kind.opened?.field
    const column = isOpened ? columns.find(({ name }) => name === kind.opened?.column) : byField.get(field)
    if (column === undefined || (!isOpened && kind.hidden?.[column.name] !== undefined))
      throw new Refused(`data/${kind.kind}.jsonl: ${field} is no field of this kind`)
    return { field, ...column }
  })
  const made = Object.entries(kind.hidden ?? {}).filter(
    ([column, { value }]) => value !== undefined && columns.some(({ name }) => name === column),
  )
  const names = [...taken.map(({ name }) => name), ...made.map(([column]) => column)]
  const values = [...taken.map(({ name }) => `"${name}"`), ...made.map(([, { value }]) => value)]
  return {
    kind,
    statement: `insert into "${kind.table}" (${names.map((name) => `"${name}"`).join(', ')}) overriding system value
      select ${values.join(', ')} from (
        select ${taken.map(({ field, name }) => `"${field}" as "${name}"`).join(', ')}
          from json_to_recordset($1::json) as r(${taken.map(({ field, type }) => `"${field}" ${type}`).join(', ')})) x`,
  }
}

async function insertLines(
  client: pg.Client,
  { kind, statement }: Insert,
  name: string,
  lines: readonly string[],
  { secrets }: Wish,
): Promise<void> {
  const put = async (some: readonly string[]): Promise<void> =>
    void (await client.query(statement, [`[${some.join(',')}]`]))
  const sealed =
    kind.opened === undefined ? lines : lines.map((line) => sealField(line, kind, secrets.storageKey))
  for (let from = 0; from < sealed.length; from += LINES_AT_ONCE) {
    const some = sealed.slice(from, from + LINES_AT_ONCE)
    await client.query('savepoint lines')
    try {
      await put(some)
    } catch (error) {
      // Which of them it was: one after the other, until it comes.
      await client.query('rollback to savepoint lines')
      for (const [index, line] of some.entries())
        await put([line]).catch((reason: unknown) => {
          throw new Refused(`${name} line ${from + index + 1}: ${sentenceOf(reason)}`)
        })
      throw error
    }
    await client.query('release savepoint lines')
  }
}

function sealField(line: string, { opened }: Kind, storageKey: string): string {
  const row = JSON.parse(line) as Record<string, unknown>
  const [plain, id] = [row[opened?.field ?? ''], row['id']]
  if (typeof plain !== 'string' || typeof id !== 'string') return line
  return JSON.stringify({ ...row, [opened?.field ?? '']: accountSealer(storageKey).sealText(plain, id) })
}

function sentenceOf(error: unknown): string {
  const { message, detail } = error as { message: string; detail?: string }
  return detail === undefined ? message : `${message} (${detail})`
}

async function setCounters(client: pg.Client, { counters }: ExportManifest): Promise<void> {
  for (const { name, value, isCalled } of counters) {
    const { rows } = await client.query(
      "select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' and relname = $1",
      [name],
    )
    if (rows.length === 0 || !/^\d{1,18}$/.test(value))
      throw new Refused(`manifest.json: there is no counter ${name} that stands at ${value}`)
    await client.query('select setval($1::regclass, $2, $3)', [`"${name}"`, value, isCalled])
  }
}

/** A webhook needs a secret to be one; this one nobody knows, until somebody makes a new one on the screen. */
async function renewSecrets(client: pg.Client, { secrets, manifest }: Wish): Promise<void> {
  if (!manifest.kinds.some(({ kind }) => kind === 'webhooks')) return
  const sealer = createSealer(secrets.storageKey, 'webhook')
  const { rows } = await client.query<{ id: string }>('select id from webhook')
  for (const { id } of rows)
    await client.query('update webhook set secret = $2 where id = $1', [
      id,
      sealer.sealText(newWebhookSecret(), id),
    ])
}

/** @throws Refused where the archive has no such superUser */
async function letIn(client: pg.Client, { email, password }: NonNullable<Wish['admin']>): Promise<void> {
  const { rowCount } = await client.query(
    "update account set password_hash = $2 where email_key = $1 and platform_role = 'superUser' and deleted_at is null",
    [emailKey(email), await hashPassword(password)],
  )
  if (rowCount !== 1)
    throw new Refused(`ADMIN_EMAIL is ${email}, and the archive has no superUser with this address`)
}

/** A thing that names another one which is not there: the database knows it, and the line is looked for. */
async function orphan(error: unknown, { source }: Wish): Promise<Refused | undefined> {
  const { code, table, detail } = error as { code?: string; table?: string; detail?: string }
  const [, column, value] = /^Key \(([a-z_0-9]+)\)=\((.*)\) is not present/.exec(detail ?? '') ?? []
  if (code !== '23503' || column === undefined) return undefined
  const kind = [...kindByName.values()].find((one) => one.table === table)
  for await (const { name, bytes } of entriesOf(source)) {
    if (kind === undefined || kindOfPlace(name) !== kind.kind) continue
    const line = linesIn(name, bytes).findIndex(
      (text) => (JSON.parse(text) as Record<string, unknown>)[fieldOf(column)] === value,
    )
    if (line !== -1)
      return new Refused(`${name} line ${line + 1}: ${fieldOf(column)} names ${value}, which is not there`)
  }
  return new Refused(`${kind?.kind ?? table}: ${detail}`)
}
