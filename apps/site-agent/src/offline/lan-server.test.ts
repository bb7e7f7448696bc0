import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lanTexts } from '@stowage/texts/lan/index.ts'
import { languages } from '@stowage/texts/language.ts'
import { afterEach, expect, test } from 'vitest'
import type { AgentParts } from '../start-agent.ts'
import { BOX, createTestSites, GATE, NEXT_BOX, until, type TestSite } from '../testing/agent.fixture.ts'
import { accessList, listEntry, PIN } from '../testing/list.fixture.ts'
import { signList } from '../testing/server.fixture.ts'

const sites = createTestSites()
afterEach(sites.close)

const LAN = { lan: { host: '127.0.0.1', port: 0 } }
type Said = { status: number; body: { result: string; code?: number; text: string }; headers: Headers }

async function openSite(parts: AgentParts = {}, list = accessList()): Promise<TestSite> {
  const site = await sites.open({ ...LAN, name: 'North & South' }, parts)
  expect((await site.call('PUT', '/v1/access-list', signList(list))).status).toBe(200)
  return site
}
async function press(site: TestSite, body: object, headers: Record<string, string> = {}): Promise<Said> {
  const answer = await fetch(`http://127.0.0.1:${site.agent.lanPort ?? 0}/lan/v1/open`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ box: 'YA108', pin: PIN, lang: 'en', ...body }),
  })
  return { status: answer.status, body: (await answer.json()) as Said['body'], headers: answer.headers }
}
const types = (site: TestSite) => site.agent.journal.after(0, 1000).map(({ type }) => type)

test('a PIN opens the box and its gate, and the history knows who it was, by which list, without the server', async () => {
  const site = await openSite({ awayAfterMs: 60 })
  expect(site.agent.boxesWithPin(), 'one of them is barred').toEqual(['YA108', 'YA109'])
  site.server.mode = 503
  await until(() => site.agent.isAway())
  expect(await press(site, { box: ' ya 108 ' })).toMatchObject({
    status: 200,
    body: { result: 'opened', text: lanTexts.en.opened },
  })
  expect(await press(site, { equipmentId: GATE })).toMatchObject({ status: 200, body: { result: 'opened' } })
  expect(site.doors.pulses.map(({ lockId, cause }) => [lockId, cause])).toEqual([
    [BOX, { source: 'pin', subjectRef: 'anna' }],
    [GATE, { source: 'pin', subjectRef: 'anna' }],
  ])
  const pin = { source: 'pin', subjectRef: 'anna', offline: true }
  const all = site.agent.journal.after(0, 1000)
  expect(all.slice(all.findLastIndex(({ type }) => type === 'offline.started'))).toMatchObject([
    { type: 'offline.started', offline: true },
    { type: 'access.granted', lockId: BOX, box: 'YA108', listVersion: 1, ...pin },
    { type: 'lock.opened', lockId: BOX, ...pin },
    { type: 'access.granted', lockId: GATE, ...pin },
    { type: 'lock.opened', lockId: GATE, ...pin },
    { type: 'equipment.ran', lockId: GATE, ...pin },
  ])
  expect(await press(site, {}), 'a second tap').toMatchObject({
    status: 200,
    body: { result: 'alreadyOpen' },
  })
  expect(site.doors.pulses).toHaveLength(2)
})

test('each is refused with the sentence of the product: the neighbour’s box, a debtor, one who is too early', async () => {
  const early = listEntry({ entryId: 'late', box: 'C1', from: '2030-02-03T00:00:00Z' })
  const site = await openSite({}, accessList({ entries: [...accessList().entries, early] }))
  expect(await press(site, { lockId: NEXT_BOX })).toMatchObject({
    status: 403,
    body: { text: lanTexts.en.notYours },
  })
  expect(await press(site, { box: 'YA109' })).toMatchObject({
    status: 403,
    body: { code: 7006, text: /unpaid/ },
  })
  expect(await press(site, { box: 'C1', lang: 'de' })).toMatchObject({
    status: 403,
    body: { code: 7003, text: /3\. Februar/ },
  })
  expect(site.doors.pulses).toEqual([])
  const denied = site.agent.journal.after(0, 100).filter(({ type }) => type === 'access.denied')
  expect(denied).toMatchObject([
    { lockId: NEXT_BOX, subjectRef: 'anna', reason: 'not_yours', listVersion: 1 },
    { lockId: NEXT_BOX, subjectRef: 'boris', reason: '7006' },
    { subjectRef: 'late', reason: '7003' },
  ])
})

