import { machineNow } from '../../platform/clock.ts'
import {
  SourceFailure,
  type Dialect,
  type Engine,
  type Source,
  type SourceLimits,
  type SourceMapObject,
  type SourceRow,
  type SourceSession,
  type ViewCheck,
} from './source.ts'
import { commandInsert } from './source-command-store.ts'
import {
  changedAt,
  understand,
  views,
  type SiteReading,
  type Understood,
  type ViewName,
} from './site-rows.ts'

/** Letters of one column: more than any of ours holds, so that what is longer is refused for what it is. */
const longest = 1000
const pageSize = 1000
/** What changed while it was read the last time may have been committed behind its change time. */
const overlap = { minutes: 10 }
/** Where the source writes down what its clocks show, an hour of the year comes twice. */
const localOverlap = { minutes: 70 }

/**
 * The views of an external system (SSR 1), in whichever database they are. Column names are compared without case, columns that
 * are not known stay unread, a view or column that is missing is named in the log.
 */
export function createSource(engine: Engine, limits: SourceLimits): Source {
  const { dialect } = engine
  return {
    mapObjects: async (system) =>
      await engine.read(system, limits, async (session) => {
        await readMeta(session, dialect)
        const rows = await readRows({ session, dialect }, 'ssr_map_objects', mapColumns, {
          site: system.siteId,
          order: ['MapName', 'ObjectNo'],
          most: limits.rows,
        })
        return rows.map(toMapObject)
      }),
    site: async (system, since) =>
      await engine.read(system, limits, async (session) => {
        const { zone } = await readMeta(session, dialect)
        const from = { session, dialect }
        const { siteId: site } = system
        const problems: string[] = []
        const taken = <View extends ViewName>(view: View, rows: readonly SourceRow[]): Taken<View> => {
          const understood: Understood<View>[] = []
          const left: SourceRow[] = []
          for (const row of rows) {
            const read = understand(view, row)
            if ('row' in read) understood.push(read.row)
            else {
              problems.push(read.problem)
              left.push(row)
            }
          }
          return { understood, left }
        }
        const whole = async <View extends 'ssr_sites' | 'ssr_units'>(view: View, order: string) => {
          const rows = await readRows(from, view, columnsOf(view), {
            site,
            order: [order],
            most: limits.rows,
          })
          if (rows.length > limits.rows) throw tooMuch(view)
          return taken(view, rows).understood
        }
        const newer = async <View extends IncrementalView>(view: View, mark: string | null) =>
          taken(
            view,
            await readNewer(from, view, site, {
              since: mark && earlier(mark, zone === 'UTC' ? overlap : localOverlap),
              most: limits.rows,
            }),
          )
        const [place] = await whole('ssr_sites', 'SiteID')
        if (place === undefined)
          throw new SourceFailure('sourceUnknown', problems[0] ?? `ssr_sites has no site ${site}`)
        const units = await whole('ssr_units', 'UnitID')
        const customers = await newer('ssr_customers', since.customers)
        const contracts = await newer('ssr_contracts', since.contracts)
        const documents = await newer('ssr_documents', since.documents)
        return {
          site: place,
          units,
          customers: customers.understood.map((customer) => ({
            ...customer,
            CreatedAt: inUtc(customer.CreatedAt, zone),
          })),
          contracts: contracts.understood,
          documents: documents.understood,
          watermarks: {
            customers: readTo(customers, since.customers),
            contracts: readTo(contracts, since.contracts),
            documents: readTo(documents, since.documents),
          },
          problems,
        } satisfies SiteReading
      }),
    check: async (system) => {
      const found: ViewCheck[] = []
      await engine.read(system, limits, async (session) => await readMeta(session, dialect))
      found.push(
        await engine.read(
          system,
          limits,
          async (session) => await checkMaps({ session, dialect }, system.siteId, limits.rows),
        ),
      )
      // A conversation for each: where a view is missing, the transaction that asked for it is over.
      for (const view of Object.keys(views) as ViewName[])
        found.push(
          await engine.read(
            system,
            limits,
            async (session) => await checkView({ session, dialect }, view, system.siteId, limits.rows),
          ),
        )
      return found
    },
    command: async (system, command) => {
      const { text, values } = commandInsert(dialect, command)
      await engine.write(system, limits, text, values)
    },
  }
}

interface Taken<View extends ViewName> {
  readonly understood: readonly Understood<View>[]
  readonly left: readonly SourceRow[]
}

interface From {
  readonly session: SourceSession
  readonly dialect: Dialect
}

