import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A bucket that speaks S3 over HTTP and checks each signature as the real one does; what it holds is gone with it. */
export interface ObjectStore {
  /** For FILES_URL. */
  readonly filesUrl: string
  readonly objects: ReadonlyMap<string, Buffer>
  /** From now on every call is answered with this status; null: as usual. */
  answer(status: number | null): void
  close(): Promise<void>
}

const [BUCKET, KEY, SECRET, REGION] = ['stowage-test', 'KEYOFTESTS', 's3cret/with+signs', 'eu-test-1']

/** @param pageSize how many keys a listing tells at once, so that following pages are asked for */
export async function startObjectStore(pageSize = 1000): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const changed = new Map<string, Date>()
  let forced: number | null = null

  const server = http.createServer((request, response) => {
    const end = (status: number, body: string | Buffer = '', type = 'application/xml'): void => {
      response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        .end(body)
    }
    const fault = (status: number, code: string): void =>
      end(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    const serve = async (): Promise<void> => {
      const body = await buffer(request)
      const url = new URL(request.url ?? '/', 'http://store')
      if (forced !== null) return fault(forced, 'SlowDown')
      if (!isSigned(request, url, body)) return fault(403, 'SignatureDoesNotMatch')
      const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent)
      if (bucket !== BUCKET) return fault(404, 'NoSuchBucket')
      const key = rest.join('/')
      if (key === '') return end(200, listing(url))
      switch (request.method) {
        case 'PUT':
          objects.set(key, body)
          changed.set(key, new Date())
          response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`)
          return end(200)
        case 'GET': {
          const found = objects.get(key)
          return found ? end(200, found, 'application/octet-stream') : fault(404, 'NoSuchKey')
        }
        case 'DELETE':
          objects.delete(key)
          return end(204)
        default:
          return fault(405, 'MethodNotAllowed')
      }
    }
    serve().catch(() => response.destroy())
  })
  function listing(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, pageSize)
    const isMore = keys.length > page.length
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${changed.get(key)?.toISOString()}</LastModified><Size>${objects.get(key)?.length}</Size></Contents>`,
    )
    const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${isMore}</IsTruncated>${next}<KeyCount>${page.length}</KeyCount>${contents.join('')}</ListBucketResult>`
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    filesUrl: `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}?region=${REGION}`,
    objects,
    answer(status) {
      forced = status
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** AWS Signature Version 4, computed anew from what arrived. */
function isSigned(request: http.IncomingMessage, url: URL, body: Buffer): boolean {
  const [, day = '', region = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=KEYOFTESTS\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const payload = String(request.headers['x-amz-content-sha256'])
  if (region !== REGION || (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body))) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const canonical = [request.method, url.pathname, query, headers, names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(
    (made, part) => hmac(made, part),
    hmac(hmac(`AWS4${SECRET}`, day), region),
  )
  return hmac(key, toSign).toString('hex') === signature
}
