import { Readable } from 'node:stream'
import type { dataExport } from '@stowage/api/privacy'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { beginExport, endExport, type Accounts } from '../accounts/index.ts'
import { bundlePerson } from './bundle-person.ts'
import { personFacts } from './person-view.ts'

/**
 * Sends the archive of a person while it is made. That it was taken, and that identity documents were read for it, is noted
 * before the first byte (reliability I10). The turn ends with the last byte, or when whoever took it has gone.
 * @throws Failure 9104 for a link that was opened already, has run out, or is another's
 */
export async function sendExport(
  platform: Platform,
  accounts: Accounts,
  call: Call<typeof dataExport, Actor>,
): Promise<void> {
  const { query, actor, reply } = call
  const { data: id } = query
  const accountId = await beginExport(platform, id, actor)
  const files = (await accounts.documentsOf(accountId)).filter((document) => document.shreddedAt === null)
  await platform.transact(async (tx) => {
    const about = { subjectType: 'account', subjectId: accountId }
    note(tx, platform.clock, authorOf(call), { action: 'personal-data-exported', ...about })
    if (files.length > 0)
      note(tx, platform.clock, authorOf(call), {
        action: 'kyc-documents-read',
        ...about,
        after: { documents: files.map((document) => ({ id: document.id, kind: document.kind })) },
      })
  })
  const person = await personFacts(platform.db, accountId)
  const language = (['ru', 'en', 'de', 'pl'] as const).find((known) => known === person?.language) ?? 'ru'
  async function* archive(): AsyncGenerator<Buffer, void, void> {
    let isWhole = false
    try {
      yield* bundlePerson({ platform, accounts }, { accountId, language })
      isWhole = true
    } finally {
      await endExport(platform, id, isWhole)
    }
  }
  await reply
    .header('Content-Type', 'application/zip')
    .header('Content-Disposition', `attachment; filename="stowage-${accountId}.zip"`)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .send(Readable.from(archive(), { objectMode: false }))
}
