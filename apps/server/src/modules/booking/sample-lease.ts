import type * as api from '@stowage/api/booking'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { sendPdf } from '../../platform/http/send-pdf.ts'
import type { Platform } from '../../platform/platform.ts'
import { leaseFacts, renderLeasePdf } from '../contracts/index.ts'
import type { BookingModules } from './book-box.ts'
import { nearestChoice } from './offered-tariffs.ts'
import { priceTerms } from './price-terms.ts'
import { sampleBox } from './sample-box-view.ts'

const BLANK = '____________________'

/** The lease as anybody may read it before choosing anything: a real box and its price, three months, nobody's name. */
export async function sendSampleLease(
  platform: Platform,
  modules: BookingModules,
  { query, language, reply }: Call<typeof api.sampleLeasePdf, Actor | null>,
): Promise<void> {
  const boxId =
    (await sampleBox(platform.db, query.stockId ?? null)) ?? fail(query.stockId === undefined ? 6010 : 6006)
  const box = (await modules.catalog.box(boxId)) ?? fail(6005)
  const stock = (await modules.catalog.stockTerms(box.stockId)) ?? fail(6006)
  const startDay = platform.clock.now().toZonedDateTimeISO(stock.timeZone).toPlainDate()
  const asked = { durationMonths: Math.min(3, stock.maxContractDuration), periodMonths: 1, tariffId: null }
  const { tariff, choice } = nearestChoice(stock.tariffs, asked, null)
  const terms = priceTerms(
    stock,
    box,
    null,
    { ...choice, startDay, withInsurance: false },
    { tariff, isNewCustomer: true },
  )
  const facts = leaseFacts(
    stock,
    box,
    {
      displayName: BLANK,
      accountType: 'individual',
      isIndividualEntrepreneur: false,
      address: BLANK,
      house: null,
      zip: null,
      city: '',
      country: stock.country,
      email: BLANK,
      phone: null,
      taxNumber: null,
      vatId: null,
      personalId: null,
    },
    terms,
  )
  const spoken = (['ru', 'en', 'de', 'pl'] as const).find((known) => known === query.language) ?? language
  await sendPdf(
    reply,
    await renderLeasePdf(
      { facts, contractNumber: null, concludedOn: startDay.toString(), signature: null },
      spoken,
    ),
    `lease-sample-${spoken}.pdf`,
  )
}
