import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkBoundaries } from './check-boundaries.ts'
import { readSource } from './read-source.ts'
import { findViolations } from './rules.ts'
import { tableOwners } from './table-owners.ts'

/** The messages for files given as path → text. */
function messages(files: Readonly<Record<string, string>>): string[] {
  return findViolations(Object.entries(files).map(([file, text]) => readSource(file, text))).map(
    ({ file, message }) => `${file}: ${message}`,
  )
}

const modules = 'apps/server/src/modules'

test('one deliberate violation in a folder of sources is found, and only that one', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-boundaries-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  write(
    `${modules}/booking/book-box.ts`,
    "import { claimBox } from '../catalog/index.ts'\nimport { now } from '../../platform/clock.ts'\nexport const book = [claimBox, now]",
  )
  write(`${modules}/catalog/index.ts`, 'export const claimBox = 1')
  expect(checkBoundaries(root).violations).toEqual([])
  write(
    `${modules}/booking/planted.ts`,
    "\nimport { secret } from '../catalog/box-store.ts'\nexport { secret }",
  )
  expect(checkBoundaries(root)).toEqual({
    files: 3,
    violations: [
      {
        file: `${modules}/booking/planted.ts`,
        line: 2,
        message: 'imports ../catalog/box-store.ts: a module is entered by its index.ts only',
      },
    ],
  })
})

test('an empty folder is no clean folder', () => {
  expect(() => checkBoundaries(path.join(os.tmpdir(), 'stowage-nothing-here'))).toThrow(/no sources/)
})

test.each([
  ['a call up', `${modules}/accounts/x.ts`, "import { a } from '../booking/index.ts'", /calls go down only/],
  [
    'a call beside',
    `${modules}/maps/x.ts`,
    "export type { A } from '../access/index.ts'",
    /calls go down only/,
  ],
  [
    'a dynamic import',
    `${modules}/booking/x.ts`,
    "const a = await import('../catalog/place-box.ts')",
    /entered by its index\.ts only/,
  ],
  [
    'a type of another module',
    `${modules}/booking/x.ts`,
    "let a: import('../catalog/box.ts').Box",
    /entered by its index\.ts only/,
  ],
  [
    'by the package name',
    `${modules}/booking/x.ts`,
    "import { a } from '@stowage/server/modules/catalog/box-store'",
    /entered by its index\.ts only/,
  ],
  [
    'platform to business',
    'apps/server/src/platform/x.ts',
    "import { a } from '../modules/catalog/index.ts'",
    /knows no business module/,
  ],
  ['a module without a place', `${modules}/loyalty/index.ts`, 'export {}', /has no place in the order/],
  ['the domain and Node', 'packages/domain/src/x.ts', "import fs from 'node:fs'", /pure/],
  [
    'the domain and the wire',
    'packages/domain/src/x.ts',
    "import { a } from '@stowage/api/wire'",
    /may not use packages\/api/,
  ],
  [
    'web and server',
    'apps/web/src/app/x.ts',
    "import { a } from '@stowage/server/main'",
    /apps\/web may not use apps\/server/,
  ],
  [
    'web and server by path',
    'apps/web/src/app/x.ts',
    "import { a } from '../../../server/src/main.ts'",
    /apps\/web may not use apps\/server/,
  ],
  [
    'an app and a simulator',
    'apps/server/src/platform/x.ts',
    "import { a } from '@stowage/simulators'",
    /may not use simulators/,
  ],
  [
    'ui and business',
    'apps/web/src/ui/x.tsx',
    "import { a } from '../features/booking/index.ts'",
    /no business import/,
  ],
  [
    'inside a feature',
    'apps/web/src/areas/customer/x.tsx',
    "import { a } from '../../features/booking/step.tsx'",
    /entered by its index only/,
  ],
  [
    'a feature and an area',
    'apps/web/src/features/booking/x.tsx',
    "import { a } from '../../areas/customer/page.tsx'",
    /does not know/,
  ],
  [
    'the driver in a use case',
    `${modules}/booking/book-box.ts`,
    "import type { Kysely } from 'kysely'",
    /touch the database/,
  ],
  [
    'SQL in a use case',
    `${modules}/booking/book-box.ts`,
    "await tx.selectFrom('box').execute()",
    /belongs in a \*-store\.ts/,
  ],
  [
    'an sql template',
    `${modules}/booking/book-box.ts`,
    'const a = sql<Box>`select 1`',
    /belongs in a \*-store\.ts/,
  ],
  [
    'plain SQL',
    `${modules}/booking/routes.ts`,
    'await pool.query(`delete from ${a}`)',
    /belongs in a \*-store\.ts/,
  ],
  [
    'a view that writes',
    `${modules}/booking/box-view.ts`,
    "tx.updateTable('box as b')",
    /only selects, and this writes box/,
  ],
  ['the environment', `${modules}/booking/x.ts`, 'const { PORT } = process.env', /process\.env/],
])('refused: %s', (_name, file, text, message) => {
  expect(messages({ [file]: text })).toEqual([expect.stringMatching(message)])
})

