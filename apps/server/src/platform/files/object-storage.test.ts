import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../../../tools/testing/object-store.ts'
import { createObjectStorage } from './object-storage.ts'
import { checkStorage } from './open-files.ts'
import { createLog } from '../log.ts'
import { readFilesUrl } from './read-files-url.ts'

let store: ObjectStore
beforeAll(async () => {
  // Two keys a page: whoever lists has to follow.
  store = await startObjectStore(2)
})
afterAll(async () => await store.close())

const files = (url = store.filesUrl) => createObjectStorage(readFilesUrl(url)!)

test('what is put is got back, listed over several pages, and gone when removed', async () => {
  const bytes = new Map(Array.from({ length: 5 }, (_, n) => [`kyc/0${n}`, randomBytes(n * 1000)]))
  bytes.set('previews/A.png', randomBytes(10))
  for (const [key, value] of bytes) await files().put(key, value)
  for (const [key, value] of bytes) expect((await files().get(key))?.equals(value)).toBe(true)
  expect(await files().all()).toEqual([...bytes.keys()].sort())
  const soon = Temporal.Now.instant().add({ seconds: 5 })
  expect(await files().olderThan('kyc', soon)).toEqual(
    [...bytes.keys()].filter((key) => key.startsWith('kyc/')),
  )
  expect(await files().olderThan('kyc', soon.subtract({ hours: 1 }))).toEqual([])
  await files().remove('kyc/03')
  await files().remove('kyc/03')
  expect(await files().get('kyc/03')).toBeUndefined()
})

test.each(['../etc/passwd', 'kyc/../x', 'kyc', '/kyc/a', 'kyc/a b', 'kyc/'])('%s is no key', async (key) => {
  await expect(files().get(key)).rejects.toThrow('not a file key')
  await expect(files().put(key, Buffer.alloc(1))).rejects.toThrow('not a file key')
  await expect(files().remove(key)).rejects.toThrow('not a file key')
})

test('a wrong secret is refused at the start, by the name of the setting and without the secret', async () => {
  const wrong = store.filesUrl.replace('s3cret', 'guess')
  const error = await checkStorage(files(wrong), createLog('silent')).catch(
    (given: unknown) => given as Error,
  )
  expect((error as Error).message).toMatch(/^FILES_URL: expected a bucket that this key may read .*403/)
  expect((error as Error).message).not.toContain('guess')
})

test('a bucket that is not there is refused at the start', async () => {
  const wrong = store.filesUrl.replace('stowage-test', 'another')
  await expect(checkStorage(files(wrong), createLog('silent'))).rejects.toThrow(/^FILES_URL: .*not there/)
})

test('storage that is away is no reason not to start, and is told apart from a refusal', async () => {
  store.answer(503)
  await checkStorage(files(), createLog('silent'))
  await expect(files().get('kyc/01')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  store.answer(null)
  await checkStorage(files('http://a:b@127.0.0.1:1/stowage-test'), createLog('silent'))
})

describe('FILES_URL', () => {
  test.each([
    [
      'https://KEY:SE%2FCRET@s3.example/bucket',
      { endpoint: 'https://s3.example/bucket', region: 'us-east-1' },
    ],
    [
      'https://KEY:S@s3.example:9000/bucket/?region=eu',
      { endpoint: 'https://s3.example:9000/bucket', region: 'eu' },
    ],
    ['https://KEY:S@bucket.s3.example', { endpoint: 'https://bucket.s3.example', region: 'us-east-1' }],
  ])('%s', (url, expected) => expect(readFilesUrl(url)).toMatchObject(expected))

  test.each([
    'nonsense',
    'ftp://a:b@c/bucket',
    'https://s3.example/bucket',
    'https://KEY@s3.example/bucket',
    'https://K:S@s3.example/a/b',
    'https://K:S@s3.example/BUCKET',
    'https://K:S@s3.example/bucket?acl=public',
    'https://K:%ZZ@s3.example/bucket',
  ])('%s is refused by name, without what is in it', (url) => {
    expect(() => readFilesUrl(url)).toThrow(/^FILES_URL: expected the address/)
  })
})
