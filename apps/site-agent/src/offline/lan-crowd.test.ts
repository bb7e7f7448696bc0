import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createTestSites, until, type TestSite } from '../testing/agent.fixture.ts'
import { accessList, PIN } from '../testing/list.fixture.ts'
import { signList } from '../testing/server.fixture.ts'

const sites = createTestSites()
afterEach(sites.close)

/** The page over HTTP, from an address of the network inside. */
async function press(site: TestSite, from: string, box: string, pin: string): Promise<number> {
  const request = http.request({
    host: '127.0.0.1',
    port: site.agent.lanPort ?? 0,
    localAddress: from,
    method: 'POST',
    path: '/lan/v1/open',
    headers: { 'Content-Type': 'application/json' },
  })
  request.end(JSON.stringify({ box, pin, lang: 'en' }))
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  return answer.statusCode ?? 0
}

test('I17: 22 addresses that guess keep an honest tenant of the same box waiting, and out never: 6 of 6', async () => {
  const site = await sites.open(
    { lan: { host: '127.0.0.1', port: 0 } },
    { slowMs: 3000, limits: { perMinute: 100 } },
  )
  expect((await site.call('PUT', '/v1/access-list', signList(accessList()))).status).toBe(200)
  const guessers = Array.from({ length: 22 }, (_, index) => `127.0.0.${index + 20}`)
  let isOver = false
  const seen = new Set<number>()
  const guessing = guessers.map(async (from) => {
    while (!isOver) seen.add(await press(site, from, 'YA108', '958472'))
  })
  // They have begun to be refused: all of them have guessed at this box.
  await until(() => seen.has(429))
  const honest: number[] = []
  for (let count = 0; count < 6; count += 1) honest.push(await press(site, '127.0.0.9', 'YA108', PIN))
  isOver = true
  await Promise.all(guessing)
  expect(honest).toEqual([200, 200, 200, 200, 200, 200])
  expect([...seen].sort((a, b) => a - b)).toEqual([403, 429])
  // Another phone of the same owner, which has never been here.
  expect(await press(site, '127.0.0.10', 'YA108', PIN)).toBe(200)
})
