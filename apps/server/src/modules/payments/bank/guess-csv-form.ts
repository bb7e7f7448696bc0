import type { CsvForm } from '@stowage/api/bank'
import type { Encoding } from './decode-text.ts'
import { dayIn, minorIn, type CsvRow } from './read-csv.ts'

/** Words of headings in the languages of our banks, in the order in which a column is looked for. */
const HEADINGS: Readonly<Record<string, RegExp>> = {
  date: /buchung|booking|^datum|^date|data ksi|data oper|^data|дата/i,
  credit: /^kredit|^credit|haben|uznania|wpływ|кредит|приход|поступ|зачисл/i,
  debit: /^debet|^debit|soll|obciąż|дебет|расход|списан/i,
  amount: /betrag|amount|kwota|umsatz|сумма/i,
  currency: /währung|currency|waluta|валют/i,
  account: /iban|kontonummer|konto|account n|rachun|сч[её]т|р\/с/i,
  payer:
    /zahlungspfl|auftraggeber|beguenst|begünst|payer|name|kontrahent|nadawca|nazwa|плательщик|контрагент|отправит/i,
  purpose: /verwendung|zweck|purpose|reference text|details|description|tytu|opis|назнач|основан/i,
  id: /transaktions-?id|transaction id|^id$|identyfik|numer transak|номер докум|№ док|^номер$/i,
}

const SEPARATORS = [';', '\t', ',', '|'] as const

/** By which sign the lines of a file are parted: the one that most lines have equally often. */
export function guessSeparator(text: string): CsvForm['separator'] {
  const lines = text
    .slice(0, 64 * 1024)
    .split(/\r\n?|\n/)
    .slice(0, 60)
  let best: { sign: CsvForm['separator']; score: number } = { sign: ';', score: 0 }
  for (const sign of SEPARATORS) {
    const counts = lines.map((line) => line.split(sign).length - 1).filter((count) => count >= 2)
    const usual = Math.max(
      0,
      ...[...new Set(counts)].map((one) => counts.filter((count) => count === one).length),
    )
    if (usual > best.score) best = { sign, score: usual }
  }
  return best.sign
}

/** How a file most likely is to be read, from its headings and first rows; the person sees what comes of it and puts it right. */
export function guessCsvForm(
  rows: readonly CsvRow[],
  known: { readonly encoding: Encoding; readonly separator: CsvForm['separator'] },
): CsvForm {
  const isDated = ({ cells }: CsvRow): boolean =>
    cells.some(
      (cell) => dayIn(cell, 'DMY') !== null || dayIn(cell, 'YMD') !== null || dayIn(cell, 'MDY') !== null,
    )
  const first = rows.findIndex((row) => isDated(row) && row.cells.filter((cell) => cell !== '').length >= 3)
  const skip = Math.max(0, first)
  const heading = rows[skip - 1]?.cells ?? []
  const sample = rows.slice(skip, skip + 50)
  const taken = new Set<number>()
  const find = (name: string): number | null => {
    const column = heading.findIndex((title, at) => !taken.has(at) && (HEADINGS[name]?.test(title) ?? false))
    if (column < 0) return null
    taken.add(column)
    return column
  }
  const date =
    find('date') ?? Math.max(0, sample[0]?.cells.findIndex((cell) => /^\d{1,4}[-./]\d/.test(cell)) ?? 0)
  const [credit, debit] = [find('credit'), find('debit')]
  const amount = credit === null || debit === null ? find('amount') : null
  const [currency, account, payer, purpose, id] = ['currency', 'account', 'payer', 'purpose', 'id'].map(find)
  const days = sample.map(({ cells }) => cells[date] ?? '')
  const fits = (form: CsvForm['dateForm']): number => days.filter((day) => dayIn(day, form) !== null).length
  const dateForm = (['DMY', 'YMD', 'MDY'] as const).toSorted((a, b) => fits(b) - fits(a))[0] ?? 'DMY'
  const sums = sample.flatMap(({ cells }) =>
    [amount, credit, debit].flatMap((at) => (at === null ? [] : [cells[at] ?? ''])),
  )
  const reads = (sign: ',' | '.'): number =>
    sums.filter((sum) => sum.includes(sign) && minorIn(sum, sign) !== null).length
  // Of "1,234" both read something: what ends with two figures behind the sign is meant.
  const cents = (sign: ',' | '.'): number =>
    sums.filter((sum) => new RegExp(`\\${sign}\\d{2}\\D*$`).test(sum)).length
  const decimal =
    cents('.') > cents(',') || (cents('.') === cents(',') && reads('.') > reads(',')) ? '.' : ','
  return {
    ...known,
    skip,
    dateForm,
    decimal,
    currency: null,
    columns: {
      date,
      amount,
      credit: amount === null ? credit : null,
      debit: amount === null ? debit : null,
      currency: currency ?? null,
      payer: payer ?? null,
      account: account ?? null,
      purpose: purpose == null ? [] : [purpose],
      id: id ?? null,
    },
  }
}
