import { readMigrations } from '@stowage/server/platform/database/migrate'

/** A statement that a server of the version before may not survive, and why it is one. */
export interface Break {
  readonly migration: string
  readonly kind: BreakKind
  /** As it stands there, in one line. */
  readonly statement: string
}

export type BreakKind = keyof typeof DEMANDS

/** What each kind may do to an older server, as a sentence for whoever writes the migration. */
const DEMANDS = {
  'takes away': 'an older server still names what goes: its statements fail',
  renames: 'an older server still uses the former name',
  'demands a value': 'rows that an older server writes have none',
  'changes a type': 'an older server may write what does not fit, or read what it does not expect',
  'refuses rows': 'an older server may write what the new constraint refuses',
} as const

/**
 * Migrations from before the first release that hold such statements: no older server than that release is ever to work on the tables.
 * None is added here; a new one says in its own text why an older server survives it.
 */
export const BEFORE_THE_FIRST_RELEASE: ReadonlySet<string> = new Set(
  `0020-stocks 0080-settlement 0090-penalties 0110-recurring 0160-life 0170-books 0190-maps 0200-history-of-sites 0233-appeals 0236-bounces
   0246-push-ends 0250-processors 0255-bank 0270-mandates 0280-refunds-that-fail 0300-management-system 0310-sums-of-the-book`.split(
    /\s+/,
  ),
)

/** What one has to say who takes away or renames: the migration after which nothing named it any more. */
const SECOND_STEP = /^second step of (\d{4}-[a-z0-9-]+): \S.{19,}/
/** And who does anything else of the above. */
const SURVIVED = /^older servers: \S.{19,}/

/**
 * Holds each migration to docs/operations/upgrade.md: what a server of the version before may not survive has to come in two steps, or
 * a comment right above the statement has to say why it is survived.
 */
export function migrationProblems(
  migrations: readonly { readonly name: string; readonly sql: string }[] = readMigrations(),
): string[] {
  const names = migrations.map(({ name }) => name)
  return breaksOf(migrations)
    .filter(({ migration }) => !BEFORE_THE_FIRST_RELEASE.has(migration))
    .flatMap(({ migration, kind, statement, comments }) => {
      const about = `${migration} ${kind} ("${statement.slice(0, 90)}"): ${DEMANDS[kind]}`
      if (kind !== 'takes away' && kind !== 'renames')
        return comments.some((comment) => SURVIVED.test(comment))
          ? []
          : [`${about}. Above it: -- older servers: <why they survive it>`]
      const [, first] = comments.map((comment) => SECOND_STEP.exec(comment)).find((found) => found) ?? []
      if (first === undefined)
        return [
          `${about}. It is the second step: above it -- second step of <migration>: <what names it no more>`,
        ]
      return names.indexOf(first) !== -1 && names.indexOf(first) < names.indexOf(migration)
        ? []
        : [`${about}. ${first} is no migration before it`]
    })
}

interface Statement {
  readonly text: string
  /** Lines of comment right above it, and in it. */
  readonly comments: readonly string[]
}

/** All such statements, those that are explained too. */
export function breaksOf(
  migrations: readonly { readonly name: string; readonly sql: string }[],
): (Break & Statement)[] {
  return migrations.flatMap(({ name, sql }) => {
    const statements = statementsOf(sql)
    // What is made here no older server knows.
    const own = new Set(statements.flatMap(({ text }) => MAKES.exec(text)?.[1] ?? []))
    const ownColumns = new Set(
      statements.flatMap(({ text }) =>
        [...text.matchAll(/\badd column (?:if not exists )?(\w+)/g)].map(
          ([, column]) => `${tableOf(text) ?? ''}.${column}`,
        ),
      ),
    )
    return statements.flatMap((statement) => {
      const kinds = own.has(tableOf(statement.text) ?? '') ? [] : kindsOf(statement.text, ownColumns)
      return kinds.map((kind) => ({ migration: name, kind, statement: statement.text, ...statement }))
    })
  })
}

const MAKES = /^create (?:unlogged )?table (?:if not exists )?(\w+)/
const tableOf = (text: string): string | undefined =>
  /^(?:alter table (?:if exists |only )*|create unique index (?:\w+ )?on )(\w+)/.exec(text)?.[1]

function kindsOf(text: string, ownColumns: ReadonlySet<string>): BreakKind[] {
  const kinds = new Set<BreakKind>()
  if (/^drop (?:table|view|materialized view|function|type|sequence|schema)\b/.test(text))
    kinds.add('takes away')
  if (text.startsWith('create unique index')) kinds.add('refuses rows')
  if (/^create (?:or replace )?(?:constraint )?trigger\b/.test(text)) kinds.add('refuses rows')
  if (!text.startsWith('alter table')) return [...kinds]
  const table = tableOf(text) ?? ''
  for (const action of actionsOf(text)) {
    const [, column = ''] = /^alter (?:column )?(\w+)/.exec(action) ?? []
    if (/^drop (?:column )?(?!constraint|not null|default|expression)\w/.test(action)) kinds.add('takes away')
    if (action.startsWith('rename ')) kinds.add('renames')
    if (/^add (?:constraint \w+ )?(?:check|unique|foreign|primary|exclude)\b/.test(action))
      kinds.add('refuses rows')
    // A column that is made here is empty in whatever an older server writes: its own checks are about that.
    if (/^add column\b/.test(action) && NO_VALUE.test(action) && !HAS_VALUE.test(action))
      kinds.add('demands a value')
    if (/^alter\b.*\bset not null\b/.test(action)) kinds.add('demands a value')
    if (/^alter\b.*\bdrop default\b/.test(action)) kinds.add('demands a value')
    if (/^alter\b.*\btype\b/.test(action) && !ownColumns.has(`${table}.${column}`))
      kinds.add('changes a type')
  }
  return [...kinds]
}

const NO_VALUE = /\bnot null\b|\bprimary key\b/
const HAS_VALUE = /\bdefault\b|\bgenerated\b/

/** `alter table t a, b (x, y), c` are three. */
function actionsOf(text: string): string[] {
  const list = text.replace(/^alter table (?:if exists |only )*\w+ /, '')
  const actions: string[] = []
  let depth = 0
  let begin = 0
  for (let at = 0; at < list.length; at += 1) {
    if (list[at] === '(') depth += 1
    if (list[at] === ')') depth -= 1
    if (list[at] !== ',' || depth > 0) continue
    actions.push(list.slice(begin, at).trim())
    begin = at + 1
  }
  return [...actions, list.slice(begin).trim()]
}

/** Statements in lower case and one line, their texts and bodies of functions left out, comments apart. */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = []
  let text = ''
  let comments: string[] = []
  const TOKEN = /--([^\n]*)|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\2|'(?:[^']|'')*'|;|[^-;'$/]+|[\s\S]/g
  for (const [token, comment, body] of sql.matchAll(TOKEN)) {
    if (comment !== undefined) comments.push(comment.trim())
    else if (token.startsWith('/*')) continue
    else if (body !== undefined || token.startsWith("'")) text += "''"
    else if (token !== ';') text += token
    else {
      statements.push({ text: plain(text), comments })
      text = ''
      comments = []
    }
  }
  if (plain(text) !== '') statements.push({ text: plain(text), comments })
  return statements.filter((statement) => statement.text !== '')
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
