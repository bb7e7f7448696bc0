import { me } from '@stowage/api/accounts'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { putUser, somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()

describe('consent', () => {
  test('is kept with the version agreed to; a newer one is named', async () => {
    const { platform, modules } = world.running
    const publish = async (version: string) =>
      await platform.transact(
        async (tx) =>
          await modules.catalog.setCompany(
            tx,
            { actorId: null },
            {
              name: 'C',
              legalDocuments: [
                { key: 'privacy', title: {}, url: '', version: '1' },
                { key: 'lease', title: {}, url: '', version },
              ],
            },
          ),
      )
    await publish('2026-01')
    const person = await somebody(world)
    expect((await person.call(me)).body).toMatchObject({
      isAgreedWithDocs: false,
      agreedDocsVersion: null,
      newerDocsVersion: null,
    })
    expect((await putUser(person, person.id, { isAgreedWithDocs: true })).body).toMatchObject({
      isAgreedWithDocs: true,
      agreedDocsVersion: 'lease:2026-01 privacy:1',
      newerDocsVersion: null,
    })
    await publish('2027-01')
    expect((await person.call(me)).body).toMatchObject({
      isAgreedWithDocs: true,
      agreedDocsVersion: 'lease:2026-01 privacy:1',
      newerDocsVersion: 'lease:2027-01 privacy:1',
    })
    expect((await putUser(people.sofia, person.id, { isAgreedWithDocs: true })).body).toMatchObject({
      newerDocsVersion: null,
    })
    const now = { version: 'lease:2027-01 privacy:1' }
    const agreed = {
      action: 'documents-agreed',
      actor_id: people.sofia.id,
      before: { version: 'lease:2026-01 privacy:1' },
      after: now,
    }
    expect(await auditOf(world, person.id)).toMatchObject([agreed])
    // A second press, and taking back what is not there, are no acts.
    await putUser(people.sofia, person.id, { isAgreedWithDocs: true })
    expect(await auditOf(world, person.id)).toHaveLength(1)
    for (const _press of [1, 2]) await putUser(people.sofia, person.id, { isAgreedWithDocs: false })
    expect(await auditOf(world, person.id)).toMatchObject([
      agreed,
      { action: 'documents-consent-withdrawn', before: now, after: { version: null } },
    ])
  })
})
