import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newSecret } from '@stowage/lsp/signature'
import { testKeys } from '../testing/server.fixture.ts'
import { newestKey, readKeys } from './keys.ts'
import { pair } from './pair.ts'

let stateDir: string
let answer: { status: number; body: unknown }
let asked: unknown[]
let server: http.Server
let url: string
beforeEach(async () => {
  stateDir = mkdtempSync(path.join(tmpdir(), 'pair-'))
  asked = []
  server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push({ path: request.url, body: JSON.parse(body) as unknown })
      response.writeHead(answer.status).end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(stateDir, { recursive: true })
})

const paired = (keyId: string, siteId = 'north') => ({
  status: 200,
  body: {
    siteId,
    keyId,
    secret: newSecret(),
    serverPublicKey: testKeys().serverPublicKey,
    stockName: 'North',
  },
})

test('a code brings the keys, for the owner of the folder only; a second one counts beside the first', async () => {
  answer = paired('k1')
  expect(await pair(url, 'ACD-347', stateDir)).toEqual({ siteId: 'north', stockName: 'North' })
  expect(asked).toMatchObject([{ path: '/api/site-gateway/pair', body: { code: 'ACD-347', version: /^\d/ } }])
  expect(statSync(path.join(stateDir, 'keys.json')).mode & 0o777).toBe(0o600)
  for (const keyId of ['k2', 'k3']) {
    answer = paired(keyId)
    await pair(url, 'ACD-347', stateDir)
  }
  const keys = readKeys(stateDir)
  if (typeof keys === 'string') throw new Error(keys)
  expect(keys.keys.map(({ keyId }) => keyId)).toEqual(['k2', 'k3'])
  expect(newestKey(keys).keyId).toBe('k3')
  answer = paired('k4', 'south')
  await expect(pair(url, 'ACD-347', stateDir), 'events of north are none of south').rejects.toThrow(
    /of another stock/,
  )
  expect(readKeys(stateDir)).toEqual(keys)
})

test.each([
  [401, { error: 'code' }, /does not take this code/],
  [404, {}, /answered 404/],
  [429, {}, /too many codes/],
  [500, {}, /answered 500/],
  [302, {}, /answered 302/],
  [200, { siteId: 'north' }, /is it the address of Stowage/],
])('an answer %i says what is wrong and keeps nothing', async (status, body, sentence) => {
  answer = { status, body }
  await expect(pair(url, 'x', stateDir)).rejects.toThrow(sentence)
  expect(readKeys(stateDir)).toMatch(/is missing/)
})

test('a server that is not there, and keys that others can read', async () => {
  await expect(pair('http://127.0.0.1:9', 'x', stateDir)).rejects.toThrow(/cannot be reached/)
  answer = paired('k1')
  await pair(url, 'x', stateDir)
  chmodSync(path.join(stateDir, 'keys.json'), 0o644)
  expect(readKeys(stateDir)).toMatch(/can be read by others/)
})