test('five wrong PINs close a box, also over a restart, also for the right one; others go on', async () => {
  const site = await openSite()
  for (let n = 0; n < 5; n++) expect((await press(site, { pin: '000000' })).body.result).toBe('wrong')
  await site.restart()
  const locked = await press(site, {})
  expect(locked).toMatchObject({ status: 429, body: { result: 'lockedOut', code: 9129 } })
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(880)
  expect(site.doors.pulses).toEqual([])
  expect(types(site).filter((type) => type.startsWith('access.'))).toEqual([
    ...Array.from({ length: 5 }, () => 'access.denied'),
    'access.locked_out',
    'access.denied',
  ])
  expect(
    (await press(site, { box: 'Ivan', lockId: 'YA109' })).body.result,
    'staff, by the number of a box',
  ).toBe('opened')
  expect(site.doors.pulses).toMatchObject([{ lockId: NEXT_BOX, cause: { subjectRef: 'ivan' } }])
})

test('many wrong PINs of one phone make its tries slow, and say so once', async () => {
  const site = await openSite()
  writeFileSync(
    path.join(site.stateDir, 'lockouts.json'),
    JSON.stringify({
      boxes: {},
      site: [],
      addresses: { '127.0.0.1': Array.from({ length: 19 }, () => Date.now()) },
    }),
  )
  const timed = async (): Promise<number> => {
    const start = performance.now()
    await press(site, { box: 'X9' })
    return performance.now() - start
  }
  await site.restart({ slowMs: 60_000 })
  expect(await timed()).toBeLessThan(50_000)
  await site.restart({ slowMs: 500 })
  expect(await timed()).toBeGreaterThan(450)
  const lockOuts = site.agent.journal.after(0, 100).filter(({ type }) => type === 'access.locked_out')
  expect(lockOuts).toMatchObject([{ reason: /slow/ }])
})

test('a site without a list, or with one that ran out, opens for nobody but what it says', async () => {
  const bare = await sites.open(LAN)
  expect(await press(bare, {})).toMatchObject({
    status: 503,
    body: { result: 'noList', text: lanTexts.en.noList },
  })
  const ended = new Date(Date.now() - 1000).toISOString()
  const site = await openSite({}, accessList({ validUntil: ended }))
  expect(await press(site, {})).toMatchObject({ status: 403, body: { text: lanTexts.en.expired } })
  expect((await press(site, { box: 'ivan', equipmentId: GATE })).status).toBe(200)
})

test('a clock that was set back keeps no right alive: time is at least what the server has signed', async () => {
  let drift = 0
  const ended = accessList({
    issuedAt: new Date().toISOString(),
    entries: [listEntry({ until: new Date(Date.now() - 1000).toISOString() })],
  })
  const site = await openSite({ wall: () => Date.now() + drift }, ended)
  drift = -30 * 24 * 3_600_000
  await site.restart()
  expect(await press(site, {})).toMatchObject({ status: 403, body: { code: 7008 } })
  expect(site.agent.journal.after(0, 100).at(-1)).toMatchObject({
    type: 'access.denied',
    clockUncertain: true,
  })
})

test('in a demonstration whose day was chosen a list counts by that day, forwards and back', async () => {
  const day = 24 * 3_600_000
  const shown = (offsetMs: number, version: number) => {
    const at = (days: number): string => new Date(Date.now() + offsetMs + days * day).toISOString()
    return accessList({
      version,
      offsetMs,
      issuedAt: at(0),
      validUntil: at(3),
      entries: [listEntry({ from: at(-2), until: at(1) })],
    })
  }
  const site = await openSite({ limits: { distanceMs: 0 } }, shown(100 * day, 1))
  expect((await press(site, {})).status).toBe(200)
  expect((await site.call('PUT', '/v1/access-list', signList(shown(0, 2)))).status).toBe(200)
  expect((await press(site, {})).status).toBe(200)
})

