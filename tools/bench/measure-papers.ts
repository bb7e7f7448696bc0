import { money } from '@stowage/domain/money'
import { priceContract } from '@stowage/domain/price'
import type { InvoicePrint } from '@stowage/server/modules/billing/invoice-print'
import { renderInvoice } from '@stowage/server/modules/billing/print-invoice'
import { languages } from '@stowage/texts/language.ts'
import { childrenOf } from './children.ts'
import { processMeter } from './cpu-time.ts'
import { type Figure, valueFigure } from './figures.ts'

const PAPERS = 200

/**
 * Invoices as PDF, one after the other as they are printed at night, in all four languages, no two alike: CPU of whoever asks (the
 * words, the sums, the way to the printer and back) and of the printing process together.
 */
export async function measurePapers(rounds: number): Promise<Figure[]> {
  const before = new Set(childrenOf(process.pid))
  let number = 0
  let bytes = 0
  const print = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      number += 1
      const pdf = await renderInvoice(invoice(number), languages[number % languages.length] ?? 'en')
      bytes += pdf.length
    }
  }
  await print(40)
  const printers = childrenOf(process.pid)
    .filter((pid) => !before.has(pid))
    .map(processMeter)
  const own = processMeter(process.pid)
  const spent = (): number => [own, ...printers].reduce((sum, meter) => sum + meter(), 0)
  const perPaper: number[] = []
  const wall: number[] = []
  bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const [cpu, begin] = [spent(), performance.now()]
    await print(PAPERS)
    perPaper.push((spent() - cpu) / PAPERS)
    wall.push((performance.now() - begin) / PAPERS)
  }
  return [
    valueFigure({
      name: 'an invoice as PDF, CPU',
      values: perPaper,
      unit: 'ms',
      digits: 1,
      must: 10,
      should: 6,
      note: `${PAPERS} papers a round, ${(bytes / rounds / PAPERS / 1000).toFixed(0)} kB each`,
    }),
    valueFigure({ name: 'an invoice as PDF, time', values: wall, unit: 'ms', digits: 1, must: undefined }),
  ]
}

/** Rent with a discount, insurance and deposit, each time other sums and names. */
function invoice(number: number): InvoicePrint {
  const from = Temporal.PlainDate.from('2026-11-28').add({ days: number % 300 })
  const priced = priceContract({
    rate: money(4000 + number * 13, 'EUR'),
    discount: { kind: 'table' },
    vatPercent: 19,
    insurance: { monthly: money(400, 'EUR'), coverage: money(200_000, 'EUR'), taxPercent: 19 },
    depositMonths: 1,
    startDay: from,
    durationMonths: 6,
    periodMonths: 3,
  })
  if (priced === null) throw new Error('no period')
  return {
    brand: 'Stille Lager',
    documentId: `01JD8Z6Q0V5W2X3Y4Z5A${String(number).padStart(6, '0')}`,
    number: `B1-2026-${String(number).padStart(6, '0')}`,
    seller: {
      name: 'Stille Lager Berlin GmbH',
      address: 'Müllerstraße 46a, 13349 Berlin',
      country: 'DE',
      taxNumber: '27/123/45678',
      vatId: 'DE318842715',
      registrationNumber: 'HRB 214907 B',
      bankName: 'Berliner Sparkasse',
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
      email: 'rechnung@stille-lager.example',
      phone: '+49 30 5683 7710',
      exemptionText: null,
    },
    buyer: {
      name: `Jürgen Weißmüller-Щербаков ${number}`,
      addressLines: [`Große Hamburger Straße ${number}`, '10115 Berlin'],
      country: 'DE',
      taxNumber: null,
      vatId: null,
    },
    issuedOn: from.subtract({ days: 7 }).toString(),
    dueOn: from.toString(),
    period: { from: from.toString(), until: priced.period.until.toString() },
    contractNumber: `B1-2026-${number}`,
    unitNumber: `YA${String(number % 1000).padStart(3, '0')}`,
    size: 7.5,
    pricePerSizeUnit: money(2580, 'EUR'),
    lines: priced.lines,
    totals: priced.totals,
    paid: money(0, 'EUR'),
    paidOn: null,
    paymentReference: `B1-2026-${String(number).padStart(6, '0')}`,
  }
}
