import http from 'node:http'
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { isSignature, keyOf, signAnswer, signRequest } from '@stowage/simulators/locks/lsp-signature'
import type { WebSocket } from 'ws'
import type { BareRoute } from './routes.ts'

export interface BareSite {
  readonly siteId: string
  readonly keyId: string
  readonly secret: string
  readonly port: number
}

/** The same signed call to the same kind of site, one UPDATE, one broadcast. */
export function openRoute(pool: pg.Pool, site: BareSite, sockets: ReadonlySet<WebSocket>): BareRoute {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
  const key = keyOf(site.secret)
  return async ({ boxId, lockId }) => {
    const path = `/v1/locks/${String(lockId)}/open`
    const body = JSON.stringify({
      commandId: randomUUID(),
      expiresAt: new Date(Date.now() + 2500).toISOString(),
      actor: { type: 'client', ref: 'somebody' },
      reason: 'bench',
    })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const nonce = randomBytes(16).toString('base64url')
    const signature = `v1=${signRequest(key, { method: 'POST', path, timestamp, nonce, body })}`
    const answer = await post(agent, site, path, body, { timestamp, nonce, signature })
    const expected = signAnswer(key, { status: answer.status, timestamp, nonce, body: answer.text })
    if (!isSignature(answer.signature, expected)) throw new Error('the answer is not signed by the site')
    const { result } = JSON.parse(answer.text) as { result?: string }
    if (result !== 'opened') throw new Error(`the site answered ${answer.status} ${answer.text}`)
    await pool.query({
      name: 'open',
      text: 'update bare.box set state = $2 where id = $1',
      values: [boxId, 'opened'],
    })
    const frame = Buffer.from(
      JSON.stringify({ actionType: 'BOX_OPENED', payload: { boxId, lockId, at: new Date().toISOString() } }),
    )
    for (const socket of sockets) socket.send(frame, { binary: false })
    return JSON.stringify({ result, lockStatus: 'opened' })
  }
}

async function post(
  agent: http.Agent,
  site: BareSite,
  path: string,
  body: string,
  signed: { readonly timestamp: string; readonly nonce: string; readonly signature: string },
): Promise<{ status: number; text: string; signature: string | undefined }> {
  return await new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        host: '127.0.0.1',
        port: site.port,
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-site-id': site.siteId,
          'x-key-id': site.keyId,
          'x-timestamp': signed.timestamp,
          'x-nonce': signed.nonce,
          'x-signature': signed.signature,
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            signature: response.headers['x-signature'] as string | undefined,
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
