import http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { EventBatch, type SiteEvent } from '../messages.ts'
import { keyOf, signAnswer } from '../signature.ts'
import { checkSigned, readSignedHeaders, rememberNonces } from '../signed-headers.ts'
import type { EventInbox } from './subject.ts'

const BATCH_AT_MOST = 200

export interface ListeningInbox extends EventInbox {
  readonly port: number
  close(): Promise<void>
}

/** Plays the server to which a site sends its events: `POST {here}/api/site-gateway/{siteId}/events`. */
export async function openEventInbox(
  site: { readonly siteId: string; readonly keyId: string; readonly secret: string },
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ListeningInbox> {
  const nonces = rememberNonces()
  const received: SiteEvent[] = []
  const faults: string[] = []
  let mode: 'ok' | 'refuse' | 'unsigned' = 'ok'
  let acked = 0

  const take = (events: readonly SiteEvent[]): number => {
    if (events.length > BATCH_AT_MOST) faults.push(`a batch of ${events.length} events`)
    for (const event of events) {
      if (event.seq <= acked) faults.push(`number ${event.seq} came again though ${acked} was acknowledged`)
      if (event.seq <= (received.at(-1)?.seq ?? 0)) faults.push(`number ${event.seq} is out of order`)
      received.push(event)
    }
    acked = events.at(-1)?.seq ?? acked
    return acked
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const path = request.url ?? ''
      if (request.method !== 'POST' || path !== `/api/site-gateway/${site.siteId}/events`)
        return void response.writeHead(404).end()
      const headers = readSignedHeaders((name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? value : undefined
      })
      const signed = checkSigned(
        headers,
        { method: 'POST', path, body },
        {
          siteId: site.siteId,
          secretOf: (keyId) => (keyId === site.keyId ? site.secret : undefined),
          nonces,
          nowMs: Date.now(),
        },
      )
      if (typeof signed === 'string') {
        faults.push(`a batch with a ${signed} signature`)
        return void response.writeHead(401).end()
      }
      if (mode === 'refuse') return void response.writeHead(503).end()
      const read = z.safeParse(EventBatch, parse(body))
      if (!read.success) {
        faults.push(`a malformed batch: ${read.error.issues[0]?.path.join('.') ?? ''}`)
        return void response.writeHead(400).end()
      }
      // Without proof that it was us nothing counts as acknowledged, so nothing is kept here either.
      const ackSeq = mode === 'ok' ? take(read.data.events) : (read.data.events.at(-1)?.seq ?? 0)
      const text = JSON.stringify({ ackSeq })
      const { timestamp, nonce } = headers
      const proof = signAnswer(keyOf(site.secret), { status: 200, timestamp, nonce, body: text })
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'x-timestamp': timestamp,
          ...(mode === 'ok' ? { 'x-signature': proof } : {}),
        })
        .end(text)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    faults: () => faults,
    setMode: (wanted) => {
      mode = wanted
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
