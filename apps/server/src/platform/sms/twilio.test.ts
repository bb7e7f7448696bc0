import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { CarrierError } from '../carrier.ts'
import { createTwilio, signReport } from './twilio.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const accountSid = `AC${'a1'.repeat(16)}`
const sid = `SM${'0f'.repeat(16)}`
const sms = {
  to: '+491701234567',
  body: 'Hallo',
  reportUrl: 'https://stowage.example/r',
  goodForSeconds: 90_000,
}

/** A gateway that answers that. */
async function answering(
  status: number,
  body: unknown,
): Promise<{ gateway: ReturnType<typeof createTwilio>; asked: string[] }> {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''} ${text}`)
      if (status === 0) request.socket.destroy()
      else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const gateway = createTwilio({
    url: `http://127.0.0.1:${port}`,
    accountSid,
    authToken: 'token',
    from: 'Stowage',
  })
  closing.push(() => {
    gateway.close()
    server.close()
    server.closeAllConnections()
  })
  return { gateway, asked }
}
const message = {
  sid,
  body: 'Hallo',
  status: 'queued',
  error_code: null,
  date_created: 'Sun, 22 Nov 2026 10:00:00 +0000',
}

test('a message is a form under the account, and its answer is read', async () => {
  const { gateway, asked } = await answering(201, message)
  expect(await gateway.send(sms)).toMatchObject({ gatewayId: sid, state: 'accepted' })
  const [head = '', form = ''] = (asked[0] ?? '').split(/ (?=To=)/)
  expect(head).toBe(
    `POST /2010-04-01/Accounts/${accountSid}/Messages.json Basic ${Buffer.from(`${accountSid}:token`).toString('base64')}`,
  )
  expect(Object.fromEntries(new URLSearchParams(form))).toEqual({
    To: sms.to,
    From: 'Stowage',
    Body: 'Hallo',
    StatusCallback: sms.reportUrl,
    // Their longest.
    ValidityPeriod: '36000',
  })
})

test.each([
  ['a number that is none', 400, { code: 21211 }, 'permanent', 'address'],
  ['no mobile number', 400, { code: 21614 }, 'permanent', 'address'],
  ['its owner has written STOP', 400, { code: 21610 }, 'permanent', 'address'],
  ['a country that is not switched on', 400, { code: 21408 }, 'permanent', 'message'],
  ['our sender', 400, { code: 21606 }, 'retry', 'message'],
  ['our login', 401, { code: 20003 }, 'retry', 'message'],
  ['too many calls', 429, { code: 20429 }, 'retry', 'message'],
  ['a fault of theirs', 500, { code: 20500 }, 'unknown', 'message'],
  ['a page of somebody between', 503, '<html>', 'unknown', 'message'],
  ['taken, by what it says, and unreadable', 201, { sid: 'x' }, 'unknown', 'message'],
  ['a line that breaks', 0, null, 'unknown', 'message'],
] as const)('%s', async (_name, status, body, kind, about) => {
  const { gateway } = await answering(status, body)
  await expect(gateway.send(sms)).rejects.toMatchObject({ kind, about })
})

test('nobody there: it was surely not taken', async () => {
  const { gateway } = await answering(200, {})
  closing.splice(0).forEach((close) => close())
  const away = createTwilio({ url: 'http://127.0.0.1:1', accountSid, authToken: 'token', from: 'Stowage' })
  await expect(away.send(sms)).rejects.toMatchObject({ kind: 'retry' })
  await expect(gateway.send(sms)).rejects.toBeInstanceOf(CarrierError)
})

test('a list tells number, words and time; a list that does not come says nothing was taken or not', async () => {
  const { gateway } = await answering(200, { messages: [message] })
  expect(await gateway.sentTo(sms.to)).toMatchObject([
    { gatewayId: sid, body: 'Hallo', createdAt: Temporal.Instant.from('2026-11-22T10:00:00Z') },
  ])
  const { gateway: broken } = await answering(500, {})
  await expect(broken.sentTo(sms.to)).rejects.toMatchObject({ kind: 'retry' })
})

test('reports are believed by their signature over address and fields', () => {
  const gateway = createTwilio({
    url: 'https://api.twilio.com',
    accountSid,
    authToken: '12345',
    from: 'Stowage',
  })
  const url = 'https://stowage.example/api/sms/reports/1'
  const form = new URLSearchParams({
    MessageSid: sid,
    MessageStatus: 'undelivered',
    AccountSid: accountSid,
    ErrorCode: '30005',
  })
  const signature = signReport('12345', url, form)
  expect(gateway.readReport(url, signature, form)).toEqual({
    gatewayId: sid,
    state: 'failed',
    errorCode: 30005,
  })
  expect(gateway.readReport(`${url}2`, signature, form)).toBeUndefined()
  expect(gateway.readReport(url, undefined, form)).toBeUndefined()
  expect(gateway.readReport(url, signReport('another', url, form), form)).toBeUndefined()
  form.set('MessageStatus', 'delivered')
  expect(gateway.readReport(url, signature, form)).toBeUndefined()
})

test('the signature is the one of their documentation', () => {
  const form = new URLSearchParams({
    Digits: '1234',
    To: '+18005551212',
    From: '+14158675310',
    Caller: '+14158675310',
    CallSid: 'CA1234567890ABCDE',
  })
  expect(signReport('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)).toBe(
    'GvWf1cFY/Q7PnoempGyD5oXAezc=',
  )
})