test('a table written by two modules, by builder and by text', () => {
  const found = messages({
    [`${modules}/billing/invoice-store.ts`]: "tx.insertInto('invoice').values(a)",
    [`${modules}/contracts/contract-store.ts`]:
      'sql`select 1 from invoice for update; update invoice set paid = 1`',
    [`${modules}/contracts/other-store.ts`]:
      'sql`insert into contract (id) values (1) on conflict (id) do update set id = 2`',
  })
  expect(found).toHaveLength(2)
  expect(found[0]).toContain(
    'the table invoice is written by more than one module: modules/billing, modules/contracts',
  )
})

test('a table belongs to who writes it, and to its only reader as long as nobody does', () => {
  const owner = tableOwners(
    Object.entries({
      [`${modules}/billing/invoice-store.ts`]: "tx.insertInto('invoice').values(a)",
      [`${modules}/reports/income-view.ts`]:
        'sql`select 1 from invoice join banner b on true join city on true`',
      [`${modules}/maps/city-view.ts`]: "tx.selectFrom('city as c')",
    }).map(([file, text]) => readSource(file, text)),
  )
  expect(owner('invoice')).toBe('modules/billing')
  expect(owner('banner')).toBe('modules/reports')
  expect(() => owner('city')).toThrow(/whose table is city.*modules\/reports, modules\/maps/)
  expect(() => owner('nothing')).toThrow(/nobody/)
})

test('a circle between features that no single file shows', () => {
  const found = messages({
    'apps/web/src/features/booking/a.ts': "import { b } from '../maps/index.ts'",
    'apps/web/src/features/maps/b.ts': "import { c } from '../payments/index.ts'",
    'apps/web/src/features/payments/c.ts': "import { a } from '../booking/index.ts'",
  })
  expect(found).toHaveLength(3)
  expect(found[0]).toContain('closes a circle')
})

test('what is allowed stays silent', () => {
  expect(
    messages({
      [`${modules}/reports/revenue-view.ts`]:
        "import { sql } from 'kysely'\nimport { a } from '../billing/index.ts'\nsql`select 1`",
      [`${modules}/booking/book-box.test.ts`]:
        "import { createWorld } from '../../testing/world.ts'\nimport { b } from '../reports/index.ts'\ntx.selectFrom('box')\nprocess.env",
      'apps/server/src/platform/config.ts': 'process.env.PORT',
      'apps/server/src/main.ts': "import { createBooking } from './modules/booking/index.ts'",
      'apps/web/src/areas/customer/book.tsx':
        "import { Wizard } from '../../features/booking/index.ts'\nimport { Money } from '@stowage/domain/money'",
      [`${modules}/booking/words.ts`]:
        "// sql`select 1` and process.env in a comment\nconst a = 'update the box'",
    }),
  ).toEqual([])
})
