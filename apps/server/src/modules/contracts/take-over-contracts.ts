import type { Answer, Body } from '@stowage/api/endpoint'
import type { ErrorCode } from '@stowage/api/errors'
import type { importRunningContracts, previewRunningContracts } from '@stowage/api/table-imports'
import { money, type Money } from '@stowage/domain/money'
import type { RunningContractColumn } from '@stowage/domain/running-contract-columns'
import {
  mayTakeOver,
  readRunningContractTable,
  type RunningContractRow,
} from '@stowage/domain/running-contract-table'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking, accountsByEmail, emailKey, type BookingAccount } from '../accounts/index.ts'
import type { BoxFacts, Catalog, StockTerms } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import { takeOverContract } from './take-over-contract.ts'

type Preview = Answer<typeof previewRunningContracts>
/** What the sentence of a problem is told beside its code. */
type Told = Readonly<Record<string, string | number>>

interface Modules {
  readonly catalog: Catalog
  readonly payments: Payments
}
interface Problem {
  readonly field: RunningContractColumn
  readonly code: ErrorCode
  readonly typed: string
  readonly params: Told
}
interface Checked {
  readonly row: RunningContractRow
  readonly box: BoxFacts | undefined
  readonly account: BookingAccount | undefined
  readonly problems: readonly Problem[]
}

/** What a table of running contracts would make, and what is wrong in each row. Writes nothing. @throws Failure 6006 */
export async function previewRunning(
  platform: Platform,
  { catalog }: Modules,
  { stockId, csv }: Body<typeof previewRunningContracts>,
  sentence: (code: ErrorCode, params: Told) => string,
): Promise<Preview> {
  const stock = await ownStock(catalog, stockId)
  const table = readRunningContractTable(csv)
  return await platform.transact(async (tx) => ({
    problem: table.problem,
    unread: [...table.unread],
    currency: stock.currency,
    rows: (await check(tx, catalog, { stock, rows: table.rows, at: platform.clock.now() })).map(
      ({ row: { line, contract }, box, account, problems }) => ({
        line,
        unitNumber: contract.unitNumber,
        email: contract.email,
        name: account?.displayName ?? null,
        startDay: contract.startDay?.toString() ?? null,
        billedFrom: contract.billedUntil?.add({ days: 1 }).toString() ?? null,
        periodMonths: contract.periodMonths,
        monthRate: contract.monthRate ?? box?.rate?.amount ?? null,
        deposit: contract.deposit,
        endDay: contract.endDay?.toString() ?? null,
        termMonths: contract.termMonths,
        insurance: contract.insurance,
        coverage: contract.insurance === null ? null : (contract.coverage ?? stock.insuranceCoverage.amount),
        problems: problems.map(({ params, ...problem }) => ({
          ...problem,
          message: sentence(problem.code, params),
        })),
      }),
    ),
  }))
}

/**
 * Takes the contracts of a table over, all or none.
 * @throws FieldFailures with `rows.<line>.<column>` for everything that is wrong; Failure 6006; 1003 for a table without rows
 */
export async function importRunning(
  platform: Platform,
  modules: Modules,
  call: Call<typeof importRunningContracts, Actor>,
): Promise<Answer<typeof importRunningContracts>> {
  const stock = await ownStock(modules.catalog, call.body.stockId)
  const table = readRunningContractTable(call.body.csv)
  if (table.problem !== null)
    fail(table.problem === 'tooMany' ? 1004 : 1003, { field: 'csv', reason: table.problem })
  return await call.transact(async (tx) => {
    const at = platform.clock.now()
    const checked = await check(tx, modules.catalog, { stock, rows: table.rows, at })
    const wrong = checked.flatMap(({ row, problems }) =>
      problems.map(({ field, code, params }) => ({ code, field: `rows.${row.line}.${field}`, params })),
    )
    if (wrong.length > 0) throw new FieldFailures(wrong)
    for (const { row, box, account } of checked) {
      const { startDay, billedUntil, monthRate, deposit, periodMonths, endDay, termMonths } = row.contract
      const rate = monthRate === null ? box?.rate : money(monthRate, stock.currency)
      if (!box || !account || !startDay || !billedUntil || !rate) continue
      const { id, number } = await takeOverContract(tx, modules, {
        stock,
        box,
        account,
        before: { startDay, billedUntil, endDay, termMonths },
        periodMonths,
        rate,
        deposit: money(deposit, stock.currency),
        insurance: insuranceOf(row.contract, stock),
        byId: call.actor.id,
        at,
      })
      note(tx, platform.clock, authorOf(call), {
        action: 'contract-taken-over',
        subjectType: 'contract',
        subjectId: id,
        stockId: stock.id,
        after: {
          number,
          startDay: startDay.toString(),
          billedUntil: billedUntil.toString(),
          monthRate: rate.amount,
          deposit,
          endDay: endDay?.toString() ?? null,
          ...(termMonths === null ? {} : { termMonths }),
          insurance: row.contract.insurance,
          currency: stock.currency,
        },
      })
    }
    return { contracts: checked.length }
  })
}

