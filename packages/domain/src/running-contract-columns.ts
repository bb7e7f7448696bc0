/** The columns of a table of contracts that run already (`running-contract-table.ts`). Safe for the browser. */
import { columnName, type ColumnNames } from './table-cells.ts'

export const runningContractColumns = [
  'unitNumber',
  'email',
  'startDay',
  'billedUntil',
  'periodMonths',
  'monthRate',
  'deposit',
  'endDay',
  'insurance',
  'coverage',
] as const
export type RunningContractColumn = (typeof runningContractColumns)[number]

export const runningContractNames: ColumnNames<RunningContractColumn> = {
  unitNumber: ['номер', 'number', 'nummer', 'numer', 'unitnumber', 'номер бокса', 'box', 'boxnummer', 'бокс'],
  email: ['E-mail', 'E-mail', 'E-Mail', 'E-mail', 'email', 'mail', 'почта', 'эл. почта', 'adres e-mail'],
  startDay: ['начало', 'start', 'beginn', 'początek', 'с', 'from', 'mietbeginn', 'startday', 'move-in', 'od'],
  billedUntil: [
    'выставлено до',
    'billed until',
    'Berechnet bis',
    'naliczone do',
    'оплачено до',
    'paid until',
    'bezahlt bis',
    'opłacone do',
    'billeduntil',
  ],
  periodMonths: ['период', 'period', 'zeitraum', 'okres', 'месяцев', 'months', 'monate', 'miesięcy'],
  monthRate: [
    'цена нетто',
    'net rate',
    'Preis netto',
    'cena netto',
    'цена',
    'rate',
    'preis',
    'cena',
    'monthrate',
    'miete netto',
  ],
  deposit: ['депозит', 'deposit', 'kaution', 'kaucja', 'залог'],
  endDay: [
    'последний день',
    'last day',
    'Letzter Tag',
    'ostatni dzień',
    'окончание',
    'end',
    'ende',
    'koniec',
    'vertragsende',
    'mietende',
    'endday',
  ],
  insurance: [
    'страховка нетто',
    'net insurance',
    'Versicherung netto',
    'ubezpieczenie netto',
    'страховка',
    'insurance',
    'versicherung',
    'ubezpieczenie',
  ],
  coverage: [
    'страховая сумма',
    'sum insured',
    'Versicherungssumme',
    'suma ubezpieczenia',
    'insured sum',
    'coverage',
    'deckung',
  ],
}

export const runningContractColumnName = (
  column: RunningContractColumn,
  language: Parameters<typeof columnName>[2],
): string => columnName(runningContractNames, column, language)
