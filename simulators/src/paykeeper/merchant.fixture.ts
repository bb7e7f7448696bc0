import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPayKeeper, type PayKeeper, type PayKeeperOptions } from './start-paykeeper.ts'

export const SECRET = 's3cr3t-word'

export interface Merchant {
  readonly url: string
  readonly received: { fields: URLSearchParams; at: number }[]
  /** What to answer; by default the right acknowledgement. */
  answer: (fields: URLSearchParams) => { status: number; body: string }
  close(): Promise<void>
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
export const rightAnswer = (fields: URLSearchParams): { status: number; body: string } => ({
  status: 200,
  body: `OK ${md5((fields.get('id') ?? '') + SECRET)}`,
})

/** A merchant that takes notifications and never looks into ours: the hashes are computed here anew. */
export async function startMerchant(): Promise<Merchant> {
  const merchant: Merchant = { url: '', received: [], answer: rightAnswer, close: async () => {} }
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      const fields = new URLSearchParams(body)
      merchant.received.push({ fields, at: Date.now() })
      const { status, body: text } = merchant.answer(fields)
      response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return Object.assign(merchant, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    close,
  })
}

export interface Client {
  readonly service: PayKeeper
  get(path: string, fields?: [string, string][]): Promise<unknown>
  post(path: string, fields: Record<string, string>, token?: string | null): Promise<Record<string, unknown>>
  /** Submits a form of the pay page without following where it leads. */
  submit(
    path: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; location: URL | null; html: string }>
  invoice(fields?: Record<string, string>): Promise<string>
}

/** A cabinet with fast times, and a client that speaks to it over HTTP. */
export async function openTestCabinet(
  merchant: Merchant,
  options: Partial<PayKeeperOptions> = {},
): Promise<Client> {
  const service = await startPayKeeper({
    host: '127.0.0.1',
    login: 'api',
    password: 'pass:word',
    secretWord: SECRET,
    currency: 'RUB',
    notificationUrl: merchant.url,
    retry: { attempts: 3, everyMs: 30 },
    // Longer than a busy machine takes for the calls that find it under way.
    refundAfterMs: 300,
    lateMs: 60,
    slowMs: 100,
    ...options,
  })
  const headers = { Authorization: `Basic ${Buffer.from('api:pass:word').toString('base64')}` }
  const get: Client['get'] = async (path, fields = []) =>
    (await fetch(`${service.baseUrl}${path}?${new URLSearchParams(fields).toString()}`, { headers })).json()
  const post: Client['post'] = async (path, fields, token) => {
    const given =
      token === undefined ? ((await get('/info/settings/token/')) as { token: string }).token : token
    const body = new URLSearchParams({ ...fields, ...(given === null ? {} : { token: given }) })
    const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body })
    return (await response.json()) as Record<string, unknown>
  }
  return {
    service,
    get,
    post,
    submit: async (path, fields) => {
      const response = await fetch(service.baseUrl + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
      const location = response.headers.get('location')
      return {
        status: response.status,
        location: location === null ? null : new URL(location, service.baseUrl),
        html: await response.text(),
      }
    },
    invoice: async (fields = {}) => {
      const answer = await post('/change/invoice/preview/', {
        pay_amount: '899.00',
        clientid: 'u-42',
        orderid: 'P-1',
        service_name: JSON.stringify({
          service_name: 'Rent',
          lang: 'en',
          user_result_callback: 'https://shop.example/paid?p=1',
        }),
        ...fields,
      })
      if (typeof answer['invoice_id'] !== 'string') throw new Error(JSON.stringify(answer))
      return answer['invoice_id']
    },
  }
}

export const CARD = {
  card_number: '4242 4242 4242 4242',
  card_expiry: '12/39',
  card_code: '123',
  card_holder: 'A B',
}