function insuranceOf(
  { insurance, coverage }: RunningContractRow['contract'],
  { currency, insuranceCoverage }: StockTerms,
): { monthly: Money; coverage: Money } | null {
  if (insurance === null) return null
  return {
    monthly: money(insurance, currency),
    coverage: coverage === null ? insuranceCoverage : money(coverage, currency),
  }
}

/** @throws Failure 6006; 6010 for a stock whose contracts are kept elsewhere */
async function ownStock(catalog: Catalog, stockId: string): Promise<StockTerms> {
  const stock = (await catalog.stockTerms(stockId)) ?? fail(6006, { field: 'stockId' })
  return stock.isExternal || !stock.hasBoxes ? fail(6010, { field: 'stockId' }) : stock
}

/** What is wrong with a day: it is none, or none that ends a term. */
function saidOf(
  { field, code, flaw }: RunningContractRow['problems'][number],
  contract: RunningContractRow['contract'],
): Told {
  if (flaw !== undefined) return { subject: flaw }
  if (code !== 1005 || (field !== 'startDay' && field !== 'billedUntil' && field !== 'endDay')) return {}
  if (contract[field] === null) return { subject: 'day' }
  return field === 'endDay' ? { subject: 'termEnd' } : {}
}

/** Adds what only we know: boxes and who holds them, tenants, days. The boxes are locked, in the order of their numbers. */
async function check(
  tx: Tx,
  catalog: Catalog,
  { stock, rows, at }: { stock: StockTerms; rows: readonly RunningContractRow[]; at: Temporal.Instant },
): Promise<Checked[]> {
  const today = at.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  const found = await accountsByEmail(
    tx,
    rows.map(({ contract }) => emailKey(contract.email)),
  )
  const numbers = [...new Set(rows.map(({ contract }) => contract.unitNumber))].sort()
  const boxes = new Map<string, BoxFacts | undefined>()
  for (const number of numbers) boxes.set(number, await catalog.lockBoxByUnitNumber(tx, stock.id, number))
  const accounts = new Map<string, BookingAccount | undefined>()
  const accountOf = async (email: string): Promise<BookingAccount | undefined> => {
    const key = emailKey(email)
    const known = found.get(key)
    if (known?.platformRole !== 'client') return undefined
    if (!accounts.has(key)) accounts.set(key, await accountForBooking(tx, known.id))
    return accounts.get(key)
  }
  const lineOf = new Map<string, number>()
  const checked: Checked[] = []
  for (const row of rows) {
    const { contract, line } = row
    const { unitNumber, email, startDay, billedUntil, monthRate } = contract
    const problems: Problem[] = row.problems.map((problem) => ({
      ...problem,
      params: saidOf(problem, contract),
    }))
    const wrong = (field: RunningContractColumn, code: ErrorCode, params: Told = {}): void => {
      if (!problems.some((problem) => problem.field === field))
        problems.push({ field, code, typed: row.typed(field), params })
    }
    const box = boxes.get(unitNumber)
    const first = lineOf.get(unitNumber)
    if (!box) wrong('unitNumber', 6005, { subject: 'table' })
    else if (box.claim !== null) wrong('unitNumber', 6001)
    else if (first !== undefined) wrong('unitNumber', 9000, { subject: 'twice', line: first })
    else lineOf.set(unitNumber, line)
    const account = await accountOf(email)
    if (!account) wrong('email', 6004, { subject: 'table' })
    if (startDay !== null && Temporal.PlainDate.compare(startDay, today) > 0)
      wrong('startDay', 1005, { subject: 'began' })
    if (billedUntil !== null && !mayTakeOver(billedUntil, today))
      wrong('billedUntil', 1005, { subject: 'billedUntil' })
    if (box && monthRate === null && box.rate === null) wrong('monthRate', 1003)
    checked.push({ row, box, account, problems })
  }
  return checked
}