const columnsOf = (view: ViewName): readonly string[] => Object.keys(views[view])
const tooMuch = (view: string): SourceFailure =>
  new SourceFailure('sourceTooMuch', `${view} has more rows than can be read at once`)

/**
 * UpdatedAt of the newest row, or what it was. A time that is still far off is a slip of that row: behind it nothing else would
 * ever be new.
 */
function newest(rows: readonly { readonly UpdatedAt: string }[], before: string | null): string | null {
  const tomorrow = machineNow().add({ hours: 24 }).toString().replace('T', ' ')
  return rows.reduce<string | null>(
    (latest, { UpdatedAt }) =>
      UpdatedAt < tomorrow && (latest === null || UpdatedAt > latest) ? UpdatedAt : latest,
    before,
  )
}

/**
 * Up to where a view was read. A row that was not understood is not behind us: it is named at each reading until it is, for a view may be
 * put right without a change of the row.
 */
function readTo({ understood, left }: Taken<IncrementalView>, before: string | null): string | null {
  const mark = newest(understood, before)
  const held = left.map((row) => changedAt(row))
  if (held.includes(undefined)) return before
  return held.reduce<string | null>(
    (least, at) => (least !== null && at !== undefined && at < least ? at : least),
    mark,
  )
}

const earlier = (mark: string, by: { readonly minutes: number }): string =>
  Temporal.PlainDateTime.from(mark.replace(' ', 'T'))
    .subtract(by)
    .toString({ fractionalSecondDigits: 6 })
    .replace('T', ' ')

const mapColumns = [
  'MapName',
  'ObjectNo',
  'UnitNumber',
  'PosX',
  'PosY',
  'SizeX',
  'SizeY',
  'Rotation',
] as const

function toMapObject(row: SourceRow): SourceMapObject {
  return {
    mapName: row['MapName'] ?? '',
    objectNo: Number(row['ObjectNo']),
    unitNumber: row['UnitNumber'] ?? null,
    x: numberOf(row['PosX']),
    y: numberOf(row['PosY']),
    width: numberOf(row['SizeX']),
    height: numberOf(row['SizeY']),
    rotation: row['Rotation'] == null ? null : Number(row['Rotation']),
  }
}

/** NaN where there is none: nothing lies at 0 because nobody said where it lies. */
const numberOf = (text: string | null | undefined): number => (text == null ? Number.NaN : Number(text))

/** The one row of `ssr_meta`: the version that is spoken, and where it is said, in which zone times are written down. */
async function readMeta(session: SourceSession, dialect: Dialect): Promise<{ readonly zone: string }> {
  const from = { session, dialect }
  const known = new Set((await session.columns('ssr_meta')).map((name) => name.toLowerCase()))
  const columns = ['ContractVersion', ...(known.has('timezone') ? ['TimeZone'] : [])]
  const [meta] = await readRows(from, 'ssr_meta', columns, { most: 1 })
  const version = meta?.['ContractVersion'] ?? ''
  if (!/^1(\.|$)/.test(version))
    throw new SourceFailure('sourceUnknown', `the external database speaks SSR "${version.slice(0, 16)}"`)
  const zone = meta?.['TimeZone']?.trim() || 'UTC'
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
  } catch {
    throw new SourceFailure('sourceUnknown', `ssr_meta: TimeZone is no time zone: "${zone.slice(0, 40)}"`)
  }
  return { zone }
}

/** A time as the source's clock showed it, in UTC. */
const inUtc = (text: string, zone: string): string =>
  zone === 'UTC'
    ? text
    : Temporal.PlainDateTime.from(text.replace(' ', 'T'))
        .toZonedDateTime(zone)
        .toInstant()
        .toString({ fractionalSecondDigits: 6 })
        .replace('T', ' ')
        .replace('Z', '')

/** The names that columns of a view have there. @throws SourceFailure for one that is missing */
async function namesIn({ session, dialect }: From, view: string): Promise<(column: string) => string> {
  const real = new Map((await session.columns(view)).map((name) => [name.toLowerCase(), dialect.quote(name)]))
  return (column) => {
    const found = real.get(column.toLowerCase())
    if (found === undefined) throw new SourceFailure('sourceUnknown', `${view} has no column ${column}`)
    // With the view's name, or a column of the same name would be the text it is answered as.
    return `${view}.${found}`
  }
}

const selected = ({ dialect }: From, columns: readonly string[], named: (column: string) => string): string =>
  columns.map((column) => `${dialect.text(named(column), longest)} as ${dialect.quote(column)}`).join(', ')

