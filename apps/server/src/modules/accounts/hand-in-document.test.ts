import { getPhotos, getUser, me, rejectDocument, updateUser } from '@stowage/api/accounts'
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { draw } from '../../testing/draw.ts'
import { putUser, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import type { Person } from '../../testing/world.ts'
import { createSealer } from '../../platform/seal.ts'
import { discardUnlessKept, handInDocument, prepareDocuments } from './hand-in-document.ts'
import { accountForBooking, lockAccount } from './index.ts'
import type { Parts } from './parts.ts'

const { world, people } = await openPeopledWorld()

const reject = async (id: string, kind: string, reason = 'unreadable', by: Person = people.sofia) =>
  await by.send('PUT', `users/${id}/kyc/${id}_${kind}/reject`, { reason })
const files = (): string[] => fs.readdirSync(path.join(world.running.platform.config.dataDir, 'files', 'kyc'))
const factsOf = async (id: string) => await accountForBooking(world.running.platform.db, id)
async function verified(): Promise<NamedPerson> {
  const person = await somebody(world)
  await putUser(person, person.id, {
    passportFile: await draw('red'),
    selfieFile: await draw('green'),
    addressFile: await draw('blue'),
  })
  await putUser(people.sofia, person.id, { isKYCVerified: true })
  return person
}

describe('documents', () => {
  test('are handed in by their owner and read by him and a superUser, nobody else', async () => {
    const person = await somebody(world)
    const file = await draw('#123456')
    expect((await putUser(person, person.id, { passportFile: file, extraFile: file })).body).toMatchObject({
      isPassportFileUploaded: true,
      isExtraFileUploaded: true,
      missingDocuments: ['selfie', 'address'],
    })
    const own = await person.call(getPhotos, { params: { id: person.id } })
    expect(own.headers['cache-control']).toBe('no-store')
    expect(own.body.passportFile?.type).toBe('image/png')
    const { data } = await sharp(Buffer.from(own.body.passportFile?.base64 ?? '', 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([0x12, 0x34, 0x56])
    expect([own.body.selfieFile, own.body.addressFile]).toEqual([null, null])
    expect((await people.sofia.call(getPhotos, { params: { id: person.id } })).body).toEqual(own.body)
    expect((await people.visitor.call(getPhotos, { params: { id: person.id } })).code).toBe(9003)
    for (const other of [people.clara, people.mara, people.adam])
      expect((await other.call(getPhotos, { params: { id: person.id } })).code).toBe(9103)
    expect((await people.sofia.call(getPhotos, { params: { id: '01JD0000000000000000000000' } })).code).toBe(
      6004,
    )
  })

  test('each reading is in the audit, with who acts for whom', async () => {
    const person = await somebody(world)
    await putUser(person, person.id, { passportFile: await draw('red') })
    const { token } = (await people.sofia.send('POST', `auth/login-as-user?userId=${person.id}`, {}))
      .body as { token: string }
    for (const reader of [person, people.sofia, people.sofia, world.person(token)])
      expect((await reader.call(getPhotos, { params: { id: person.id } })).status).toBe(200)
    await people.mara.call(getPhotos, { params: { id: person.id } })
    const records = await world.running.platform.db
      .selectFrom('audit')
      .select(['actor_id', 'on_behalf_of', 'after'])
      .where('action', '=', 'kyc-documents-read')
      .where('subject_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(records.map((record) => [record.actor_id, record.on_behalf_of])).toEqual([
      [person.id, null],
      [people.sofia.id, null],
      [people.sofia.id, null],
      [people.sofia.id, person.id],
    ])
    expect(records[0]?.after).toMatchObject({ documents: [{ kind: 'passport' }] })
  })

  test('lie encrypted outside the web root; moved to another row they do not open', async () => {
    const person = await somebody(world)
    await putUser(person, person.id, { passportFile: await draw('red'), selfieFile: await draw('blue') })
    const { platform } = world.running
    const rows = await platform.db
      .selectFrom('kyc_document')
      .selectAll()
      .where('account_id', '=', person.id)
      .execute()
    for (const row of rows) {
      const bytes = fs.readFileSync(path.join(platform.config.dataDir, 'files', row.file_key))
      expect(bytes.includes('PNG')).toBe(false)
      expect(bytes.includes('IHDR')).toBe(false)
      await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
      expect(fs.statSync(path.join(platform.config.dataDir, 'files', row.file_key)).mode & 0o077).toBe(0)
      expect((await people.visitor.send('GET', `/files/${row.file_key}`)).status).toBe(404)
    }
    const [first, second] = rows
    fs.copyFileSync(
      path.join(platform.config.dataDir, 'files', first?.file_key ?? ''),
      path.join(platform.config.dataDir, 'files', second?.file_key ?? ''),
    )
    const photos = (await person.call(getPhotos, { params: { id: person.id } })).body
    expect([photos.passportFile, photos.selfieFile].filter((photo) => photo === null)).toHaveLength(1)
  })

  test('that are refused leave nothing behind, and no other change of the call', async () => {
    const person = await somebody(world)
    const before = files()
    const reply = await putUser(person, person.id, {
      language: 'de',
      passportFile: await draw('red'),
      selfieFile: { type: 'image/png', base64: Buffer.from('<svg/>').toString('base64') },
    })
    expect([reply.status, reply.errors[0]]).toEqual([
      400,
      expect.objectContaining({ errorCode: 1005, field: 'selfieFile' }),
    ])
    const stale = await putUser(person, person.id, {
      passportFile: await draw('red'),
      updated: '2020-01-01T00:00:00Z',
    })
    expect(stale.code).toBe(9109)
    expect(files()).toEqual(before)
    expect((await person.call(me)).body).toMatchObject({ language: 'en', isPassportFileUploaded: false })
    expect(
      (await putUser(person, person.id, { passportFile: { type: 'image/png', base64: '' } })).errors,
    ).toMatchObject([{ errorCode: 1003, field: 'passportFile.base64' }])
  })

  test('stay when the commit went through and only its answer was lost', async () => {
    const person = await somebody(world)
    const { platform } = world.running
    const sealer = createSealer(platform.config.secrets.storageKey, 'kyc')
    const parts = { platform, sealer } as Parts
    const [kept, lost] = [
      ...(await prepareDocuments(parts, { passport: await draw('red') })),
      ...(await prepareDocuments(parts, { selfie: await draw('red') })),
    ]
    await platform.transact(
      async (tx) =>
        await handInDocument(
          tx,
          parts,
          (await lockAccount(tx, person.id)) ?? expect.fail(),
          kept ?? expect.fail(),
        ),
    )
    await discardUnlessKept(parts, [kept ?? expect.fail(), lost ?? expect.fail()])
    expect([files().includes(kept?.id ?? ''), files().includes(lost?.id ?? '')]).toEqual([true, false])
  })

  test('a body above 14 MiB is refused in the envelope', async () => {
    const reply = await putUser(people.clara, people.clara.id, {
      passportFile: { type: 'image/png', base64: 'A'.repeat(15 * 1024 * 1024) },
    })
    expect([reply.status, reply.code]).toEqual([413, 9113])
  })

  test('pressing twice hands in once', async () => {
    const person = await somebody(world)
    const passportFile = await draw('red')
    const replies = await Promise.all(
      [1, 2, 3].map(async () => await putUser(person, person.id, { passportFile })),
    )
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
    const rows = await world.running.platform.db
      .selectFrom('kyc_document')
      .select(['file_key', 'replaced_at'])
      .where('account_id', '=', person.id)
      .execute()
    expect(rows).toHaveLength(1)
    await expect.poll(files).toContain(rows[0]?.file_key.slice(4))
    await expect
      .poll(async () => files().length)
      .toBe(
        (
          await world.running.platform.db
            .selectFrom('kyc_document')
            .select('id')
            .where('replaced_at', 'is', null)
            .execute()
        ).length,
      )
  })

  test('who was not verified yet may send a better one; a verified document is replaced by a superUser only', async () => {
    const person = await somebody(world)
    expect((await putUser(person, person.id, { passportFile: await draw('red') })).status).toBe(200)
    expect((await putUser(person, person.id, { passportFile: await draw('blue') })).status).toBe(200)
    await putUser(people.sofia, person.id, { isKYCVerified: true })
    expect((await putUser(person, person.id, { passportFile: await draw('green') })).code).toBe(9103)
    expect((await putUser(person, person.id, { selfieFile: await draw('green') })).status).toBe(200)
    expect((await putUser(people.sofia, person.id, { passportFile: await draw('green') })).status).toBe(200)
  })
})

describe('verification', () => {
  test('needs a document and a superUser, is told once and audited', async () => {
    const person = await somebody(world)
    const none = await putUser(people.sofia, person.id, { isKYCVerified: true })
    expect([none.status, none.errors[0]]).toEqual([
      400,
      expect.objectContaining({ errorCode: 9001, field: 'isKYCVerified' }),
    ])
    await putUser(person, person.id, { extraFile: await draw('red') })
    for (const other of [person, people.mara, people.adam])
      expect((await putUser(other, person.id, { isKYCVerified: true })).code).toBe(9103)
    expect((await putUser(people.sofia, person.id, { isKYCVerified: true })).body).toMatchObject({
      isKYCVerified: true,
    })
    await putUser(people.sofia, person.id, { isKYCVerified: true })
    expect((await putUser(people.sofia, person.id, { isKYCVerified: false })).body).toMatchObject({
      isKYCVerified: false,
      wasKYCVerified: false,
    })
    const { db } = world.running.platform
    const records = await db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('subject_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(records).toEqual([
      { action: 'kyc-verified', before: { verification: 'unverified' }, after: { verification: 'verified' } },
      {
        action: 'kyc-verification-cancelled',
        before: { verification: 'verified' },
        after: { verification: 'unverified' },
      },
    ])
    const told = await db
      .selectFrom('event')
      .select('payload')
      .where('type', '=', 'kyc-verification-decided')
      .where('aggregate', '=', `account:${person.id}`)
      .orderBy('id')
      .execute()
    expect(told.map((event) => (event.payload as { verified: boolean }).verified)).toEqual([true, false])
  })

  test('a rejected document closes the doors until it is replaced; who never was verified waits for the decision', async () => {
    const person = await verified()
    expect(await factsOf(person.id)).toMatchObject({ verification: 'verified', isVerifiedForOpening: true })
    const rejected = await people.sofia.call(rejectDocument, {
      params: { id: person.id, document: `${person.id}_selfie` },
      body: { reason: 'Glare on the photo' },
    })
    expect(rejected.body).toMatchObject({
      isKycVerified: false,
      wasKycVerified: true,
      selfieKycRejectionReason: 'Glare on the photo',
      rejectedDocuments: ['selfie'],
    })
    expect(await factsOf(person.id)).toMatchObject({
      verification: 'suspended',
      isVerifiedForOpening: false,
      rejectedDocuments: ['selfie'],
    })
    const replaced = await putUser(person, person.id, { selfieFile: await draw('white') })
    expect(replaced.body).toMatchObject({
      isKYCVerified: false,
      selfieKYCRejectionReason: null,
      rejectedDocuments: [],
    })
    expect(await factsOf(person.id)).toMatchObject({ verification: 'suspended', isVerifiedForOpening: true })
    await reject(person.id, 'selfie', 'Still glare')
    expect(await factsOf(person.id)).toMatchObject({ isVerifiedForOpening: false })
    await putUser(person, person.id, { selfieFile: await draw('black') })
    await putUser(people.sofia, person.id, { isKYCVerified: false })
    expect(await factsOf(person.id)).toMatchObject({
      verification: 'unverified',
      isVerifiedForOpening: false,
    })

    const fresh = await somebody(world)
    await putUser(fresh, fresh.id, { passportFile: await draw('red') })
    await reject(fresh.id, 'passport')
    await putUser(fresh, fresh.id, { passportFile: await draw('blue') })
    expect(await factsOf(fresh.id)).toMatchObject({
      verification: 'unverified',
      isVerifiedForOpening: false,
      missingDocuments: ['selfie', 'address'],
    })
  })

  test('rejecting twice for one reason is one rejection', async () => {
    const person = await verified()
    await reject(person.id, 'passport')
    await reject(person.id, 'passport')
    const { db } = world.running.platform
    expect(
      await db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', 'kyc-document-rejected')
        .where('aggregate', '=', `account:${person.id}`)
        .execute(),
    ).toEqual([{ payload: { accountId: person.id, kind: 'passport' } }])
    const records = (await auditOf(world, person.id)).filter(
      ({ action }) => action === 'kyc-document-rejected',
    )
    expect(records).toMatchObject([
      {
        actor_id: people.sofia.id,
        after: { kind: 'passport', reason: 'unreadable', verification: 'suspended' },
      },
    ])
  })

  test('only a superUser rejects, by a path that names one account and a kind, with a reason', async () => {
    const person = await verified()
    expect((await reject(person.id, 'passport', 'x', people.visitor)).code).toBe(9003)
    for (const other of [person, people.mara, people.adam, people.clara])
      expect((await reject(person.id, 'passport', 'x', other)).code).toBe(9103)
    for (const document of [
      `${people.clara.id}_passport`,
      `${person.id}_tail`,
      `${person.id}_`,
      'passport',
      `${person.id}_passport_passport`,
    ]) {
      const reply = await people.sofia.send('PUT', `users/${person.id}/kyc/${document}/reject`, {
        reason: 'x',
      })
      expect([document, reply.status]).toEqual([document, 404])
    }
    expect((await reject(person.id, 'extra')).status).toBe(404)
    expect((await reject('01JD0000000000000000000000', 'extra')).code).toBe(6004)
    for (const body of [{}, { reason: '' }, { reason: '   ' }, { reason: null }]) {
      expect(
        (await people.sofia.send('PUT', `users/${person.id}/kyc/${person.id}_passport/reject`, body)).errors,
      ).toMatchObject([{ errorCode: 1003, field: 'reason' }])
    }
    expect((await reject(person.id, 'passport', 'a'.repeat(501))).code).toBe(1004)
    expect((await reject(person.id, 'passport', 'a'.repeat(500))).status).toBe(200)
    expect(
      (await person.call(updateUser, { params: { id: person.id }, body: { language: 'ru' } })).body
        .passportKycRejectionReason,
    ).toBe('a'.repeat(500))
  })
})

test('whoever decides on documents that were replaced since he looked is told, and nothing is decided', async () => {
  const person = await somebody(world)
  await putUser(person, person.id, { passportFile: await draw('red') })
  const { body: seen } = await people.sofia.call(getUser, { params: { id: person.id } })
  await putUser(person, person.id, { passportFile: await draw('blue') })
  const verify = await putUser(people.sofia, person.id, { isKYCVerified: true, updated: seen.updated })
  expect([verify.status, verify.code]).toEqual([409, 9109])
  const refuse = await people.sofia.call(rejectDocument, {
    params: { id: person.id, document: `${person.id}_passport` },
    body: { reason: 'not you', updated: seen.updated ?? null },
  })
  expect([refuse.status, refuse.code]).toEqual([409, 9109])
  const { body: now } = await people.sofia.call(getUser, { params: { id: person.id } })
  expect(now).toMatchObject({ isKycVerified: false, rejectedDocuments: [] })
  const anew = { isKYCVerified: true, updated: now.updated }
  expect((await putUser(people.sofia, person.id, anew)).status).toBe(200)
  // A second press of the same page has decided the same and is told that it is old.
  expect((await putUser(people.sofia, person.id, anew)).code).toBe(9109)
})
