import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPayKeeper, type PayKeeper } from './client.ts'

interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: URLSearchParams
  readonly headers: http.IncomingHttpHeaders
}
/** A text is a whole answer with status 200. */
type Answer =
  | string
  | { status?: number; headers?: Record<string, string>; text: string }
  | { fault: 'cut' | 'hang' }
const cut: Answer = { fault: 'cut' }
const hang: Answer = { fault: 'hang' }

let server: http.Server
let paykeeper: PayKeeper
/** Has little patience; another one waits as long as it is set up to, however slow the machine is. */
let hurried: PayKeeper
let asked: Asked[]
let answers: Record<string, (call: Asked) => Answer>
const warnings: unknown[] = []

const TOKEN = '/info/settings/token/'
const paths = (): string[] => asked.map((call) => `${call.method} ${call.path}`)

beforeEach(async () => {
  asked = []
  answers = { [TOKEN]: () => '{"token":"first"}' }
  server = http.createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString('utf8')))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://x')
      const call: Asked = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        body: new URLSearchParams(text),
        headers: request.headers,
      }
      asked.push(call)
      const answer = answers[url.pathname]?.(call) ?? { status: 404, text: '<html>404</html>' }
      if (typeof answer === 'string') response.end(answer)
      else if ('fault' in answer) void (answer.fault === 'cut' && request.socket.destroy())
      else response.writeHead(answer.status ?? 200, answer.headers).end(answer.text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connect = (limits: object): PayKeeper =>
    createPayKeeper(
      { name: 'paykeeper', url, login: 'user', password: 'пароль:1', secretWord: 'w', currency: 'RUB' },
      {
        log: { warn: (...args: unknown[]) => void warnings.push(args) },
        limits: { maxBytes: 20_000, ...limits },
      },
    )
  paykeeper = connect({})
  hurried = connect({ totalMs: 800, connectMs: 300 })
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const invoice = (): string =>
  '{"invoice_id":20140402085214805,"invoice_url":"https://pay.example/bill/20140402085214805/","invoice":"<p>"}'
const asking = (error: 'away' | 'login' | 'refused'): unknown => expect.objectContaining({ kind: error })

describe('calls', () => {
  it('carry Basic auth in UTF-8, forms and the token; ids stay texts', async () => {
    answers['/change/invoice/preview/'] = invoice
    expect(await paykeeper.createInvoice({ pay_amount: '1.00', orderid: 'Я' })).toEqual({
      invoiceId: '20140402085214805',
      url: 'https://pay.example/bill/20140402085214805/',
    })
    expect(paths()).toEqual([`GET ${TOKEN}`, 'POST /change/invoice/preview/'])
    expect(asked[1]?.headers.authorization).toBe(`Basic ${Buffer.from('user:пароль:1').toString('base64')}`)
    expect(asked[1]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(asked[1]?.body ?? [])).toEqual({
      pay_amount: '1.00',
      orderid: 'Я',
      token: 'first',
    })
  })

  it('fetch the token once for many', async () => {
    answers['/change/invoice/preview/'] = invoice
    await Promise.all([1, 2, 3].map(() => paykeeper.createInvoice({})))
    await paykeeper.createInvoice({})
    expect(paths().filter((path) => path === `GET ${TOKEN}`)).toHaveLength(1)
  })

  it('take another token once when the first has become stale', async () => {
    answers['/change/invoice/preview/'] = ({ body }) =>
      body.get('token') === 'second' ? invoice() : '{"result":"fail","msg":"whatever they say"}'
    await expect(paykeeper.createInvoice({})).rejects.toEqual(asking('refused'))
    answers[TOKEN] = () => '{"token":"second"}'
    await expect(paykeeper.createInvoice({})).resolves.toMatchObject({ invoiceId: '20140402085214805' })
    expect(paths().slice(3)).toEqual([
      'POST /change/invoice/preview/',
      `GET ${TOKEN}`,
      'POST /change/invoice/preview/',
    ])
  })

  it('that change something are never sent twice because the answer was lost', async () => {
    answers['/change/invoice/preview/'] = () => cut
    await expect(paykeeper.createInvoice({})).rejects.toEqual(asking('away'))
    expect(paths().filter((path) => path.startsWith('POST'))).toHaveLength(1)
  })

  it('that only ask are sent once more', async () => {
    let times = 0
    answers['/info/payments/byid/'] = () =>
      (times += 1) === 1 ? cut : '[{"id":5,"pay_amount":"1.00","status":"obtained","orderid":"P"}]'
    expect((await paykeeper.payment('5'))?.status).toBe('obtained')
    expect(times).toBe(2)
  })

  it('build the address of an invoice where the answer has none, or no web address', async () => {
    answers['/change/invoice/preview/'] = () =>
      '[{"invoice_id":"20140402085214805","invoice_url":"javascript:alert(1)"}]'
    expect((await paykeeper.createInvoice({})).url).toBe(`${paykeeper.cabinet.url}/bill/20140402085214805/`)
  })
})

describe('odd answers', () => {
  it.each<[string, Answer, 'away' | 'login' | 'refused']>([
    ['a 401 in HTML', { status: 401, text: '<html>401</html>' }, 'login'],
    [
      'a redirect, which is not followed',
      { status: 303, headers: { Location: '/login/' }, text: '' },
      'login',
    ],
    ['HTML with 200', '<html>maintenance</html>', 'away'],
    ['a 502', { status: 502, text: 'Bad Gateway' }, 'away'],
    ['nothing for too long', hang, 'away'],
    ['a cut line', cut, 'away'],
    ['more than is read', 'x'.repeat(30_000), 'away'],
    ['an object with error_code', '{"error_code": 12}', 'refused'],
    ['no list', '{"result":"success"}', 'away'],
  ])('%s', async (_name, answer, kind) => {
    answers['/info/systems/list/'] = () => '[{"id":"127"}]'
    answers['/info/payments/bydate/'] = () => answer
    const day = Temporal.PlainDate.from('2026-11-21')
    const asks = answer === hang ? hurried : paykeeper
    await expect(asks.payments({ from: day, to: day })).rejects.toEqual(asking(kind))
    expect(asked.every((call) => call.path !== '/login/')).toBe(true)
  })

  it('"not found" is an answer', async () => {
    answers['/info/payments/byid/'] = () => '[{"result":"fail","msg":"Платёж не найден."}]'
    answers['/info/invoice/byid/'] = () => '{"result":"fail","msg":"Счёт не найден."}'
    answers['/change/invoice/revoke/'] = () => '{"result":"fail","msg":"Счёт уже оплачен."}'
    expect(await paykeeper.payment('1')).toBeUndefined()
    expect(await paykeeper.invoice('1')).toBeUndefined()
    expect(await paykeeper.revokeInvoice('1')).toBe(false)
  })

  it('nobody there', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect(paykeeper.payment('1')).rejects.toEqual(asking('away'))
    server = http.createServer().listen(0)
  })
})

