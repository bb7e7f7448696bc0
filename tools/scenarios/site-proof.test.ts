import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBox } from '@stowage/api/access'
import { callDirectly, FORGERIES } from '@stowage/lsp/conformance/call-directly'
import { TUNNEL_PATH } from '@stowage/lsp/frames'
import { createSiteWatch } from '@stowage/server/modules/access/watch-sites'
import { SiteUnavailable, type LockOrder } from '@stowage/server/modules/access/lock-gateway'
import { playBack } from '../drills/site/play-back.ts'
import { createPeople, type People } from '@stowage/server/testing/people'
import { createSmallCompany } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { openDoors } from '@stowage/site-agent/doors/open-doors'
import type { Agent } from '@stowage/site-agent/start-agent'
import { WebSocket } from 'ws'
import {
  openProvenSite,
  type Carrier,
  type HistoryRow,
  type ProvenSite,
} from '../drills/site/proven-site.fixture.ts'

/** At once on a quiet machine; a busy one has this long. */
const SOON = { timeout: 60_000 }

// The real agent over simulated hardware and the real server on PostgreSQL, over lines that break: what locks.md 8 asks, by both ways.
let world: World
let people: People

beforeAll(async () => {
  world = await createWorld({ config: { locksAllowedAddresses: ['127.0.0.1'] } })
  people = await createPeople(world)
  const { platform, modules } = world.running
  await createSmallCompany({ platform, catalog: modules.catalog })
})
afterAll(async () => await world.close())

