import { writeCsv } from '@stowage/domain/csv'
import type { Language } from '@stowage/texts'
import { isApiError } from '../../client/index.ts'

/** A file with more rows is no table to look at any more, and the browser has to hold all of it. */
export const mostRows = 50_000

interface MoneyCell {
  readonly minorUnits: number
}
type Cell = string | number | MoneyCell | null | undefined

export interface CsvColumn<Row> {
  readonly title: string
  /** A number is written with the decimal mark of the reader's spreadsheet; days stay YYYY-MM-DD, which all of them know. */
  readonly cell: (row: Row) => Cell
}

export interface ListPage<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly pageSize: number
}

export interface FetchedRows<Row> {
  readonly rows: readonly Row[]
  /** How many there were to have. */
  readonly total: number
  /** True where `mostRows` cut the list. */
  readonly isCut: boolean
}

interface Wanted<Row> {
  /** One page of the list as it is filtered and sorted now, from 1. */
  readonly page: (page: number, signal: AbortSignal) => Promise<ListPage<Row>>
  /** A row that slides onto the next page while the pages are fetched is in the file once. */
  readonly idOf: (row: Row) => string
  readonly signal: AbortSignal
  /** @param of the count as it is known by now, at most `mostRows` */
  readonly onProgress?: (fetched: number, of: number) => void
  readonly most?: number
  /** Waits; tests bring their own. */
  readonly pause?: (seconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * All rows of a list, page after page, at most `mostRows`. A page that meets the limit of requests or a lost network is asked
 * for again after a while, six times; whoever stops by the signal gets an AbortError.
 * @throws ApiError of the page that failed
 */
export async function fetchAllRows<Row>(wanted: Wanted<Row>): Promise<FetchedRows<Row>> {
  const { idOf, signal, onProgress, most = mostRows } = wanted
  const seen = new Set<string>()
  const rows: Row[] = []
  for (let number = 1; ; number += 1) {
    const { items, total, pageSize } = await patiently(wanted, number)
    for (const row of items) {
      if (seen.has(idOf(row))) continue
      seen.add(idOf(row))
      rows.push(row)
    }
    const isLast = items.length < pageSize || number * pageSize >= total
    onProgress?.(Math.min(rows.length, most), Math.min(Math.max(total, rows.length), most))
    if (isLast || rows.length >= most)
      return {
        rows: rows.slice(0, most),
        total: Math.max(total, rows.length),
        isCut: rows.length > most || (rows.length === most && !isLast),
      }
    signal.throwIfAborted()
  }
}

async function patiently<Row>(
  { page, signal, pause = sleep }: Wanted<Row>,
  number: number,
): Promise<ListPage<Row>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await page(number, signal)
    } catch (error) {
      signal.throwIfAborted()
      const passes = isApiError(error) && (error.isNetwork || error.status === 429 || error.status === 503)
      if (!passes || attempt > 6) throw error
      await pause(error.retryAfterSeconds ?? Math.min(30, 2 ** attempt), signal)
    }
  }
}

async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('stopped', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** The rows as CSV, UTF-8 with its mark; no cell is run as a formula (domain/csv). */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  language: Language,
): string {
  // Where the comma is the decimal mark, spreadsheets take the semicolon for the separator.
  const isEnglish = language === 'en'
  const mark = isEnglish ? '.' : ','
  const written = (value: Cell): string => {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value).replace('.', mark)
    return value == null ? '' : (value.minorUnits / 100).toFixed(2).replace('.', mark)
  }
  return writeCsv(
    [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }) => written(cell(row))))],
    isEnglish ? ',' : ';',
  )
}

/** Money for a cell, with its two decimals; its currency has a column of its own. */
export const csvMoney = (minorUnits: number): MoneyCell => ({ minorUnits })

/** `Должники 2026-11-21.csv`, without what a file system would not take. */
export function csvFileName(name: string, day: string): string {
  const plain = name.replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim()
  return `${plain === '' ? 'list' : plain} ${day}.csv`
}

/** Hands the file to the browser's downloads. */
export function downloadCsv(content: string | Blob, fileName: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
