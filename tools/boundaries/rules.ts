import type { Finding, SourceFacts } from './read-source.ts'
import { tableWriters } from './table-owners.ts'
import { isTest, MODULE_ROWS, resolveOurs, type Zone, zoneOf } from './zones.ts'

export interface Violation {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** Which workspaces a workspace may import, itself aside. Web and server meet only in packages. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/api': ['packages/domain'],
  'packages/texts': ['packages/domain', 'packages/api'],
  'packages/lsp': ['packages/domain'],
  // It leaves the house: nothing of ours goes with it.
  'packages/client': [],
  'apps/server': ['packages/domain', 'packages/api', 'packages/texts', 'packages/lsp'],
  'apps/web': ['packages/domain', 'packages/api', 'packages/texts'],
  'apps/site-agent': ['packages/domain', 'packages/api', 'packages/texts', 'packages/lsp'],
  simulators: ['packages/domain', 'packages/api', 'packages/texts', 'packages/lsp'],
  tools: [
    'packages/domain',
    'packages/api',
    'packages/texts',
    'packages/lsp',
    'packages/client',
    'apps/server',
    'apps/web',
    'apps/site-agent',
    'simulators',
  ],
  e2e: ['packages/domain', 'packages/api', 'packages/texts', 'tools'],
}

/** What tests beside their subject may use of the tools: databases of their own, and who says whether one is in order. */
const TEST_TOOLS = ['tools/testing/', 'tools/verify/']

/** Between two machines of ours and never in a browser: it signs, for which Node has what it needs. */
const SIGNED_PROTOCOL = 'packages/lsp'

const DATABASE_PACKAGES = ['kysely', 'pg', 'pg-boss']
const ENVIRONMENT_READERS = [
  'apps/server/src/main.ts',
  'apps/server/src/platform/config.ts',
  'apps/site-agent/src/main.ts',
]

/** Every broken boundary in these files, those between modules as a whole (cycles, tables) included. */
export function findViolations(files: readonly SourceFacts[]): Violation[] {
  const found = files.flatMap((facts) => [
    ...importViolations(facts),
    ...databaseViolations(facts),
    ...environmentViolations(facts),
  ])
  return [...found, ...placeViolations(files), ...cycleViolations(files), ...ownershipViolations(files)].sort(
    (one, two) => one.file.localeCompare(two.file) || one.line - two.line,
  )
}

function importViolations(facts: SourceFacts): Violation[] {
  const from = zoneOf(facts.file)
  if (!from) return []
  return facts.imports.flatMap((entry) => {
    const target = resolveOurs(facts.file, entry.text)
    const message =
      target === undefined
        ? packageMessage(facts.file, from, entry.text)
        : oursMessage(facts.file, from, target)
    return message === undefined
      ? []
      : [{ file: facts.file, line: entry.line, message: `imports ${entry.text}: ${message}` }]
  })
}

function packageMessage(file: string, from: Zone, name: string): string | undefined {
  if (isTest(file)) return undefined
  if (from.area === 'packages/domain') return 'the domain is pure and imports nothing'
  if (from.area.startsWith('packages/') && from.area !== SIGNED_PROTOCOL && name.startsWith('node:'))
    return 'packages also run in the browser'
  if (from.area === 'apps/web' && name.startsWith('node:')) return 'the browser has no such module'
  if (from.area === 'apps/server' && isDatabasePackage(name) && !mayTouchDatabase(file, from))
    return 'only *-store.ts, *-view.ts and platform/ touch the database'
  return undefined
}

const isDatabasePackage = (name: string): boolean =>
  DATABASE_PACKAGES.some((entry) => name === entry || name.startsWith(`${entry}/`))

function oursMessage(file: string, from: Zone, target: string): string | undefined {
  const to = zoneOf(target)
  if (!to)
    return /^(packages|apps|simulators)\//.test(target) && /\/src\//.test(target)
      ? undefined
      : outsideMessage(file, from, target)
  if (from.area !== to.area) {
    if (isTest(file) && TEST_TOOLS.some((folder) => target.startsWith(folder))) return undefined
    return (AREAS[from.area] ?? []).includes(to.area) ? undefined : `${from.area} may not use ${to.area}`
  }
  if (from.room === to.room || isTest(file)) return undefined
  if (from.area === 'apps/server') return serverMessage(file, from, to, target)
  if (from.area === 'apps/web') return webMessage(from, to, target)
  return undefined
}

/** Files beside the sources: a package.json or a migration is nothing to import for what runs. */
function outsideMessage(file: string, from: Zone, target: string): string | undefined {
  return isTest(file) || from.area === 'tools' || from.area === 'e2e'
    ? undefined
    : `${target} is not part of any sources`
}

/** The part of main.ts that makes the modules: it knows each of them, and main.ts alone knows it. */
const WIRING = 'apps/server/src/create-modules.ts'

function serverMessage(file: string, from: Zone, to: Zone, target: string): string | undefined {
  if (file === 'apps/server/src/main.ts' || file === WIRING) return undefined
  if (target === WIRING) return 'main.ts alone puts the modules together'
  if (target === 'apps/server/src/main.ts') return 'nobody imports main.ts; it imports everybody'
  if (to.room === 'testing') return 'helpers of tests are for tests'
  if (to.room === 'platform' || to.room === '') return undefined
  if (!to.room.startsWith('modules/')) return undefined
  if (!from.room.startsWith('modules/')) return `${from.room || 'this file'} knows no business module`
  const [mine, theirs] = [rowOf(from.room), rowOf(to.room)]
  if (mine !== undefined && theirs !== undefined && theirs >= mine)
    return `calls go down only: ${from.room.slice(8)} stands below or beside ${to.room.slice(8)} (use an event)`
  return to.rest === 'index.ts' ? undefined : `a module is entered by its index.ts only`
}

