import { gunzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  askCompanyExport,
  deleteCompanyExport,
  linkCompanyExport,
  listCompanyExports,
} from '@stowage/api/company-exports'
import { beginSecondFactor, confirmSecondFactor } from '@stowage/api/second-factor'
import { type ObjectStore, startObjectStore } from '../../../../../../tools/testing/object-store.ts'
import { StorageAway } from '../../../platform/files/object-storage.ts'
import { readFilesUrl } from '../../../platform/files/read-files-url.ts'
import { readTar } from '../../../platform/files/tar.ts'
import type { Platform } from '../../../platform/platform.ts'
import { auditOf } from '../../../testing/audit-of.ts'
import { codeOf } from '../../../testing/authenticator-app.ts'
import { createPeople, PASSWORD, somebody, type NamedPerson, type People } from '../../../testing/people.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { EXPORTS_FOLDER, removePieces } from './export-pieces.ts'
import { takeTurn } from './export-store.ts'
import { makeExports } from './make-export.ts'

let store: ObjectStore
let world: World
let people: People
let platform: Platform
beforeAll(async () => {
  store = await startObjectStore()
  const objectStorage = readFilesUrl(store.filesUrl)
  world = await createWorld({ config: objectStorage === undefined ? {} : { objectStorage } })
  people = await createPeople(world)
  platform = world.running.platform
})
afterAll(async () => {
  await world.close()
  await store.close()
})
afterEach(async () => {
  for (const { id } of await list()) await remove(id)
  await makeExports(platform)
  expect(await pieces()).toEqual([])
  await platform.db.deleteFrom('company_export').execute()
})

const ask = async (person: NamedPerson = people.sofia, body: object = { ownPassword: PASSWORD }) =>
  await person.call(askCompanyExport, { body: { withIdentity: true, ...body } })
const link = async (id: string, body: object = { ownPassword: PASSWORD }) =>
  await people.sofia.call(linkCompanyExport, { params: { id }, body })
const list = async () => (await people.sofia.call(listCompanyExports)).body
const remove = async (id: string) => await people.sofia.call(deleteCompanyExport, { params: { id } })
const pieces = async (): Promise<string[]> =>
  (await platform.files.all()).filter((key) => key.startsWith(`${EXPORTS_FOLDER}/`))
const make = async (given: Partial<Platform> = {}, stopping?: AbortSignal): Promise<void> =>
  await makeExports({ ...platform, ...given }, stopping, 5000)

/** As a browser follows a link: without a session. */
async function download(of: { export: string; token: string }) {
  return await world.running.app.inject({
    method: 'GET',
    url: `/api/company-export-file?export=${of.export}&token=${encodeURIComponent(of.token)}`,
  })
}

test('an archive is made behind the call, in sealed pieces of a bucket, and downloaded by a link without a session', async () => {
  const { status, body: asked } = await ask()
  expect([status, asked.state, asked.askedBy, asked.withIdentity]).toEqual([
    200,
    'asked',
    people.sofia.email,
    true,
  ])
  expect((await link(asked.id)).errors).toMatchObject([{ errorCode: 9184 }])
  await make()
  const [ready] = await list()
  expect(ready).toMatchObject({ id: asked.id, state: 'ready', missing: 0, failure: null })
  expect(ready?.things).toBeGreaterThan(5)
  const kept = await pieces()
  expect(kept.length).toBeGreaterThan(1)
  for (const key of kept) {
    const bytes = await platform.files.get(key)
    // Neither a gzip archive nor a part of one.
    expect(bytes?.[0]).toBe(2)
    expect(bytes?.includes(people.clara.email)).toBe(false)
  }
  const { body: given } = await link(asked.id)
  const answer = await download(given)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  expect(answer.rawPayload.length).toBe(ready?.bytes)
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="stowage-export-\d{8}T\d{6}Z\.tar\.gz"$/,
  )
  const names: string[] = []
  let accounts = ''
  for await (const { name, bytes } of readTar(Readable.from([gunzipSync(answer.rawPayload)]))) {
    names.push(name)
    if (name === 'data/accounts.jsonl') accounts = bytes.toString()
  }
  expect(names.at(-1)).toBe('manifest.json')
  expect(accounts).toContain(people.clara.email)
  const trail = await auditOf(world, asked.id)
  expect(trail.map(({ action, actor_id: actor }) => [action, actor])).toEqual([
    ['company-export-asked', people.sofia.id],
    ['company-exported', people.sofia.id],
    ['company-export-downloaded', people.sofia.id],
  ])
})

test('only a superUser who proves that it is he asks for one and for its link', async () => {
  expect((await ask(people.adam)).code).toBe(9103)
  expect((await ask(people.sofia, {})).code).toBe(1002)
  const wrong = await ask(people.sofia, { ownPassword: 'guessed-it' })
  expect(wrong.errors).toMatchObject([{ errorCode: 9144, field: 'ownPassword' }])
  expect(await list()).toEqual([])
  const { body } = await ask()
  await make()
  expect((await link(body.id, {})).code).toBe(1002)
  expect((await link('01J0000000000000000000000A')).code).toBe(9104)
  // The link is hers alone, and of this archive alone.
  const { body: given } = await link(body.id)
  await ask()
  await make()
  const [other] = await list()
  expect(other?.state).toBe('ready')
  expect((await download({ ...given, export: other?.id ?? '' })).statusCode).toBe(404)
  expect((await people.adam.send('GET', `company-export-file?export=${body.id}`)).status).toBe(403)
})

