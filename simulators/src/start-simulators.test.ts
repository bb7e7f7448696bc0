import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulators, type Simulators } from './index.ts'

const SITE = {
  siteId: '01KSITE',
  name: 'Storage East',
  secret: 'site-secret',
  keyId: 'k1',
  locks: [{ id: '1:01:01', kind: 'box' as const, name: 'YA101' }],
}
let stateDir: string
let simulators: Simulators

const start = (): Promise<Simulators> =>
  startSimulators({
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:9',
    currencies: ['EUR', 'RUB'],
    stateDir,
  })
beforeEach(async () => {
  stateDir = await mkdtemp(path.join(tmpdir(), 'simulators-'))
  simulators = await start()
})
afterEach(async () => {
  await simulators.close()
  rmSync(stateDir, { recursive: true })
})

const invoiceOf = async (currency: string): Promise<string> => {
  const { baseUrl, login, password } = simulators.payKeeper[currency] ?? {
    baseUrl: '',
    login: '',
    password: '',
  }
  const headers = { Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` }
  const { token } = (await (await fetch(`${baseUrl}/info/settings/token/`, { headers })).json()) as {
    token: string
  }
  const answer = await fetch(`${baseUrl}/change/invoice/preview/`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ token, pay_amount: '10.00' }),
  })
  return ((await answer.json()) as { invoice_id: string }).invoice_id
}

test('each currency has a cabinet of its own; mail is caught; sites come and go', async () => {
  expect(Object.keys(simulators.payKeeper)).toEqual(['EUR', 'RUB'])
  expect(simulators.payKeeper['EUR']?.password).not.toBe(simulators.payKeeper['RUB']?.password)
  const [euro, rouble] = [await invoiceOf('EUR'), await invoiceOf('RUB')]
  expect(euro).not.toBe(rouble)
  expect(
    simulators.cabinets
      .get('EUR')
      ?.control.invoices()
      .map((invoice) => invoice.id),
  ).toEqual([euro])
  expect(new URL(simulators.smtpUrl).protocol).toBe('smtp:')

  const address = await simulators.addSite(SITE)
  expect(simulators.sites['01KSITE']).toEqual(address)
  expect((await fetch(`http://${address.host}:${address.port}/v1/health`)).status).toBe(401)
  const again = await simulators.addSite({
    ...SITE,
    locks: [...SITE.locks, { id: '1:01:02', kind: 'box', name: 'YA102' }],
  })
  expect(again).toEqual(address)
  expect(simulators.site('01KSITE').doors()).toHaveLength(2)
  await simulators.removeSite('01KSITE')
  expect(simulators.sites).toEqual({})
  await expect(fetch(`http://${address.host}:${address.port}/v1/health`)).rejects.toThrow('fetch failed')
})

test('after a restart addresses, secrets, invoices and sites are the same', async () => {
  const invoice = await invoiceOf('RUB')
  await simulators.addSite(SITE)
  simulators.site('01KSITE').openDoor('1:01:01')
  const before = {
    payKeeper: simulators.payKeeper,
    stripe: simulators.stripe,
    smtpUrl: simulators.smtpUrl,
    sites: { ...simulators.sites },
  }
  await simulators.close()
  simulators = await start()
  expect({
    payKeeper: simulators.payKeeper,
    stripe: simulators.stripe,
    smtpUrl: simulators.smtpUrl,
    sites: simulators.sites,
  }).toEqual(before)
  expect(
    simulators.cabinets
      .get('RUB')
      ?.control.invoices()
      .map((one) => one.id),
  ).toEqual([invoice])
  expect(simulators.site('01KSITE').door('1:01:01').position).toBe('opened')
  expect(simulators.site('01KSITE').unsentEvents()).toBe(1)
})

test('a port taken by somebody else meanwhile does not stop the start', async () => {
  const taken = Number(new URL(simulators.smtpUrl).port)
  await simulators.close()
  const other = net.createServer()
  // Or somebody has it already whom nobody here knows.
  await new Promise<void>((resolve) =>
    other.once('error', () => resolve()).listen(taken, '127.0.0.1', resolve),
  )
  simulators = await start()
  expect(new URL(simulators.smtpUrl).port).not.toBe(String(taken))
  await new Promise((resolve) => other.close(resolve))
})

test('payments and doors are reported to the product', async () => {
  const seen: string[] = []
  const product = http.createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    request.resume()
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  await simulators.close()
  simulators = await startSimulators({
    host: '127.0.0.1',
    publicUrl: `${url}/`,
    currencies: ['EUR'],
    sites: [SITE],
    stateDir,
  })
  await simulators.cabinets.get('EUR')?.control.pay(await invoiceOf('EUR'))
  await fetch(`${simulators.stripe.baseUrl}/v1/payment_intents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${simulators.stripe.secretKey}` },
    body: new URLSearchParams({
      amount: '1000',
      currency: 'eur',
      payment_method: 'pm_card_visa',
      off_session: 'true',
      confirm: 'true',
    }),
  })
  simulators.site('01KSITE').openDoor('1:01:01')
  await expect.poll(() => seen).toContain('POST /api/site-gateway/01KSITE/events')
  expect(seen).toContain('POST /api/payments/paykeeper/paykeeper-eur')
  await expect.poll(() => seen).toContain('POST /api/payments/stripe/stripe')
  product.closeAllConnections()
  await new Promise((resolve) => product.close(resolve))
})