describe.each<Carrier>(['direct', 'tunnel'])('a site that is reached by its %s', (carrier) => {
  let site: ProvenSite
  let agent: Agent
  /** What the agent logged as trouble, and how many calls it says it refused. */
  const refused: string[] = []
  let callsRefused = 0
  const order = (box: number, commandId: string = randomUUID(), livesMs = 8000): LockOrder => ({
    commandId,
    lockId: site.lockOf(box),
    verb: 'open',
    expiresAt: new Date(Date.now() + livesMs).toISOString(),
    actor: { type: 'staff', ref: 'proof' },
    reason: 'proof',
  })
  const command = async (given: LockOrder): Promise<string> => {
    try {
      const outcome = await world.running.modules.access.gateway.command(site.stock.stockId, given)
      return outcome.kind === 'answered' ? outcome.answer.result : `refused: ${outcome.reason}`
    } catch (error) {
      if (error instanceof SiteUnavailable) return error.mayHaveActed ? 'unknown' : 'not sent'
      throw error
    }
  }
  const open = async (box: number, key?: string) =>
    await people.sofia.call(openBox, {
      params: { id: site.stock.boxes[box]?.id ?? '' },
      body: { stockId: site.stock.stockId },
      ...(key === undefined ? {} : { key }),
    })
  const pulses = (box: number): number => site.steel.pulses(site.lockOf(box))
  const isReached = async (): Promise<boolean> =>
    await world.running.modules.access.gateway.health(site.stock.stockId).then(
      () => true,
      () => false,
    )
  const shut = async (box: number): Promise<void> => {
    site.steel.hardware.control.closeDoor(site.lockOf(box))
    await expect.poll(() => agent.doors.get(site.lockOf(box))?.state, SOON).toBe('closed')
  }
  const opened = async (box: number): Promise<readonly HistoryRow[]> =>
    (await site.history()).filter(({ action, lockId }) => action === 'opened' && lockId === site.lockOf(box))
  /** Everything that the site has noted has come, and each of it stands in the history once. */
  const isComplete = async (): Promise<void> => {
    await expect.poll(() => agent.journal.unsentCount(), { timeout: 20_000 }).toBe(0)
    const known = (await site.history()).flatMap(({ siteEventId }) => siteEventId ?? [])
    expect(new Set(known).size).toBe(known.length)
    const commands = (await site.history()).flatMap(({ action, commandId }) =>
      action === 'opened' && commandId !== null ? commandId : [],
    )
    expect(new Set(commands).size).toBe(commands.length)
    const told = site.journal().filter(({ type }) => type === 'lock.opened' || type === 'lock.closed')
    const openings = new Set(commands)
    for (const { id, type, commandId } of told)
      expect(
        known.includes(id) || (type === 'lock.opened' && openings.has(commandId ?? '')),
        `${type} ${id} stands in the history`,
      ).toBe(true)
  }

  beforeAll(async () => {
    site = await openProvenSite(world, { carrier, boxes: 8 })
    const note = (text: string, facts?: Readonly<Record<string, unknown>>): void => {
      refused.push(text)
      if (text.includes('a call was refused')) callsRefused += Number(facts?.['times'])
    }
    agent = await site.start({
      log: { info: () => undefined, warn: note, error: note },
      // Twenty minutes are less than a second here; the server's own twenty minutes are those of its clock. No door is stuck.
      openDoors: (parts) => openDoors({ ...parts, times: { leftOpenMs: 600, confirmMs: 5000 } }),
    })
    await vi.waitUntil(() => agent.doors.get(site.lockOf(7))?.state === 'closed', SOON)
    await vi.waitUntil(isReached, SOON)
  })
  afterAll(async () => await site.close())

  test('open twice with one commandId: one pulse, one answer, one record', async () => {
    const one = order(0)
    expect(await Promise.all([command(one), command(one)])).toEqual(['opened', 'opened'])
    expect(await command(one)).toBe('opened')
    expect(pulses(0)).toBe(1)
    await isComplete()
    expect(await opened(0)).toHaveLength(1)
    await shut(0)
  })

  test('a click that comes twice is one try; each try is one record', async () => {
    const replies = await Promise.all([open(1, `one-click-${carrier}`), open(1, `one-click-${carrier}`)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(pulses(1)).toBe(1)
    expect((await open(1)).body.result).toBe('already_open')
    await isComplete()
    const records = await opened(1)
    expect(records.map(({ source }) => source)).toEqual(['remote', 'remote'])
    expect(pulses(1)).toBe(1)
    await shut(1)
  })

  test('the answer is lost: no second pulse, whoever asks again hears what became of it, and the history has it once', async () => {
    // Nothing else is on the line that the break could hit.
    await isComplete()
    site.commands.breakOn(site.ways.answer)
    const reply = await open(2, `lost-answer-${carrier}`)
    expect(site.commands.hasBroken()).toBe(true)
    expect(pulses(2)).toBe(1)
    // Over HTTP it was asked on another line what had become of it; a tunnel is not back so soon.
    if (reply.status === 200) expect(reply.body.result).toBe('opened')
    else expect([reply.code, reply.errors[0]?.message]).toEqual([2, expect.stringContaining('not known')])
    await expect.poll(isReached, SOON).toBe(true)
    const again = await open(2, `lost-answer-${carrier}`)
    expect([again.status, again.code]).toEqual([reply.status, reply.code])
    expect(pulses(2)).toBe(1)
    await isComplete()
    expect((await opened(2)).length).toBeGreaterThanOrEqual(1)
    await shut(2)
  })

  test('the command is lost on its way: nothing opens, now or later, and the line is good again at once', async () => {
    await isComplete()
    site.commands.breakOn(site.ways.command)
    const given = order(3)
    expect(await command(given)).toBe('unknown')
    await expect.poll(isReached, SOON).toBe(true)
    expect(pulses(3)).toBe(0)
    expect(await command(order(3))).toBe('opened')
    expect(pulses(3)).toBe(1)
    await shut(3)
  })

  test('half a command arrives and then the line breaks: nothing opens', async () => {
    await isComplete()
    site.commands.breakOn(site.ways.command, { halfArrives: true })
    expect(await command(order(3))).toBe('unknown')
    await expect.poll(isReached, SOON).toBe(true)
    expect(pulses(3)).toBe(1)
    await isComplete()
  })

  test('a command that a dead line held back until it was too late opens nothing when it arrives', async () => {
    site.commands.hold()
    const given = order(4, randomUUID(), 300)
    // Who asks gives up behind the end of the command's life: it is dead when the line lets it go.
    expect(await command(given)).toBe('unknown')
    site.commands.restore()
    await expect.poll(isReached, { timeout: 10_000 }).toBe(true)
    await sleep(150)
    expect(pulses(4)).toBe(0)
    expect(agent.doors.get(site.lockOf(4))?.state).toBe('closed')
    // It came, and is refused for good: whatever it says of itself now.
    const again = { ...given, expiresAt: new Date(Date.now() + 8000).toISOString() }
    if (carrier === 'tunnel') expect(await command(again)).toBe('refused_expired')
    expect(pulses(4)).toBe(0)
  })

  test('what was said to the site before, said again byte by byte, opens nothing', async () => {
    expect(await command(order(5))).toBe('opened')
    const bytes = site.commands.lastBytes(site.ways.command)
    await shut(5)
    if (carrier === 'direct') {
      const text = await playBack(site.commands.port, bytes)
      expect(text).toContain(' 401 ')
    } else {
      const told = refused.length
      site.commands.inject('back', bytes)
      const isBroken = (): boolean => refused.slice(told).some((said) => said.includes('closed'))
      await expect.poll(isBroken, SOON).toBe(true)
      await expect.poll(isReached, SOON).toBe(true)
    }
    await sleep(200)
    expect(pulses(5)).toBe(1)
  })

  test('a batch whose acknowledgement is lost comes again, and each of it stands in the history once', async () => {
    const { control } = site.steel.hardware
    await isComplete()
    // What goes back on the line of events is the acknowledgement.
    site.events.breakOn('back')
    control.openDoor(site.lockOf(6))
    await expect.poll(() => site.events.hasBroken(), SOON).toBe(true)
    site.events.breakOn('there', { halfArrives: true })
    control.closeDoor(site.lockOf(6))
    await expect.poll(() => site.events.hasBroken(), SOON).toBe(true)
    await isComplete()
    // Left open counts from less than a second here: a busy machine may come to it.
    const rows = (await site.history()).filter(
      ({ action, lockId }) => action !== 'left_open' && lockId === site.lockOf(6),
    )
    expect(rows.map(({ action, source }) => `${action} ${source}`)).toEqual([
      'opened exit_button',
      'closed sensor',
    ])
  })

  test('the line is cut while much happens: all of it is told afterwards, in its order, none twice', async () => {
    const { control } = site.steel.hardware
    const before = new Set((await site.history()).map(({ siteEventId }) => siteEventId))
    site.events.cut()
    site.commands.cut()
    const doors = [0, 1, 2, 5, 6]
    for (const box of doors) control.openDoor(site.lockOf(box))
    await expect
      .poll(() => doors.every((box) => agent.doors.get(site.lockOf(box))?.state === 'opened'), SOON)
      .toBe(true)
    for (const box of doors) control.closeDoor(site.lockOf(box))
    await expect
      .poll(() => doors.every((box) => agent.doors.get(site.lockOf(box))?.state === 'closed'), SOON)
      .toBe(true)
    expect(agent.journal.unsentCount()).toBeGreaterThanOrEqual(doors.length * 2)
    site.events.restore()
    site.commands.restore()
    await isComplete()
    const rows = (await site.history()).filter(
      ({ action, siteEventId }) => action !== 'left_open' && !before.has(siteEventId),
    )
    for (const box of doors)
      expect(rows.filter(({ lockId }) => lockId === site.lockOf(box)).map(({ action }) => action)).toEqual([
        'opened',
        'closed',
      ])
  })

  test('left open for twenty minutes is told once, though site and server both count', async () => {
    const lockId = site.lockOf(7)
    const leftOpen = async (): Promise<number> =>
      (await site.history()).filter((row) => row.action === 'left_open' && row.lockId === lockId).length
    const before = await leftOpen()
    site.steel.hardware.control.openDoor(lockId)
    await expect
      .poll(
        () => site.journal().some((event) => event.type === 'lock.left_open' && event.lockId === lockId),
        {
          timeout: 10_000,
        },
      )
      .toBe(true)
    await isComplete()
    expect((await leftOpen()) - before).toBe(1)
    const { platform } = world.running
    for (const minutes of [21, 21]) await world.setTime(platform.clock.now().add({ minutes }).toString())
    expect((await leftOpen()) - before).toBe(1)
    const told = await platform.db
      .selectFrom('event')
      .select('id')
      .where('type', '=', 'box-left-open')
      .where('aggregate', '=', `box:${site.stock.boxes[7]?.id ?? ''}`)
      .execute()
    expect(told).toHaveLength(1)
    await shut(7)
  })

  test('a flood: a thousand commands, forged, stale, malformed. All are refused and told of, nothing opens, the site answers', async () => {
    await expect.poll(isReached, { timeout: 35_000 }).toBe(true)
    const total = (): number => [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, box) => sum + pulses(box), 0)
    const before = total()
    refused.length = 0
    if (carrier === 'direct') {
      const forged = callDirectly({
        url: `http://127.0.0.1:${agent.directPort ?? 0}`,
        siteId: site.stock.stockId,
        keyId: 'k1',
        secret: 'nobody-knows-this-secret',
      })
      for (let wave = 0; wave < 10; wave += 1) {
        const replies = await Promise.all(
          Array.from({ length: 100 }, async (_, index) => {
            const spoilt = index % 3 === 0 ? {} : (FORGERIES[index % FORGERIES.length]?.[1]() ?? {})
            const raw = index % 5 === 0 ? { raw: '{"commandId":\u0000<<<' } : {}
            return await forged('POST', `/v1/locks/${site.lockOf(7)}/open`, order(7), {
              ...spoilt,
              ...raw,
            }).then(
              ({ status }) => status,
              () => 401,
            )
          }),
        )
        expect(new Set(replies)).toEqual(new Set([401]))
      }
    } else {
      // At the server's door: whoever says that he is the site, and is not, never becomes it.
      const codes = new Set<number>()
      for (let wave = 0; wave < 10; wave += 1)
        for (const code of await Promise.all(
          Array.from({ length: 20 }, async (_, index) => await knock(index)),
        ))
          codes.add(code)
      expect(
        [...codes].every((code) => code >= 1002 && code !== 1011),
        [...codes].join(),
      ).toBe(true)
      // Down the tunnel itself: frames that nobody signed end the line, which is there again at once.
      const nonsense = Buffer.from([0x81, 0x02, 0x7b, 0x7d])
      for (let count = 0; count < 5; count += 1) {
        await expect.poll(() => agent.isTunnelOpen(), SOON).toBe(true)
        const told = refused.length
        site.commands.inject('back', nonsense)
        await expect.poll(() => refused.length, SOON).toBeGreaterThan(told)
      }
      expect(refused.some((said) => said.includes('closed'))).toBe(true)
    }
    await expect.poll(isReached, { timeout: 10_000 }).toBe(true)
    expect(total()).toBe(before)
    // A command dies two seconds after it was asked for: it is not kept waiting behind what was refused.
    expect(await command(order(7, randomUUID(), 2000))).toBe('opened')
    expect(total()).toBe(before + 1)
    await isComplete()
    await shut(7)
    // In numbers, not in a line each: a flood does not fill the card that a site runs from. At its end all are told.
    const lines = refused.length
    await agent.close()
    expect(lines).toBeLessThan(20)
    if (carrier === 'direct') expect(callsRefused).toBeGreaterThanOrEqual(1000)
  })

  test('a site that is down is known to be down within 45 s', async () => {
    const { platform, modules } = world.running
    const { access } = modules
    const watch = createSiteWatch({
      platform,
      catalog: modules.catalog,
      sites: access.sites,
      gateway: access.gateway,
      tunnels: { own: () => [], keep: async () => undefined, cut: async () => undefined },
      pushLists: () => undefined,
    })
    const { stockId } = site.stock
    const everySeconds = access.jobs?.find(({ name }) => name === 'watch-sites')?.everySeconds ?? Infinity
    await agent.close()
    for (let beat = 1; beat * everySeconds <= 45; beat += 1) await watch.beat({ all: true })
    expect(await watch.isOk(stockId)).toBe(false)
    const states = await platform.db
      .selectFrom('lock_state')
      .select('state')
      .where('stock_id', '=', stockId)
      .execute()
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['unavailable']))
    expect((await open(0)).code).toBe(2)
    await watch.close()
  })

  /** A hello at the server's door. @returns the code with which it was shown out */
  async function knock(index: number): Promise<number> {
    const socket = new WebSocket(`ws://127.0.0.1:${world.running.port}${TUNNEL_PATH}`)
    const hello = {
      v: 1,
      type: 'hello',
      id: String(index),
      siteId: site.stock.stockId,
      keyId: index % 2 === 0 ? 'k1' : 'k9',
      timestamp: String(Math.floor(Date.now() / 1000) - (index % 3 === 0 ? 500 : 0)),
      nonce: 'A'.repeat(22),
      payload: '{"version":"1","lastSeq":0,"accessListVersion":0}',
      sig: `v1=${'0'.repeat(64)}`,
    }
    const text = [JSON.stringify(hello), '{', '\u0000', JSON.stringify({ ...hello, v: 2 })][index % 4] ?? ''
    return await new Promise((resolve) => {
      socket.on('open', () => socket.send(text))
      socket.on('close', (code) => resolve(code))
      socket.on('error', () => resolve(1008))
    })
  }
})
