import { createHmac } from 'node:crypto'
import type * as api from '@stowage/api/booking'
import type { Answer } from '@stowage/api/endpoint'
import type { PriceTerms } from '@stowage/domain/price'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor, type Language } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { sendPdf } from '../../platform/http/send-pdf.ts'
import type { Platform } from '../../platform/platform.ts'
import { sameText } from '../../platform/seal.ts'
import { accountForBooking, type BookingAccount } from '../accounts/index.ts'
import type { BoxFacts, StockTerms } from '../catalog/index.ts'
import { leaseFacts, leaseHash, LEASE_VERSION, renderLeasePdf } from '../contracts/index.ts'
import type { BookingModules } from './book-box.ts'
import { isNewCustomer } from './new-customer-view.ts'
import { chosenTariff } from './offered-tariffs.ts'
import {
  assertChoice,
  concludedOn,
  hasFirstMonth,
  hasPromisedFirstMonth,
  termsKept,
  type Choice,
} from './price-terms.ts'
import { promisedTerms, promiseFor } from './reservation-view.ts'

interface Draft {
  readonly accountId: string
  readonly boxId: string
  readonly choice: readonly [
    startDay: string,
    durationMonths: number | null,
    periodMonths: number,
    withInsurance: boolean,
    tariffId: string | null,
  ]
  /** A reservation's lease says the price that was promised with it. */
  readonly reservationId: string | null
  readonly language: Language
  /** Machine time; the link is for one look. */
  readonly until: number
}

const LIFETIME_MS = 10 * 60_000

/** The lease that a booking with these choices would sign: version, hash, and a link to read it. */
export async function previewLease(
  platform: Platform,
  modules: BookingModules,
  call: Call<typeof api.previewLease, Actor>,
): Promise<Answer<typeof api.previewLease>> {
  const { actor, body } = call
  if (!isSuperUser(actor) && body.userId && body.userId !== actor.id)
    fail(9103, { reason: 'a client looks at his own lease' })
  const accountId = isSuperUser(actor) ? (body.userId ?? fail(6002, { field: 'userId' })) : actor.id
  const draft: Draft = {
    accountId,
    reservationId: body.reservationId ?? null,
    boxId: body.boxId,
    choice: [
      body.arrivalDate,
      body.contractDuration ?? null,
      body.invoicingPeriod,
      body.insurance ?? false,
      body.tariffId ?? null,
    ],
    language: call.language,
    until: Date.now() + LIFETIME_MS,
  }
  const { stock, box, tenant, terms } = await readDraft(platform, modules, draft)
  return {
    textVersion: LEASE_VERSION,
    textHash: leaseHash(leaseFacts(stock, box, tenant, terms), draft.language),
    url: `/api/leases/preview/${seal(platform, draft)}`,
  }
}

/** The PDF behind a preview's link: nothing is kept, the link itself says what to print, signed by us. */
export async function sendLeasePreview(
  platform: Platform,
  modules: BookingModules,
  { params, reply }: Call<typeof api.previewLeasePdf, Actor | null>,
): Promise<void> {
  const draft = open(platform, params.draft)
  const { stock, box, tenant, terms } = await readDraft(platform, modules, draft)
  const concludedOn = platform.clock.now().toZonedDateTimeISO(stock.timeZone).toPlainDate().toString()
  const pdf = await renderLeasePdf(
    { facts: leaseFacts(stock, box, tenant, terms), contractNumber: null, concludedOn, signature: null },
    draft.language,
  )
  await sendPdf(reply, pdf, `lease-${box.unitNumber}.pdf`)
}

async function readDraft(
  platform: Platform,
  modules: BookingModules,
  draft: Draft,
): Promise<{ stock: StockTerms; box: BoxFacts; tenant: BookingAccount; terms: PriceTerms }> {
  const box = (await modules.catalog.box(draft.boxId)) ?? fail(6005)
  const stock = (await modules.catalog.stockTerms(box.stockId)) ?? fail(6006)
  const tenant = (await accountForBooking(platform.db, draft.accountId)) ?? fail(6002)
  const isNew = async (): Promise<boolean> =>
    await isNewCustomer(platform.db, { accountId: tenant.id, sellerId: stock.seller.id })
  if (draft.reservationId !== null) {
    const promised =
      (await promisedTerms(platform.db, draft.reservationId, { accountId: tenant.id, boxId: box.id })) ??
      fail(9104)
    const isStillNew = hasPromisedFirstMonth(promised) && (await isNew())
    return {
      stock,
      box,
      tenant,
      terms: concludedOn(promised, stock, tenant, platform.clock.now(), isStillNew),
    }
  }
  const [startDay, durationMonths, periodMonths, withInsurance, tariffId] = draft.choice
  const choice: Choice = {
    startDay: Temporal.PlainDate.from(startDay),
    durationMonths,
    periodMonths,
    withInsurance,
    tariffId,
  }
  const now = platform.clock.now()
  const promised = await promiseFor(platform.db, box, tenant.id, now)
  assertChoice(stock, choice, promised, now)
  const tariff = chosenTariff(stock, choice, promised)
  const deal = { tariff, isNewCustomer: hasFirstMonth(tariff) && (await isNew()) }
  return { stock, box, tenant, terms: termsKept(stock, box, tenant, choice, promised, deal) }
}

const sign = (platform: Platform, body: string): string =>
  createHmac('sha256', `lease-preview ${platform.config.secrets.tokenKey}`).update(body).digest('base64url')

function seal(platform: Platform, draft: Draft): string {
  const body = Buffer.from(JSON.stringify(draft)).toString('base64url')
  return `${body}.${sign(platform, body)}`
}

function open(platform: Platform, text: string): Draft {
  const [body, signature] = text.split('.')
  if (body === undefined || signature === undefined || !sameText(sign(platform, body), signature)) fail(9104)
  const draft = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Draft
  return Date.now() < draft.until ? draft : fail(9104)
}
