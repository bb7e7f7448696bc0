import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONTENT_HASH } from '@stowage/lsp/signed-headers'
import { isSignature, keyOf, newNonce, sha256, signAnswer, signRequest } from '@stowage/lsp/signature'
import { checkConfig, type SiteConfig } from '../config.ts'
import { startAgent, type Agent, type AgentParts } from '../start-agent.ts'
import { createTestDoors, type TestDoors } from './doors.fixture.ts'
import type { SiteKeys } from '../carriers/keys.ts'
import { startTestServer, testKeys, type TestServer } from './server.fixture.ts'

export const BOX = '1:02:03'
export const NEXT_BOX = '1:02:04'
export const GATE = '1:02:08'

/** A whole configuration, with anything in it changed. */
export function testConfig(changes: Record<string, unknown> = {}): SiteConfig {
  return checkConfig({
    server: 'http://127.0.0.1:9',
    carrier: 'direct',
    listen: { host: '127.0.0.1', port: 0 },
    stateDir: '/tmp/none',
    buses: [{ bus: 1, transport: { kind: 'tcp', host: '127.0.0.1', port: 502 }, protocol: 'modbus' }],
    controllers: [{ bus: 1, no: 2, unitId: 7, outputs: 8 }],
    locks: [
      { id: BOX, kind: 'box', name: 'YA108' },
      { id: NEXT_BOX, kind: 'box', name: 'YA109' },
      { id: GATE, kind: 'gate', name: 'Gate' },
    ],
    ...changes,
  })
}

export interface Spoilt {
  timestamp?: string
  nonce?: string
  keyId?: string
  siteId?: string
  secret?: string
  signedPath?: string
  sent?: string
  /** Null: it is not told. */
  contentHash?: string | null
}

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
  /** The site proved that it answered this. */
  readonly signed: boolean
}

export interface TestSite {
  readonly agent: Agent
  readonly doors: TestDoors
  readonly server: TestServer
  readonly stateDir: string
  call(method: string, path: string, body?: unknown, spoilt?: Spoilt): Promise<Answer>
  open(lockId: string, how?: OpenHow): Promise<Answer>
  /** Ends the agent and starts it again on the same folder; without `cleanly` as after a kill: what it keeps at its end is not kept. */
  restart(parts?: AgentParts): Promise<void>
}
export interface OpenHow {
  readonly commandId?: string
  readonly livesMs?: number
  readonly run?: boolean
}

export interface TestSites {
  open(config?: Record<string, unknown>, parts?: AgentParts): Promise<TestSite>
  close(): Promise<void>
}

/** Sites of one test file: real sockets on loopback, real files, doors in memory. */
export function createTestSites(): TestSites {
  const ends: (() => Promise<void> | void)[] = []
  return {
    async open(config = {}, parts = {}) {
      const keys = testKeys()
      const server = await startTestServer(keys)
      ends.push(server.close)
      const stateDir = mkdtempSync(join(tmpdir(), 'site-'))
      ends.push(() => rmSync(stateDir, { recursive: true }))
      const doors = createTestDoors()
      const whole = testConfig({ server: server.url, stateDir, ...config })
      const begin = async (more: AgentParts = {}): Promise<Agent> =>
        await startAgent(whole, {
          keys,
          openDoors: doors.open,
          limits: { distanceMs: 0 },
          firstPauseMs: 20,
          ...parts,
          ...more,
        })
      let agent = await begin()
      ends.push(async () => await agent.close())
      const call: TestSite['call'] = async (method, route, body, spoilt) =>
        await callSite(agent.directPort ?? 0, keys, method, route, body, spoilt)
      return {
        get agent() {
          return agent
        },
        doors,
        server,
        stateDir,
        call,
        open: async (lockId, { commandId = randomUUID(), livesMs = 5000, run = false } = {}) =>
          await call('POST', run ? `/v1/equipment/${lockId}/run` : `/v1/locks/${lockId}/open`, {
            commandId,
            expiresAt: new Date(Date.now() + livesMs).toISOString(),
            actor: { type: 'client', ref: 'u-1' },
            reason: 'contract',
          }),
        async restart(more) {
          await agent.close()
          agent = await begin(more)
        },
      }
    },
    async close() {
      for (const end of ends.splice(0).toReversed()) await end()
    },
  }
}

/** A call as the server makes it, signed, or spoilt in some way. */
export async function callSite(
  port: number,
  keys: SiteKeys,
  method: string,
  route: string,
  body?: unknown,
  spoilt: Spoilt = {},
): Promise<Answer> {
  const text = spoilt.sent ?? (body === undefined ? '' : JSON.stringify(body))
  const timestamp = spoilt.timestamp ?? String(Math.floor(Date.now() / 1000))
  const nonce = spoilt.nonce ?? newNonce()
  const key = keyOf(spoilt.secret ?? keys.keys[0]?.secret ?? '')
  const signed = body === undefined ? text : JSON.stringify(body)
  const path = spoilt.signedPath ?? route
  const signature = signRequest(key, { method, path, timestamp, nonce, body: signed })
  const hash = spoilt.contentHash === undefined ? sha256(signed) : spoilt.contentHash
  const response = await fetch(`http://127.0.0.1:${port}${route}`, {
    method,
    headers: {
      'X-Site-Id': spoilt.siteId ?? keys.siteId,
      'X-Key-Id': spoilt.keyId ?? 'k1',
      'X-Timestamp': timestamp,
      'X-Nonce': nonce,
      'X-Signature': signature,
      ...(hash === null ? {} : { [CONTENT_HASH]: hash }),
      ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(text === '' ? {} : { body: text }),
  })
  const answer = await response.text()
  const expected = signAnswer(key, { status: response.status, timestamp, nonce, body: answer })
  return {
    status: response.status,
    body: JSON.parse(answer) as Record<string, unknown>,
    signed: isSignature(response.headers.get('x-signature'), expected),
  }
}

/** Waits until it holds. @throws after `ms` */
export async function until(check: () => boolean, ms = 30_000): Promise<void> {
  const end = performance.now() + ms
  while (!check()) {
    if (performance.now() > end) throw new Error('it never came true')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