async function readRows(
  from: From,
  view: string,
  columns: readonly string[],
  options: { readonly site?: string; readonly order?: readonly string[]; readonly most: number },
): Promise<readonly SourceRow[]> {
  const { dialect, session } = from
  const named = await namesIn(from, view)
  const { site, order = [], most } = options
  const rest = [
    `${selected(from, columns, named)} from ${view}`,
    ...(site === undefined ? [] : [`where ${dialect.text(named('SiteID'), longest)} = ${dialect.place(1)}`]),
    ...(order.length === 0 ? [] : [`order by ${order.map(named).join(', ')}`]),
  ].join(' ')
  return await session.rows(dialect.first(rest, most + 1), site === undefined ? [] : [site])
}

const keyOf = {
  ssr_customers: 'CustomerID',
  ssr_contracts: 'ContractID',
  ssr_documents: 'DocumentID',
} as const
type IncrementalView = keyof typeof keyOf

/** What has changed since a moment, page by page in the order of changes; the last row of a page is where the next begins. */
async function readNewer(
  from: From,
  view: IncrementalView,
  site: string,
  { since, most }: { readonly since: string | null; readonly most: number },
): Promise<readonly SourceRow[]> {
  const { dialect, session } = from
  const named = await namesIn(from, view)
  const [id, at, siteId] = [named(keyOf[view]), named('UpdatedAt'), dialect.text(named('SiteID'), longest)]
  // A customer of the whole company has no site; whether he rents here, his contracts say.
  const isHere =
    view === 'ssr_customers' ? `(${siteId} = %1 or ${named('SiteID')} is null)` : `${siteId} = %1`
  const found: SourceRow[] = []
  let last = since === null ? null : { at: since, id: '' }
  for (;;) {
    const values = [site]
    const conditions = [isHere.replace('%1', dialect.place(1))]
    if (last !== null) {
      values.push(last.at, last.at, last.id)
      const [one, two, three] = [2, 3, 4].map((index) => dialect.place(index)) as [string, string, string]
      conditions.push(`(${at} > ${dialect.time(one)} or (${at} = ${dialect.time(two)} and ${id} > ${three}))`)
    }
    const page = await session.rows(
      dialect.first(
        `${selected(from, columnsOf(view), named)} from ${view} where ${conditions.join(' and ')} order by ${at}, ${id}`,
        pageSize,
      ),
      values,
    )
    found.push(...page)
    if (page.length < pageSize) return found
    if (found.length > most) throw tooMuch(view)
    const end = page.at(-1)
    last = { at: end?.['UpdatedAt'] ?? '', id: end?.[keyOf[view]] ?? '' }
  }
}

/** What the operator's check says of one view; one that is missing is missing and no reason to stop. */
async function checkView(from: From, view: ViewName, site: string, most: number): Promise<ViewCheck> {
  return await checked(from, view, columnsOf(view), async () => {
    const rows = await (view in keyOf
      ? readNewer(from, view as IncrementalView, site, { since: null, most })
      : readRows(from, view, columnsOf(view), { site, most }))
    const problems = rows.flatMap((row) => {
      const read = understand(view, row)
      return 'problem' in read ? [read.problem] : []
    })
    return { rows: rows.length, problems }
  })
}

/** The same of the plans, which are read by themselves and may be without rows. */
async function checkMaps(from: From, site: string, most: number): Promise<ViewCheck> {
  const view = 'ssr_map_objects'
  return await checked(from, view, ['SiteID', ...mapColumns], async () => {
    const rows = await readRows(from, view, mapColumns, { site, most })
    const problems = rows.flatMap((row) => {
      const { mapName, objectNo, x, y, width, height } = toMapObject(row)
      return [objectNo, x, y, width, height].every(Number.isFinite)
        ? []
        : [`${view} "${mapName} ${row['ObjectNo'] ?? ''}": a place or a size is no number`]
    })
    return { rows: rows.length, problems }
  })
}

async function checked(
  { session }: From,
  view: string,
  columns: readonly string[],
  read: () => Promise<Pick<ViewCheck, 'problems'> & { readonly rows: number }>,
): Promise<ViewCheck> {
  const known = await session.columns(view).catch((error: unknown) => {
    if (error instanceof SourceFailure && error.trouble !== 'sourceUnknown') throw error
    return null
  })
  if (known === null) return { view, rows: null, missing: columns, problems: [`${view} is not there`] }
  const there = new Set(known.map((name) => name.toLowerCase()))
  const missing = columns.filter((column) => !there.has(column.toLowerCase()))
  if (missing.length > 0) return { view, rows: null, missing, problems: [] }
  return { view, missing, ...(await read()) }
}
