import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { AgentParts } from '../start-agent.ts'
import { BOX, createTestSites, NEXT_BOX, until, type TestSite } from '../testing/agent.fixture.ts'
import { accessList, listEntry, PIN, staffEntry } from '../testing/list.fixture.ts'
import { signList } from '../testing/server.fixture.ts'

const sites = createTestSites()
afterEach(sites.close)

async function openSite(
  parts: AgentParts = {},
  list = accessList(),
  lan: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Promise<TestSite> {
  const site = await sites.open({ lan: { host: '127.0.0.1', port: 0, ...lan }, ...more }, parts)
  expect((await site.call('PUT', '/v1/access-list', signList(list))).status).toBe(200)
  return site
}
const send = (site: TestSite, body: object, headers: Record<string, string> = {}, method = 'POST') => {
  const request = http.request({
    host: '127.0.0.1',
    port: site.agent.lanPort ?? 0,
    method,
    path: method === 'POST' ? '/lan/v1/open' : '/',
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  request.end(method === 'POST' ? JSON.stringify({ box: 'YA108', pin: PIN, lang: 'en', ...body }) : '')
  return request
}
async function statusOf(request: http.ClientRequest): Promise<number | undefined> {
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  return answer.statusCode
}
/** It has left this end, and the other one has had its turn to read it. */
async function underWay(request: http.ClientRequest): Promise<void> {
  await once(request, 'finish')
  await sleep(100)
}
/** Twenty wrong ones from this phone in the last minutes: its tries wait. */
const slow = (site: TestSite): void =>
  writeFileSync(
    path.join(site.stateDir, 'lockouts.json'),
    JSON.stringify({
      boxes: {},
      site: [],
      addresses: { '127.0.0.1': Array.from({ length: 20 }, () => Date.now()) },
    }),
  )

test('a page of the internet whose name is made to lead here gets nothing: neither the doors nor a try', async () => {
  const site = await openSite()
  const port = site.agent.lanPort ?? 0
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    '[::1].evil.example',
  ]) {
    const from = { Host: host, Origin: `http://${host}` }
    expect(await statusOf(send(site, {}, from)), host).toBeGreaterThanOrEqual(400)
    expect(await statusOf(send(site, {}, { Host: host }, 'GET')), host).toBeGreaterThanOrEqual(400)
  }
  expect(site.doors.pulses).toEqual([])
  expect(site.agent.journal.after(0, 100).filter(({ type }) => type.startsWith('access.'))).toEqual([])
})

test.each([
  '127.0.0.1',
  '192.168.1.10:80',
  '[fd00::1]:80',
  'pi',
  'doors.local',
  'Doors.Local:8080',
  'gate.firm.example',
])('by its address, a name of the own network or one that the file names it is reached: %s', async (host) => {
  const site = await openSite({}, accessList(), { names: ['gate.firm.example'] })
  expect(await statusOf(send(site, {}, { Host: host, Origin: `http://${host.toLowerCase()}` }))).toBe(200)
})

test('a list that comes while somebody waits is the one that counts', async () => {
  const site = await openSite({ slowMs: 3000 })
  slow(site)
  await site.restart()
  const request = send(site, {})
  const answer = statusOf(request)
  await underWay(request)
  const blocked = accessList({ version: 2, entries: [listEntry({ blocked: true, blockReason: 7006 })] })
  expect((await site.call('PUT', '/v1/access-list', signList(blocked))).status).toBe(200)
  expect(await answer).toBe(403)
  expect(site.doors.pulses).toEqual([])
})

test('who has gone away from a slow page opens nothing behind his back', async () => {
  const site = await openSite({ slowMs: 3000 })
  slow(site)
  await site.restart()
  const request = send(site, {})
  request.on('error', () => {})
  await underWay(request)
  request.destroy()
  await until(() => site.agent.journal.after(0, 100).some(({ reason }) => reason === 'gave_up'))
  expect(site.doors.pulses).toEqual([])
})

test('where two boxes read alike without their dashes, staff open the one that they typed, and neither by half a name', async () => {
  const locks = [
    { id: BOX, kind: 'box', name: '1-11' },
    { id: NEXT_BOX, kind: 'box', name: '11-1' },
  ]
  const site = await openSite({}, accessList(), {}, { locks })
  expect(await statusOf(send(site, { box: 'Ivan', lockId: '11-1' }))).toBe(200)
  expect(site.doors.pulses.map(({ lockId }) => lockId)).toEqual([NEXT_BOX])
  expect(await statusOf(send(site, { box: 'Ivan', lockId: '111' }))).toBe(403)
  expect(site.doors.pulses).toHaveLength(1)
})

test('an e-mail address of the longest that people may have spoils nobody’s list, and its owner gets in by it', async () => {
  const name = `${'anna.maria.'.repeat(10)}x@stowage.example`
  expect(name).toHaveLength(127)
  const site = await openSite({}, accessList({ staff: [staffEntry({ name })] }))
  expect(await statusOf(send(site, { box: name, lockId: NEXT_BOX }))).toBe(200)
  const page = await fetch(`http://127.0.0.1:${site.agent.lanPort ?? 0}/`)
  expect(await page.text(), 'the page lets him type it').toMatch(/id="box"[^>]* maxlength="129"/)
})

test('one phone that opens thousands of connections takes neither the memory of the doors nor the place of others', async () => {
  const site = await openSite()
  const port = site.agent.lanPort ?? 0
  let cut = 0
  const flood = Array.from({ length: 300 }, () => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => (cut += 1))
    return socket
  })
  try {
    await until(() => cut >= 300 - 64)
    const request = http.get({ host: '127.0.0.1', port, localAddress: '127.0.0.2' })
    expect(await statusOf(request)).toBe(200)
  } finally {
    for (const socket of flood) socket.destroy()
  }
  await until(() => cut === 300)
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
})
