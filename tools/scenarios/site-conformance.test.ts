import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { signAccessList, type AccessList } from '@stowage/lsp/access-list'
import { callDirectly } from '@stowage/lsp/conformance/call-directly'
import { openEventInbox } from '@stowage/lsp/conformance/event-inbox'
import { CHECKS, runConformance, type Verdict } from '@stowage/lsp/conformance/run-conformance'
import type { Subject } from '@stowage/lsp/conformance/subject'
import { newSecret } from '@stowage/lsp/signature'
import { startLocksServer } from '@stowage/simulators/locks/start-locks-server'
import type { SiteKeys } from '@stowage/site-agent/carriers/keys'
import { startAgent } from '@stowage/site-agent/start-agent'
import {
  signList as signForTunnel,
  startTestServer,
  testKeys,
} from '@stowage/site-agent/testing/server.fixture'
import { openSteel } from '../drills/site/steel.fixture.ts'

/** At once on a quiet machine; a busy one has this long. */
const SOON = { timeout: 15_000 }

const LOCK = '1:02:03'
const GATE = '1:02:08'
const LOCKS = [
  { id: LOCK, kind: 'box' as const, name: 'YA108' },
  { id: GATE, kind: 'gate' as const, name: 'Gate' },
]
const pair = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const signList = (list: object): object => signAccessList(list as AccessList, pair.privateKey)

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
const keyOfSite = () => ({ siteId: 'north', keyId: 'k1', secret: newSecret() })
type Key = ReturnType<typeof keyOfSite>

const unmet = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed')

const keysOf = (key: Key): SiteKeys => ({ siteId: key.siteId, serverPublicKey: pair.publicKey, keys: [key] })

async function openAgent(keys: SiteKeys, server: string, carrier: 'direct' | 'tunnel') {
  const steel = await openSteel(LOCKS)
  ends.push(steel.close)
  const agent = await startAgent(steel.config({ server, carrier }), { keys, firstPauseMs: 50 })
  ends.push(agent.close)
  await expect.poll(() => agent.doors.get(LOCK)?.state, SOON).toBe('closed')
  await expect.poll(() => agent.doors.get(GATE)?.state, SOON).toBe('closed')
  return { agent, steel }
}

describe('whoever speaks LSP/1 keeps it', () => {
  test('our agent, called directly', async () => {
    const key = keyOfSite()
    const inbox = await openEventInbox(key, { host: '127.0.0.1', port: 0 })
    ends.push(inbox.close)
    const { agent, steel } = await openAgent(keysOf(key), `http://127.0.0.1:${inbox.port}`, 'direct')
    const verdicts = await runConformance({
      siteId: key.siteId,
      lockId: LOCK,
      equipmentId: GATE,
      carrier: 'direct',
      call: callDirectly({ url: `http://127.0.0.1:${agent.directPort ?? 0}`, ...key }),
      pulses: steel.pulses,
      signList,
      inbox,
    })
    expect(unmet(verdicts)).toEqual([])
    expect(verdicts.every(({ outcome }) => outcome === 'passed')).toBe(true)
    expect(verdicts).toHaveLength(CHECKS.length)
  })

  test('our agent, called through its tunnel', async () => {
    const keys = testKeys()
    const server = await startTestServer(keys)
    ends.push(server.close)
    const { agent, steel } = await openAgent(keys, server.url, 'tunnel')
    let opened = 0
    const verdicts = await runConformance({
      siteId: keys.siteId,
      lockId: LOCK,
      equipmentId: GATE,
      carrier: 'tunnel',
      call: async (method, path, body) => {
        await expect.poll(() => server.isTunnelOpen() && server.tunnelsOpened > opened, SOON).toBe(true)
        return { ...(await server.call(method, path, body)), isSigned: true }
      },
      pulses: steel.pulses,
      signList: (list) => signForTunnel(list as AccessList),
      inbox: {
        received: server.events,
        faults: () => [],
        setMode: (mode) => {
          server.mode = mode === 'ok' ? 'ok' : 'deaf'
          // A line that breaks is known to be broken; for an answer the site would wait ten seconds.
          if (mode === 'ok' && server.isTunnelOpen()) {
            opened = server.tunnelsOpened
            server.cut()
          }
        },
      },
    })
    expect(unmet(verdicts)).toEqual([])
    expect(agent.isTunnelOpen()).toBe(true)
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(20)
  })

  test('the simulator of the protocol', async () => {
    const key = keyOfSite()
    const inbox = await openEventInbox(key, { host: '127.0.0.1', port: 0 })
    ends.push(inbox.close)
    const site = await startLocksServer({
      ...key,
      host: '127.0.0.1',
      locks: LOCKS,
      closeAfterSeconds: 60,
      pushRetryMs: 50,
      serverPublicKey: pair.publicKey,
      eventsUrl: `http://127.0.0.1:${inbox.port}/api/site-gateway/${key.siteId}/events`,
    })
    ends.push(site.close)
    const verdicts = await runConformance({
      siteId: key.siteId,
      lockId: LOCK,
      equipmentId: GATE,
      carrier: 'direct',
      call: callDirectly({ url: site.baseUrl, ...key }),
      pulses: (lockId) => site.control.door(lockId).pulses,
      signList,
      inbox,
    })
    expect(unmet(verdicts)).toEqual([])
  })
})

test('a site that opens twice, acknowledges nobody and signs nothing is found out', async () => {
  const honest = await (async (): Promise<Subject> => {
    const key = keyOfSite()
    const site = await startLocksServer({ ...key, host: '127.0.0.1', locks: LOCKS, closeAfterSeconds: 60 })
    ends.push(site.close)
    return {
      siteId: key.siteId,
      lockId: LOCK,
      carrier: 'direct',
      call: callDirectly({ url: site.baseUrl, ...key }),
    }
  })()
  let moment = 0
  const verdicts = await runConformance({
    ...honest,
    call: async (method, path, body, spoilt) => {
      const reply = await honest.call(method, path, body, spoilt)
      // Each answer another one, nothing signed, forgeries let through.
      const at = new Date((moment += 1000)).toISOString()
      return {
        status: reply.status === 401 ? 200 : reply.status,
        body: 'at' in reply.body ? { ...reply.body, at } : reply.body,
        isSigned: false,
      }
    },
  })
  const found = unmet(verdicts).map(({ says }) => says)
  for (const part of [
    'without a signature',
    'played back',
    'Every answer',
    'twice at once',
    'forged commands',
  ])
    expect(
      found.some((says) => says.includes(part)),
      part,
    ).toBe(true)
})
