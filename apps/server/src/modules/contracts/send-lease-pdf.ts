import type { contractPdf } from '@stowage/api/contracts'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import { refuseUnseen, type Actor, type Language } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { sendPdf } from '../../platform/http/send-pdf.ts'
import type { Platform } from '../../platform/platform.ts'
import { leaseFor, type LeaseRow } from './lease-view.ts'
import type { LeaseFacts } from './lease-facts.ts'
import { renderLeasePdf } from './print-lease.ts'

/** Sends the lease as it was signed, in the language it was signed in unless another is asked for. */
export async function sendLeasePdf(
  platform: Platform,
  { query, actor, reply }: Call<typeof contractPdf, Actor>,
): Promise<void> {
  const lease =
    (await leaseFor(platform.db, query.contractId, actor)) ?? refuseUnseen(actor, 'contracts.read')
  if (query.userId !== undefined && query.userId !== lease.accountId) fail(9104)
  const { pdf, fileName } = await print(lease, query.language)
  await sendPdf(reply, pdf, fileName)
}

/** The signed lease for our own mails; undefined where nobody signed (booked by staff). */
export async function renderContractPdf(
  db: Database,
  contractId: string,
  language: Language,
): Promise<{ pdf: Uint8Array; fileName: string } | undefined> {
  const lease = await leaseFor(db, contractId, null)
  return lease ? await print(lease, language) : undefined
}

async function print(
  lease: LeaseRow,
  asked: string | undefined,
): Promise<{ pdf: Uint8Array; fileName: string }> {
  const language = languageOf(asked ?? lease.language)
  const signature = lease.signedAt && {
    name: lease.nameTyped ?? '',
    at: lease.signedAt.toString(),
    address: lease.address,
    textVersion: lease.textVersion ?? '',
    textHash: lease.textHash ?? '',
    language: languageOf(lease.signedLanguage ?? lease.language),
  }
  const pdf = await renderLeasePdf(
    {
      facts: lease.print as LeaseFacts,
      contractNumber: lease.number,
      concludedOn: lease.concludedOn,
      signature,
      moved: lease.moved,
    },
    language,
  )
  return { pdf, fileName: `${lease.number}.pdf` }
}

const languageOf = (text: string): Language =>
  (['ru', 'en', 'de', 'pl'] as const).find((known) => known === text) ?? 'ru'