test('who has a second factor gives its code, which is good once', async () => {
  const owner = await somebody(world, { platformRole: 'superUser', accountType: 'individual' })
  const begun = await owner.call(beginSecondFactor, { body: { password: PASSWORD } })
  const { secret } = begun.body as { secret: string }
  await owner.call(confirmSecondFactor, { body: { code: codeOf(secret) } })
  expect((await ask(owner)).errors).toMatchObject([{ errorCode: 1003, field: 'code' }])
  const code = codeOf(secret, 1)
  expect((await ask(owner, { ownPassword: PASSWORD, code })).status).toBe(200)
  const [asked] = await list()
  await make()
  const again = await owner.call(linkCompanyExport, {
    params: { id: asked?.id ?? '' },
    body: { ownPassword: PASSWORD, code },
  })
  expect(again.code).toBe(9141)
})

test('a second one is refused while one waits or is made, however fast it is asked for', async () => {
  const both = await Promise.all([ask(), ask()])
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 9184])
  expect((await ask()).code).toBe(9184)
  await make()
  expect((await ask()).status).toBe(200)
})

test('of two servers one makes it', async () => {
  await ask()
  await Promise.all([make(), make()])
  const [made] = await list()
  expect(made?.state).toBe('ready')
  const row = await platform.db.selectFrom('company_export').select('tries').executeTakeFirstOrThrow()
  expect(row.tries).toBeGreaterThan(0)
  const trail = await auditOf(world, made?.id ?? '')
  expect(trail.filter(({ action }) => action === 'company-exported')).toHaveLength(1)
})

test('deleted by hand or after its day it is gone with its bytes, and no link opens it', async () => {
  const { body: first } = await ask()
  await make()
  const { body: given } = await link(first.id)
  expect((await remove(first.id)).status).toBe(200)
  expect((await download(given)).statusCode).toBe(404)
  expect((await link(first.id)).code).toBe(9104)
  expect((await remove(first.id)).code).toBe(9104)
  expect((await pieces()).length).toBeGreaterThan(0)
  await make()
  expect(await pieces()).toEqual([])

  const { body: second } = await ask()
  await make()
  const { deletes_at: deletes, ready_at: ready } = await platform.db
    .selectFrom('company_export')
    .select(['deletes_at', 'ready_at'])
    .where('id', '=', second.id)
    .executeTakeFirstOrThrow()
  expect(deletes?.since(ready ?? deletes).total('hours')).toBe(24)
  await platform.db
    .updateTable('company_export')
    .set({ deletes_at: Temporal.Now.instant().subtract({ seconds: 1 }) })
    .where('id', '=', second.id)
    .execute()
  await make()
  expect((await list()).map(({ state }) => state)).toEqual(['deleted', 'deleted'])
  expect(await pieces()).toEqual([])
})

describe('a server that makes one', () => {
  /** As a server that was killed leaves it: at work, with a piece, and not heard of for a minute. */
  async function killed(): Promise<void> {
    const now = Temporal.Now.instant()
    const turn = await platform.transact(async (tx) => await takeTurn(tx, now, now.subtract({ seconds: 1 })))
    if (turn === undefined) throw new Error('nothing was asked for')
    await removePieces(platform.files, { ...turn, tries: turn.tries - 1 }, turn.leftPieces)
    await platform.files.put(`${EXPORTS_FOLDER}/${turn.id}.${turn.tries}.000000`, Buffer.from('half'))
    await platform.db.updateTable('company_export').set({ pieces: 1 }).where('id', '=', turn.id).execute()
  }

  test('and dies is followed by another, from the beginning', async () => {
    const { body } = await ask()
    await killed()
    await make()
    const [made] = await list()
    expect(made).toMatchObject({ id: body.id, state: 'ready' })
    expect((await pieces()).every((key) => key.startsWith(`${EXPORTS_FOLDER}/${body.id}.2.`))).toBe(true)
    const { body: given } = await link(body.id)
    expect((await download(given)).rawPayload.length).toBe(made?.bytes)
  })

  test('and dies three times has failed, and the next may be asked for', async () => {
    await ask()
    for (let tries = 0; tries < 3; tries += 1) await killed()
    await make()
    expect(await list()).toMatchObject([{ state: 'failed', failure: 'interrupted' }])
    expect(await pieces()).toEqual([])
    expect((await ask()).status).toBe(200)
  })

  test('and goes down gives it back, which counts for nothing', async () => {
    await ask()
    const stopping = AbortSignal.abort(new Error('going down'))
    for (let times = 0; times < 4; times += 1) await make({}, stopping)
    expect(await list()).toMatchObject([{ state: 'asked' }])
    await make()
    expect(await list()).toMatchObject([{ state: 'ready' }])
  })

  test('and loses the storage says so', async () => {
    await ask()
    const files = {
      ...platform.files,
      put: async (): Promise<void> => await Promise.reject(new StorageAway('away')),
    }
    await make({ files, log: { ...platform.log, error: () => undefined } as unknown as Platform['log'] })
    expect(await list()).toMatchObject([{ state: 'failed', failure: 'storage' }])
  })

  test('stops when it is given up, and leaves nothing', async () => {
    const { body } = await ask()
    let puts = 0
    const files = {
      ...platform.files,
      put: async (key: string, bytes: Uint8Array): Promise<void> => {
        await platform.files.put(key, bytes)
        puts += 1
        if (puts === 1) expect((await remove(body.id)).status).toBe(200)
      },
    }
    await make({ files })
    expect(puts).toBe(1)
    expect(await list()).toMatchObject([{ state: 'deleted', ready: null }])
    expect(await pieces()).toEqual([])
  })
})