function webMessage(from: Zone, to: Zone, target: string): string | undefined {
  if (to.room.startsWith('features/') && !/^index\.tsx?$/.test(to.rest)) {
    if (from.room === 'ui' || from.room === 'i18n') return `${from.room} has no business import`
    return 'a feature is entered by its index only'
  }
  const business = to.room.startsWith('features/') || to.room.startsWith('areas/')
  if ((from.room === 'ui' || from.room === 'i18n') && (business || to.room === 'app'))
    return `${from.room} has no business import`
  if (from.room.startsWith('features/') && (to.room.startsWith('areas/') || to.room === 'app'))
    return `a feature does not know ${target}; areas and app know features`
  if (from.room.startsWith('areas/') && to.room.startsWith('areas/'))
    return 'one area does not know another; what they share is a feature'
  return undefined
}

function rowOf(room: string): number | undefined {
  const row = MODULE_ROWS.findIndex((names) => names.includes(room.slice('modules/'.length)))
  return row === -1 ? undefined : row
}

function mayTouchDatabase(file: string, zone: Zone): boolean {
  return zone.room === 'platform' || file === 'apps/server/src/main.ts' || /-(store|view)\.ts$/.test(file)
}

function databaseViolations(facts: SourceFacts): Violation[] {
  const zone = zoneOf(facts.file)
  if (!zone || isTest(facts.file)) return []
  if (zone.area === 'tools' || zone.area === 'e2e') return []
  const said = (finding: Finding, message: string): Violation => ({
    file: facts.file,
    line: finding.line,
    message,
  })
  const may = zone.area === 'apps/server' && mayTouchDatabase(facts.file, zone)
  const misplaced = may
    ? []
    : facts.sql.map((finding) => said(finding, `SQL (${finding.text}) belongs in a *-store.ts or *-view.ts`))
  const writing = facts.file.endsWith('-view.ts')
    ? facts.writes.map((finding) => said(finding, `a view only selects, and this writes ${finding.text}`))
    : []
  return [...misplaced, ...writing]
}

function environmentViolations(facts: SourceFacts): Violation[] {
  const zone = zoneOf(facts.file)
  if (
    !zone ||
    ['tools', 'e2e'].includes(zone.area) ||
    isTest(facts.file) ||
    ENVIRONMENT_READERS.includes(facts.file)
  )
    return []
  return facts.environment.map(({ line }) => ({
    file: facts.file,
    line,
    message: 'only main.ts and platform/config.ts read process.env',
  }))
}

function placeViolations(files: readonly SourceFacts[]): Violation[] {
  const homeless = new Map<string, string>()
  for (const { file } of files) {
    const zone = zoneOf(file)
    if (zone?.area === 'apps/server' && zone.room.startsWith('modules/') && rowOf(zone.room) === undefined)
      homeless.set(zone.room, file)
    if (zone && !(zone.area in AREAS)) homeless.set(zone.area, file)
  }
  return [...homeless].map(([room, file]) => ({
    file,
    line: 1,
    message: `${room} has no place in the order of tools/boundaries/zones.ts`,
  }))
}

/** Cycles between rooms: each file by itself may look innocent. */
function cycleViolations(files: readonly SourceFacts[]): Violation[] {
  const edges = new Map<string, Map<string, Violation>>()
  for (const facts of files) {
    const from = zoneOf(facts.file)
    if (!from || isTest(facts.file) || !isRoom(from)) continue
    for (const entry of facts.imports) {
      const target = resolveOurs(facts.file, entry.text)
      const to = target === undefined ? undefined : zoneOf(target)
      if (!to || to.area !== from.area || to.room === from.room || !isRoom(to)) continue
      const [one, two] = [`${from.area}/${from.room}`, `${to.area}/${to.room}`]
      const targets = edges.get(one) ?? new Map<string, Violation>()
      if (!targets.has(two)) targets.set(two, { file: facts.file, line: entry.line, message: '' })
      edges.set(one, targets)
    }
  }
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from)?.keys() ?? [])].some(
      (next) => next === wanted || (!seen.has(next) && (seen.add(next), reaches(next, wanted, seen))),
    )
  return [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => reaches(to, from))
      .map(([to, place]) => ({ ...place, message: `closes a circle: ${from} and ${to} reach one another` })),
  )
}

const isRoom = (zone: Zone): boolean =>
  /^(modules|features|areas)\//.test(zone.room) || ['ui', 'i18n', 'app', 'platform'].includes(zone.room)

/** A table is written by one module only. */
function ownershipViolations(files: readonly SourceFacts[]): Violation[] {
  return [...tableWriters(files)].flatMap(([table, rooms]) =>
    rooms.size < 2
      ? []
      : [...rooms.values()].map((place) => ({
          ...place,
          message: `the table ${table} is written by more than one module: ${[...rooms.keys()].join(', ')}`,
        })),
  )
}
