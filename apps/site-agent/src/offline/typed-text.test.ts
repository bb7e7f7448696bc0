import { EventBatch } from '@stowage/lsp/messages'
import { afterEach, expect, test } from 'vitest'
import { createTestSites, type TestSite } from '../testing/agent.fixture.ts'
import { accessList, PIN } from '../testing/list.fixture.ts'
import { signList } from '../testing/server.fixture.ts'

// What anybody types on the page of a site stands in its journal, and the server takes a batch whole or not at all: one event that it
// cannot read would keep back everything behind it for good.
const sites = createTestSites()
afterEach(sites.close)

async function press(site: TestSite, body: object): Promise<void> {
  await fetch(`http://127.0.0.1:${site.agent.lanPort ?? 0}/lan/v1/open`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ box: 'YA108', pin: '000000', ...body }),
  })
}

test.each([
  ['a zero byte', { box: 'A\u0000B' }],
  ['half a letter', { box: 'A\uD800' }],
  ['a letter cut in half', { box: `${'A'.repeat(39)}😀` }],
  ['a lock that is not there, by whoever has a PIN', { pin: PIN, lockId: 'the left one' }],
  ['a very long one', { pin: PIN, lockId: 'x'.repeat(60) }],
])('what is typed leaves an event that the server can take: %s', async (_what, typed) => {
  const site = await sites.open({ lan: { host: '127.0.0.1', port: 0 } }, { slowMs: 1 })
  await site.call('PUT', '/v1/access-list', signList(accessList()))
  await press(site, typed)
  const told = site.agent.journal.after(0, 100)
  expect(told.at(-1)?.type).toBe('access.denied')
  expect(EventBatch.safeParse({ events: told }).error?.issues).toBeUndefined()
  expect(told.at(-1)?.lockId ?? '1:01:01').toMatch(/^\d:\d\d:\d\d$/)
  // As PostgreSQL takes it: no zero byte, no half letter.
  const text = JSON.stringify(told)
  expect(text).not.toMatch(/\\u0000|\\ud[89ab]/i)
})