it('reads lists by pages, asks for every payment system, and one bad row hides no other', async () => {
  const all = Array.from({ length: 250 }, (_, index) => ({
    id: index + 1,
    pay_amount: index === 7 ? '?' : '1.00',
    status: 'success',
    orderid: `P-${index}`,
  }))
  answers['/info/systems/list/'] = () => '[{"id":"127"},{"id":305}]'
  answers['/info/payments/bydate/'] = ({ query }) =>
    JSON.stringify(
      all.slice(Number(query.get('from')), Number(query.get('from')) + Number(query.get('limit'))),
    )
  const found = await paykeeper.payments({
    from: Temporal.PlainDate.from('2026-11-20'),
    to: Temporal.PlainDate.from('2026-11-21'),
  })
  expect(found).toHaveLength(249)
  const pages = asked.filter((call) => call.path === '/info/payments/bydate/')
  expect(pages).toHaveLength(3)
  expect(pages[0]?.query.getAll('payment_system_id[]')).toEqual(['127', '305'])
  expect([pages[0]?.query.get('start'), pages[0]?.query.get('end')]).toEqual(['2026-11-20', '2026-11-21'])
  expect(warnings.at(-1)).toEqual([{ cabinet: 'paykeeper', payment: '8' }, expect.any(String)])
})

it('takes only the order it asked for out of a loose search', async () => {
  answers['/info/payments/search/'] = () =>
    '[{"id":1,"pay_amount":"1.00","status":"failed","orderid":"P-1"},{"id":2,"pay_amount":"1.00","status":"failed","orderid":"P-11"}]'
  const days = { from: Temporal.PlainDate.from('2026-11-20'), to: Temporal.PlainDate.from('2026-11-21') }
  expect((await paykeeper.paymentsOf('P-1', days)).map((payment) => payment.id)).toEqual(['1'])
})
