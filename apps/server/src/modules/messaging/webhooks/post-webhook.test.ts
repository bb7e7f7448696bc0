import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhooksWay } from '../../../platform/outgoing-purposes.ts'
import { postPush } from '../post-push.ts'
import { postWebhook } from './post-webhook.ts'
import { openSwitcher, openTarget, type Target } from './testing/target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(async () => await target.close())

const post = async (url: string, allowed: readonly string[] = []) =>
  await postWebhook(
    webhooksWay({ webhooksAllowedAddresses: allowed }),
    url,
    {},
    '{}',
    AbortSignal.timeout(20_000),
  )

test.each([
  'http://127.0.0.1:9/hook',
  'https://127.0.0.1:9/hook',
  'https://localhost/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00:ec2::254]/latest/meta-data',
  'https://metadata.google.internal/hook',
  'https://10.0.0.5/hook',
  'https://[::1]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:0:127.0.0.1]/hook',
  'https://2130706433/hook',
  'https://user:word@example.com/hook',
  'ftp://example.com/hook',
  'not an address',
])('%s is not called at all', async (url) => {
  expect(await post(url)).toMatchObject({ status: null, fault: 'address', answer: null })
})

test('an address that the operator allows by name is', async () => {
  target.answer({ body: 'taken' })
  expect(await post(target.url, ['127.0.0.1'])).toMatchObject({ status: 200, fault: null, answer: 'taken' })
})

test('a redirect is not followed, wherever it leads', async () => {
  target.answer({ status: 307, headers: { location: `${target.url}/elsewhere` } })
  const before = target.told.length
  expect(await post(target.url, ['127.0.0.1'])).toMatchObject({ status: 307, fault: 'redirect' })
  expect(target.told.length).toBe(before + 1)
})

test('of an endless answer only the beginning is read', async () => {
  target.answer({ status: 500, body: 'x'.repeat(5_000_000) })
  const { answer, fault } = await post(target.url, ['127.0.0.1'])
  expect([fault, answer?.length]).toEqual(['answer', 4096])
})

test('nobody there is no connection, and a stop is no outcome', async () => {
  expect(await post('http://127.0.0.1:1/hook', ['127.0.0.1'])).toMatchObject({ fault: 'connection' })
  target.answer({ isSilent: true })
  const stop = new AbortController()
  const before = target.told.length
  const way = webhooksWay({ webhooksAllowedAddresses: ['127.0.0.1'] })
  const posting = postWebhook(way, target.url, {}, '{}', stop.signal)
  await expect.poll(() => target.told.length).toBe(before + 1)
  stop.abort()
  await expect(posting).rejects.toThrow('aborted')
})

test('who answers that it speaks something else now is no endless wait, neither to a webhook nor to a push', async () => {
  const switcher = await openSwitcher()
  try {
    expect(await post(switcher.url, ['127.0.0.1'])).toMatchObject({ status: null, fault: 'connection' })
    const signal = new AbortController().signal
    const lists = { pushHosts: [], pushStandIns: [new URL(switcher.url).origin] }
    await expect(postPush(lists, switcher.url, {}, new Uint8Array(), signal)).rejects.toThrow('cut')
  } finally {
    await switcher.close()
  }
})