test('lists count only signed and newer, and over a restart; a list that was changed on the disk does not', async () => {
  const site = await openSite({}, accessList({ version: 5 }))
  const put = async (body: object) => await site.call('PUT', '/v1/access-list', body)
  expect(await put(signList(accessList({ version: 5 })))).toMatchObject({ status: 409, body: { version: 5 } })
  expect((await put(signList(accessList({ version: 4 })))).status).toBe(409)
  expect((await put({ ...signList(accessList({ version: 6 })), version: 7 })).body).toMatchObject({
    field: 'signature',
  })
  expect((await put(signList(accessList({ version: 6, siteId: 'south' })))).body).toMatchObject({
    field: 'siteId',
  })
  await site.restart()
  expect((await site.call('GET', '/v1/health')).body).toMatchObject({ accessListVersion: 5 })
  expect((await press(site, {})).status).toBe(200)
  await site.agent.close()
  const file = path.join(site.stateDir, 'access-list.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"blocked":true', '"blocked":false'))
  await site.restart()
  expect((await site.call('GET', '/v1/health')).body).toMatchObject({ accessListVersion: 0 })
  expect(site.agent.boxesWithPin()).toEqual([])
  expect(types(site).filter((type) => type.startsWith('list.'))).toEqual([
    'list.applied',
    'list.rejected',
    'list.rejected',
    'list.rejected',
  ])
})

test('what is no request is none: bad fields, too long, another origin, other calls', async () => {
  const site = await openSite()
  for (const body of [
    { pin: '12345' },
    { pin: 482_913 },
    { box: ' - ' },
    { equipmentId: '../x' },
    { box: 'x'.repeat(130) },
  ])
    expect((await press(site, body)).status).toBe(400)
  expect((await press(site, { box: 'x'.repeat(3000) })).status).toBe(413)
  expect((await press(site, {}, { Origin: 'http://evil.example' })).status).toBe(403)
  expect((await press(site, { equipmentId: '9:99:99' })).status).toBe(403)
  const base = `http://127.0.0.1:${site.agent.lanPort ?? 0}`
  expect((await fetch(`${base}/v1/health`)).status).toBe(404)
  expect((await fetch(`${base}/lan/v1/open`, { method: 'POST', body: 'box=YA108' })).status).toBe(415)
  expect(site.doors.pulses).toEqual([])
})

test('a command of the server and a PIN share the limits of a lock', async () => {
  const site = await openSite({ limits: { distanceMs: 60_000 } })
  expect((await site.open(BOX, { commandId: randomUUID() })).status).toBe(200)
  site.doors.close(BOX)
  expect(await press(site, {})).toMatchObject({
    status: 429,
    body: { result: 'busy', text: lanTexts.en.busy },
  })
  expect(site.doors.pulses).toHaveLength(1)
})

test('the page is small, whole, in four languages, and runs nothing but its own', async () => {
  const site = await openSite()
  const base = `http://127.0.0.1:${site.agent.lanPort ?? 0}`
  for (const language of languages) {
    const answer = await fetch(`${base}/?lang=${language}`)
    const html = await answer.text()
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(lanTexts[language].openBox)
    expect(html).toContain('North &amp; South')
    expect(html).toContain(`data-id="${GATE}"`)
    expect(html, 'boxes are nobody’s business').not.toContain(BOX)
    expect(Buffer.byteLength(html)).toBeLessThan(30_000)
    expect(html).not.toMatch(/(src|href)="(?!\/\?lang=|data:,)/)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-")
  }
  const german = await fetch(base, { headers: { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' } })
  expect(await german.text()).toContain('<html lang="de">')
})

test('without a lan in the configuration there is no page', async () => {
  const site = await sites.open()
  expect(site.agent.lanPort).toBeUndefined()
})

test('I18: with "onlyWhenAway" no PIN is asked or taken while the server is there, and none is counted', async () => {
  const site = await sites.open({ lan: { ...LAN.lan, onlyWhenAway: true } }, { awayAfterMs: 60_000 })
  expect((await site.call('PUT', '/v1/access-list', signList(accessList()))).status).toBe(200)
  const page = async () => await (await fetch(`http://127.0.0.1:${site.agent.lanPort ?? 0}/?lang=en`)).text()
  expect(await page()).toContain(lanTexts.en.online)
  expect(await page()).not.toContain('<form')
  expect(await press(site, {})).toMatchObject({ status: 403, body: { result: 'online' } })
  expect(site.doors.pulses).toEqual([])
  expect(types(site).filter((type) => type.startsWith('access.'))).toEqual([])
  site.server.mode = 503
  await site.restart({ awayAfterMs: 60 })
  await until(() => site.agent.isAway())
  expect(await page()).toContain('<form')
  expect(await press(site, {})).toMatchObject({ status: 200, body: { result: 'opened' } })
})
