import { readMigrations } from '@stowage/server/platform/database/migrate'
import { expect, test } from 'vitest'
import { BEFORE_THE_FIRST_RELEASE, breaksOf, migrationProblems, statementsOf } from './migrations.ts'

const FIRST = { name: '9000-first', sql: 'alter table box add column hue text;' }
const of = (sql: string) => [FIRST, { name: '9001-next', sql }]
const kinds = (sql: string): string[] => breaksOf(of(sql)).map(({ kind }) => kind)

test.each([
  ['drop table appeal;', 'takes away'],
  ['alter table box drop column hue;', 'takes away'],
  ['ALTER TABLE box\n  DROP hue;', 'takes away'],
  ['drop function refuse_closed_month();', 'takes away'],
  ['alter table box rename column hue to colour;', 'renames'],
  ['alter table box rename to unit;', 'renames'],
  ['alter table box add column colour text not null;', 'demands a value'],
  ['alter table box alter column hue set not null;', 'demands a value'],
  ['alter table box alter column hue drop default;', 'demands a value'],
  ['alter table box alter column hue type int using hue::int;', 'changes a type'],
  ["alter table box add constraint hue_known check (hue in ('red', 'blue'));", 'refuses rows'],
  ['alter table box add foreign key (hue) references colour (id);', 'refuses rows'],
  ['create unique index box_hue on box (hue);', 'refuses rows'],
  ['create trigger box_hue before insert on box for each row execute function refuse();', 'refuses rows'],
])('%s is found: %s', (sql, kind) => {
  expect(kinds(sql)).toEqual([kind])
  expect(migrationProblems(of(sql))).toHaveLength(1)
})

test.each([
  'create table colour (id text primary key, hue text not null check (hue <> $$x$$)); create unique index colour_hue on colour (hue); alter table colour add check (id <> hue);',
  'alter table box add column colour text, add column shade int not null default 1 check (shade > 0);',
  "alter table box add column folded text not null generated always as (folded(coalesce(hue, ''))) stored;",
  'create index box_hue on box (hue); drop index box_hue; alter table box alter column hue drop not null, drop constraint box_hue_check;',
  "-- drop table box;\n/* alter table box rename to unit; */ update setting set value = $$drop table box;$$ where name = 'alter table box drop column hue';",
  'alter table box add column shade int; alter table box alter column shade type bigint;',
])('%s is survived', (sql) => {
  expect(kinds(sql)).toEqual([])
})

test('several in one statement are several, and each is explained by itself or not at all', () => {
  expect(
    kinds(
      'alter table box add column a text not null, drop column hue, add check (length(hue) < numeric(3,1));',
    ),
  ).toEqual(['demands a value', 'takes away', 'refuses rows'])
})

test('what goes names the step before it, and that one is before it', () => {
  const drop = (comment: string) => migrationProblems(of(`${comment}\nalter table box drop column hue;`))
  expect(drop('-- second step of 9000-first: nothing has read or written it since')).toEqual([])
  expect(drop('-- second step of 9002-later: nothing has read or written it since')[0]).toMatch(
    /9002-later is no migration before it/,
  )
  expect(drop('-- second step of 9000-first: yes')).toHaveLength(1)
  expect(drop('-- older servers: nothing has read or written it since')[0]).toMatch(/It is the second step/)
  // A comment of another statement is none of this one.
  expect(drop('-- second step of 9000-first: nothing has read or written it since\nselect 1;')).toHaveLength(
    1,
  )
})

test('what refuses or demands says why an older server survives it', () => {
  const check = (comment: string) =>
    migrationProblems(of(`${comment}\nalter table box add check (size > 0);`))
  expect(check('-- older servers: they refuse a size of nought already, by the same rule')).toEqual([])
  expect(check('-- older servers: fine')).toHaveLength(1)
  expect(check('-- A size is positive.')[0]).toMatch(/9001-next refuses rows/)
})

test('comments and texts of the real migrations are read as such, and all of them hold', () => {
  const statements = readMigrations().flatMap(({ sql }) => statementsOf(sql))
  expect(statements.length).toBeGreaterThan(400)
  const words = new Set(statements.map(({ text }) => text.split(' ')[0]))
  expect([...words].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'alter',
    'analyze',
    'create',
    'delete',
    'drop',
    'insert',
    'select',
    'update',
  ])
  expect(migrationProblems()).toEqual([])
  // What excuses those from before the first release excuses nothing else.
  const excused = breaksOf(readMigrations()).map(({ migration }) => migration)
  expect([...BEFORE_THE_FIRST_RELEASE].filter((name) => !excused.includes(name))).toEqual([])
})

test('no trigger but the two of the book: rules of the business are read where it is written (decision 298)', () => {
  const triggers = readMigrations().flatMap(({ sql }) =>
    statementsOf(sql).flatMap(
      ({ text }) => /^create (?:or replace )?(?:constraint )?trigger (\w+)/.exec(text)?.[1] ?? [],
    ),
  )
  expect(triggers).toEqual(['ledger_month_open', 'ledger_sum_added'])
})
