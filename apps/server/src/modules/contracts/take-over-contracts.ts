import type { Answer, Body } from '@stowage/api/endpoint'
import type { ErrorCode } from '@stowage/api/errors'
import type { importRunningContracts, previewRunningContracts } from '@stowage/api/table-imports'
import { vatClassOf } from '@stowage/domain/account'
import { money, toDecimalString, type Money } from '@stowage/domain/money'
import { grossOf, netOf } from '@stowage/domain/rate'
import { vatPercentOn } from '@stowage/domain/vat'
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
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { headsOf, refuseTable } from '../../platform/refuse-table.ts'
import { accountForBooking, accountsByEmail, emailKey, type BookingAccount } from '../accounts/index.ts'
import type { BoxFacts, Catalog, StockTerms } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import { insertImport } from './import-store.ts'
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
  /** Net of a month: of the table, or of the box. null: neither says one. */
  readonly rate: Money | null
  readonly isListPriced: boolean
  readonly vatPercent: number
  readonly problems: readonly Problem[]
}

/** What a table of running contracts would make, and what is wrong in each row. Writes nothing. @throws Failure 6006 */
export async function previewRunning(
  platform: Platform,
  { catalog }: Modules,
  body: Body<typeof previewRunningContracts>,
  sentence: (code: ErrorCode, params: Told) => string,
): Promise<Preview> {
  const stock = await ownStock(catalog, body.stockId)
  const table = readRunningContractTable(body.csv, body.columns)
  return await platform.transact(async (tx) => {
    const checked = await check(tx, catalog, { stock, rows: table.rows, at: platform.clock.now() })
    return {
      problem: table.problem,
      ...headsOf(table),
      currency: stock.currency,
      monthSum: sumOf(checked),
      listSum: checked.reduce((running, { box }) => running + (box?.rate?.amount ?? 0), 0),
      listPriced: {
        count: checked.filter(({ isListPriced }) => isListPriced).length,
        monthSum: sumOf(checked.filter(({ isListPriced }) => isListPriced)),
      },
      rows: checked.map((one) => previewRow(one, stock, body, sentence)),
    }
  })
}

const sumOf = (checked: readonly Checked[]): number =>
  checked.reduce((running, { rate }) => running + (rate?.amount ?? 0), 0)

function previewRow(
  { row: { line, contract }, box, account, rate, isListPriced, vatPercent, problems }: Checked,
  stock: StockTerms,
  said: Body<typeof previewRunningContracts>,
  sentence: (code: ErrorCode, params: Told) => string,
): Preview['rows'][number] {
  return {
    line,
    unitNumber: contract.unitNumber,
    email: contract.email,
    name: account?.displayName ?? null,
    startDay: contract.startDay?.toString() ?? null,
    billedFrom: contract.billedUntil?.add({ days: 1 }).toString() ?? null,
    periodMonths: contract.periodMonths,
    monthRate: rate?.amount ?? null,
    monthGross: rate === null ? null : grossOf(rate, vatPercent).amount,
    listRate: box?.rate?.amount ?? null,
    isListPriced,
    lateFeeAgreed: contract.lateFee ?? said.lateFeeAgreed ?? false,
    doorClosingAgreed: contract.doorCloses ?? said.doorClosingAgreed ?? false,
    deposit: contract.deposit,
    endDay: contract.endDay?.toString() ?? null,
    termMonths: contract.termMonths,
    insurance: contract.insurance,
    coverage: contract.insurance === null ? null : (contract.coverage ?? stock.insuranceCoverage.amount),
    problems: problems.map(({ params, ...problem }) => ({
      ...problem,
      message: sentence(problem.code, params),
    })),
  }
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
  const table = readRunningContractTable(call.body.csv, call.body.columns)
  refuseTable(table)
  return await call.transact(async (tx) => {
    const at = platform.clock.now()
    const checked = await check(tx, modules.catalog, { stock, rows: table.rows, at })
    const wrong = checked.flatMap(({ row, problems }) =>
      problems.map(({ field, code, params }) => ({ code, field: `rows.${row.line}.${field}`, params })),
    )
    if (wrong.length > 0) throw new FieldFailures(wrong)
    const listPriced = checked.filter(({ isListPriced }) => isListPriced)
    if (listPriced.length > 0 && call.body.atListPrice !== true)
      fail(9217, {
        field: 'atListPrice',
        params: {
          count: listPriced.length,
          sum: toDecimalString(money(sumOf(listPriced), stock.currency)),
          currency: stock.currency,
        },
      })
    const importId = newId()
    await insertImport(tx, { id: importId, stockId: stock.id, madeById: call.actor.id, madeAt: at })
    for (const { row, box, account, rate } of checked) {
      const { startDay, billedUntil, deposit, periodMonths, endDay, termMonths } = row.contract
      const lateFeeAgreed = row.contract.lateFee ?? call.body.lateFeeAgreed ?? false
      const doorClosingAgreed = row.contract.doorCloses ?? call.body.doorClosingAgreed ?? false
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
        importId,
        agreed: { lateFee: lateFeeAgreed, doorClosing: doorClosingAgreed },
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
          lateFeeAgreed,
          doorClosingAgreed,
          importId,
          currency: stock.currency,
        },
      })
    }
    return { contracts: checked.length, importId }
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
    const { unitNumber, email, startDay, billedUntil, monthRate, monthGross } = contract
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
    const isListPriced = monthRate === null && monthGross === null
    if (box && isListPriced && box.rate === null) wrong('monthRate', 1003)
    const firstDay = billedUntil?.add({ days: 1 }) ?? today
    const vatPercent = vatPercentOn(stock.vat[vatClassOf(account ?? null)], firstDay)
    const typed =
      monthGross === null
        ? monthRate === null
          ? null
          : money(monthRate, stock.currency)
        : netOf(money(monthGross, stock.currency), vatPercent)
    checked.push({ row, box, account, rate: typed ?? box?.rate ?? null, isListPriced, vatPercent, problems })
  }
  return checked
}
