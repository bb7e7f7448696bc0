import { writeCsv } from '@stowage/domain/csv'
import type { Language } from '@stowage/texts/language.ts'
import { pdfTexts } from '@stowage/texts/pdf/index.ts'
import { zipped, type ZipEntry } from '../../platform/files/zip.ts'
import type { Platform } from '../../platform/platform.ts'
import { documentsOfMonth, registerOfMonth, type RegisterRow, type StockMonth } from './month-view.ts'
import { renderDocumentPdf } from './send-invoice-pdf.ts'

export interface MonthBundle extends StockMonth {
  readonly language: Language
  readonly timeZone: string
}

/**
 * The documents of a month as one ZIP archive: a register first, then each document as PDF. It is made while it is read: a
 * document is printed when the one before has been taken, so a thousand need no more memory than one, and who stops reading
 * stops the printing. A document that cannot be printed is named in the last entry instead of ending the archive.
 */
export async function* bundleMonth(
  platform: Platform,
  bundle: MonthBundle,
): AsyncGenerator<Buffer, void, void> {
  const { clock } = platform
  yield* zipped(
    entriesOf(platform, bundle),
    clock.now().toZonedDateTimeISO(bundle.timeZone).toPlainDateTime(),
  )
}

async function* entriesOf({ db, log }: Platform, bundle: MonthBundle): AsyncGenerator<ZipEntry, void, void> {
  const { language, month } = bundle
  const t = pdfTexts(language)
  yield {
    name: `${t('register.fileName', { month })}.csv`,
    content: Buffer.from(registerCsv(await registerOfMonth(db, bundle), language)),
  }
  const missing: string[] = []
  for (const { id, number } of await documentsOfMonth(db, bundle)) {
    try {
      const printed = await renderDocumentPdf(db, id, language)
      if (printed) yield { name: printed.fileName, content: printed.pdf }
    } catch (error) {
      log.error({ err: error, document: id }, 'a document of a month could not be printed')
      missing.push(number)
    }
  }
  if (missing.length > 0)
    yield {
      name: `${t('register.missing')}.txt`,
      content: Buffer.from(missing.map((number) => `${number}\r\n`).join('')),
    }
}

/** The same archive in memory, for a mail; undefined where it is larger than that. */
export async function bundleWithin(
  platform: Platform,
  bundle: MonthBundle,
  mostBytes: number,
): Promise<Uint8Array | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of bundleMonth(platform, bundle)) {
    size += part.length
    if (size > mostBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Days stay YYYY-MM-DD, which every spreadsheet knows; amounts have the decimal mark of the reader's. */
function registerCsv(rows: readonly RegisterRow[], language: Language): string {
  const t = pdfTexts(language)
  const isEnglish = language === 'en'
  const mark = isEnglish ? '.' : ','
  const money = (minorUnits: number): string => (minorUnits / 100).toFixed(2).replace('.', mark)
  const lastDay = (until: string | null): string =>
    until === null ? '' : Temporal.PlainDate.from(until).subtract({ days: 1 }).toString()
  const titles = [
    t('register.number'),
    t('register.kind'),
    t('register.corrects'),
    t('register.documentDate'),
    t('register.accountingDate'),
    t('register.due'),
    t('register.from'),
    t('register.to'),
    t('register.contract'),
    t('register.box'),
    t('register.buyer'),
    t('register.buyerTaxNumber'),
    t('register.buyerVatId'),
    t('register.seller'),
    t('register.currency'),
    t('register.tax'),
    t('register.percent'),
    t('register.net'),
    t('register.vat'),
    t('register.gross'),
    t('register.status'),
  ]
  const lines = rows.map((row) => [
    row.number,
    t('register.kinds', { kind: row.kind }),
    row.corrects ?? '',
    row.documentDate,
    row.accountingDate,
    row.dueOn,
    row.periodFrom ?? '',
    lastDay(row.periodTo),
    row.contractNumber,
    row.unitNumber,
    row.buyer,
    row.buyerTaxNumber ?? '',
    row.buyerVatId ?? '',
    row.seller,
    row.currency,
    t('register.taxes', { tax: row.tax }),
    String(row.percent).replace('.', mark),
    money(row.net),
    money(row.vat),
    money(row.gross),
    t('register.statuses', { status: row.status }),
  ])
  return writeCsv([titles, ...lines], isEnglish ? ',' : ';')
}
