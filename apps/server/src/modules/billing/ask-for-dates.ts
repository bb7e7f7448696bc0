import type { redateDocument as endpoint } from '@stowage/api/months'
import { authorOf, note } from '../../platform/audit/author.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { externalDatesAsked } from './events.ts'
import type { externalDocument } from './external-document-view.ts'

type External = NonNullable<Awaited<ReturnType<typeof externalDocument>>>

/**
 * Other dates of a document that the source of an external stock has issued: they are asked of it (decision 21), and are there with one of its
 * next readings. Its own rules say whether they may be. @throws Failure 9001 where no date is given
 */
export function askForDates(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
  document: External,
): void {
  const { params, body, actor } = call
  if (!body.accountingDate && !body.documentDate) fail(9001, { field: 'accountingDate' })
  const wish = {
    accountingDate: other(body.accountingDate, document.accountingDate),
    documentDate: other(body.documentDate, document.documentDate),
  }
  if (wish.accountingDate === null && wish.documentDate === null) return
  const at = clock.now()
  const { contractId, accountId, number } = document
  const { stockId, documentId } = params
  publish(
    tx,
    fact(externalDatesAsked, {
      aggregate: `contract:${contractId}`,
      stockId,
      at,
      payload: { stockId, contractId, accountId, documentId, number, ...wish, askedById: actor.id },
    }),
  )
  note(
    tx,
    clock,
    { ...authorOf(call), onBehalfOf: accountId },
    {
      action: 'source-asked',
      subjectType: 'contract',
      subjectId: contractId,
      stockId,
      after: { kind: 'document_dates', documentId, ...wish },
    },
  )
}

const other = (wished: string | null | undefined, present: string): string | null =>
  wished == null || wished === present ? null : wished
