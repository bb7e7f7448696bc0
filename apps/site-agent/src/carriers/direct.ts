import type { AddressInfo } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { sha256, signAnswer, type RequestLines } from '@stowage/lsp/signature'
import {
  checkSigned,
  CONTENT_HASH,
  isLikelySigned,
  readSignedHeaders,
  type Nonces,
} from '@stowage/lsp/signed-headers'
import type { CallAnswer, HandleCall } from '../calls/handle-call.ts'
import { createRareLog, type Log } from '../log.ts'
import type { SiteKeys } from './keys.ts'

const BODY_AT_MOST = 64 * 1024
const LIST_AT_MOST = 16 * 1024 * 1024
/** Of whoever has proved nothing yet. */
const UNPROVEN_AT_MOST = 16 * 1024
/** A server needs a few; so many with a short body each are what a small machine can spare. */
const CONNECTIONS_AT_MOST = 1000

interface Signed {
  readonly key: Buffer
  readonly timestamp: string
  readonly nonce: string
}
declare module 'fastify' {
  interface FastifyRequest {
    signed: Signed | null
    /** Monotonic, before its body came. */
    receivedAt: number
  }
}

export interface DirectParts {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** In PEM. Missing: plain HTTP, on this machine only. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly keys: () => SiteKeys
  readonly nonces: Nonces
  readonly clock: { wall(): number; monotonic(): number }
  readonly handle: HandleCall
  readonly log: Log
}

export interface Direct {
  readonly port: number
  /** From now on it shows this one; lines that stand go on. */
  useCertificate(tls: { readonly cert: string; readonly key: string }): void
  close(): Promise<void>
}

/** LSP/1 over HTTP: the server calls `routerIp:servicePort`, which the router of the site hands on to here. */
export async function listenDirect(parts: DirectParts): Promise<Direct> {
  const { keys, nonces, clock, handle, tls } = parts
  const refused = createRareLog((reason, facts) => parts.log.warn(`a call was refused: ${reason}`, facts))
  const app = createApp(tls)
  app.decorateRequest('signed', null)
  app.decorateRequest('receivedAt', 0)
  app.removeAllContentTypeParsers()
  // The signature covers the bytes, so they are kept as they came.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const secretOf = (keyId: string): string | undefined =>
    keys().keys.find((key) => key.keyId === keyId)?.secret
  const isNoOne = (request: FastifyRequest): boolean => {
    const headers = readSignedHeaders((name) => headerOf(request, name))
    return !isLikelySigned(headers, clock.wall()) || secretOf(headers.keyId) === undefined
  }

  /** @returns whether it is signed by the server, with this body or one of this hash */
  const prove = (request: FastifyRequest, body: RequestLines['body']): boolean => {
    const headers = readSignedHeaders((name) => headerOf(request, name))
    const signed = checkSigned(
      headers,
      { method: request.method, path: request.raw.url ?? '', body },
      { siteId: keys().siteId, secretOf, nonces, nowMs: clock.wall() },
    )
    if (typeof signed === 'string') refused.note(signed)
    else request.signed = { key: signed.key, timestamp: headers.timestamp, nonce: headers.nonce }
    return typeof signed !== 'string'
  }
  // Before a byte of the body is read: who has no key does not fill the memory of a small machine, and nobody who has seen the number
  // of one, which is no secret. A long body is read from whoever has signed what it will be.
  app.addHook('onRequest', async (request, reply) => {
    request.receivedAt = clock.monotonic()
    const hash = headerOf(request, CONTENT_HASH)
    if (isNoOne(request)) refused.note('malformed, stale or unknown')
    else if (hash !== undefined ? prove(request, { sha256: hash }) : isShort(request)) return undefined
    return await reply.status(401).header('Connection', 'close').send({ error: 'signature' })
  })
  app.addHook('preHandler', async (request, reply) => {
    const body = bytesOf(request)
    if (request.signed === null ? prove(request, body) : sha256(body) === headerOf(request, CONTENT_HASH))
      return undefined
    request.signed = null
    return await reply.status(401).send({ error: 'signature' })
  })
  const answer = async (request: FastifyRequest): Promise<CallAnswer> => {
    const { signed } = request
    if (signed === null) return { status: 401, body: { error: 'signature' } }
    const body = readJson(bytesOf(request))
    if (body === MALFORMED) return { status: 400, body: { error: 'malformed', field: 'body' } }
    return await handle({
      method: request.method,
      path: request.raw.url ?? '',
      body,
      sentAt: Number(signed.timestamp) * 1000,
      receivedAt: request.receivedAt,
    })
  }
  app.put('/v1/access-list', { bodyLimit: LIST_AT_MOST }, async (request, reply) => {
    const { status, body } = await answer(request)
    return await reply.status(status).send(body)
  })
  app.all('/*', async (request, reply) => {
    const { status, body } = await answer(request)
    return await reply.status(status).send(body)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { signed } = request
    if (signed === null || typeof payload !== 'string') return payload
    const { key, timestamp, nonce } = signed
    const signature = signAnswer(key, { status: reply.statusCode, timestamp, nonce, body: payload })
    reply.header('X-Timestamp', timestamp).header('X-Signature', signature)
    return payload
  })
  app.server.maxConnections = CONNECTIONS_AT_MOST
  await app.listen({ host: parts.host, port: parts.port })
  return {
    port: (app.server.address() as AddressInfo).port,
    useCertificate({ cert, key }) {
      if (app.server instanceof TlsServer) app.server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' })
    },
    close: async () => {
      refused.close()
      await app.close()
    },
  }
}

function createApp(tls: DirectParts['tls']): FastifyInstance {
  const limits = {
    bodyLimit: BODY_AT_MOST,
    forceCloseConnections: true,
    connectionTimeout: 20_000,
    requestTimeout: 20_000,
  } as const
  if (tls === undefined) return fastify(limits)
  const https = { cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2', handshakeTimeout: 10_000 } as const
  return fastify({ ...limits, https })
}

const isShort = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= UNPROVEN_AT_MOST

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

const bytesOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

const MALFORMED = Symbol('malformed')
function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return MALFORMED
  }
}
