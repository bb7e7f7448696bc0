import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import https from 'node:https'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openBox } from '@stowage/api/access'
import { getSite } from '@stowage/api/sites'
import { readCertificate } from '@stowage/lsp/certificate'
import { newSecret } from '@stowage/lsp/signature'
import { SiteUnavailable, type LockOrder } from '@stowage/server/modules/access/lock-gateway'
import { createLocksClient, type SiteAddress } from '@stowage/server/modules/access/locks-client'
import { createSiteWatch } from '@stowage/server/modules/access/watch-sites'
import { auditOf } from '@stowage/server/testing/audit-of'
import { createPeople, type People } from '@stowage/server/testing/people'
import { createWorld, type World } from '@stowage/server/testing/world'
import { callServer, Refused } from '@stowage/site-agent/carriers/signed-call'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openProvenSite, type ProvenSite } from '../drills/site/proven-site.fixture.ts'

// Not this machine, as far as our server is concerned: nobody is called there without TLS.
const THERE = '127.0.0.2'
const SOON = { timeout: 15_000 }
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-tls-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const PROGRAM = path.join(import.meta.dirname, '../../apps/site-agent/src/commands/make-certificate.ts')
/** Key and certificate in one PEM, as an agent makes it. */
async function makeCertificate(): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.pem`)
  await promisify(execFile)(process.execPath, [PROGRAM, file])
  return fs.readFileSync(file, 'utf8')
}
const [ours, theirs] = await Promise.all([makeCertificate(), makeCertificate()])

describe('who is called', () => {
  const ends: (() => unknown)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })
  const listen = async (server: net.Server): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, THERE, resolve))
    ends.push(() => server.close())
    return (server.address() as net.AddressInfo).port
  }
  /** Somebody with this certificate who answers everything, and what he got to read. */
  async function answering(pem: string) {
    const heard: string[] = []
    let lines = 0
    const server = https.createServer({ key: pem, cert: pem }, (request, response) => {
      heard.push(`${request.method} ${request.url}`)
      response.writeHead(401).end('{}')
    })
    server.on('secureConnection', () => (lines += 1))
    server.on('tlsClientError', () => undefined)
    const port = await listen(server)
    ends.push(() => server.closeAllConnections())
    return { port, heard, lines: () => lines, server }
  }
  const client = (over: Partial<Parameters<typeof createLocksClient>[0]> = {}) => {
    const made = createLocksClient({ mayReach: () => true, ...over })
    ends.push(() => made.close())
    return made
  }
  const site = (port: number, ...certificates: (string | null)[]): SiteAddress => ({
    stockId: 'north',
    host: THERE,
    port,
    keys: certificates.map((pem, index) => ({
      keyId: `k${index}`,
      secret: newSecret(),
      certificate: pem === null ? null : (readCertificate(pem)?.pem ?? null),
    })),
  })
  const ask = async (at: SiteAddress, locks = client(), timeoutMs = 5000): Promise<SiteUnavailable> => {
    try {
      await locks.call(at, { method: 'POST', path: '/v1/locks/1:01:01/open', body: {}, timeoutMs })
    } catch (error) {
      if (error instanceof SiteUnavailable) return error
      throw error
    }
    throw new Error('it was answered')
  }

  test('the one with the certificate; the line is kept, and no other call waits for a handshake', async () => {
    const there = await answering(ours)
    const locks = client()
    for (let count = 0; count < 3; count += 1)
      expect(await ask(site(there.port, ours), locks)).toMatchObject({ trouble: null, mayHaveActed: true })
    locks.forget('north')
    expect(there.heard).toHaveLength(3)
    expect(there.lines()).toBe(1)
  })

  test('nobody in between: with another certificate, not a byte of a request is sent, and nothing can have opened', async () => {
    const there = await answering(theirs)
    const found = await ask(site(there.port, ours))
    expect(found).toMatchObject({ trouble: 'certificateWrong', mayHaveActed: false })
    expect(there.heard).toEqual([])
  })

  test('nobody without a certificate', async () => {
    const said: Buffer[] = []
    const port = await listen(
      net.createServer((socket) => {
        socket.on('data', (bytes: Buffer) => {
          said.push(bytes)
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
        })
        socket.on('error', () => undefined)
      }),
    )
    expect(await ask(site(port, ours))).toMatchObject({ trouble: 'certificateNone', mayHaveActed: false })
    expect(Buffer.concat(said).toString('latin1')).not.toContain('/v1/locks')
  })

  test('nobody whose certificate is not known, but where the operator answers for the way', async () => {
    const heard: string[] = []
    const port = await listen(
      net.createServer((socket) => {
        socket.on('data', (bytes) => heard.push(String(bytes)))
        socket.on('error', () => undefined)
        ends.push(() => socket.destroy())
      }),
    )
    expect(await ask(site(port, null))).toMatchObject({
      trouble: 'certificateUnknown',
      mayHaveActed: false,
      message: 'pair this site anew: its certificate is not known',
    })
    expect(heard).toEqual([])
    const plain = client({ mayBePlain: (host) => host === THERE })
    expect(await ask(site(port, null), plain, 200)).toMatchObject({ trouble: null, mayHaveActed: true })
    expect(heard.join('')).toContain('POST /v1/locks/1:01:01/open')
  })

  test('a handshake that takes too long is late as everything else, and nothing was sent', async () => {
    const port = await listen(
      net.createServer((socket) => {
        socket.on('error', () => undefined)
        ends.push(() => socket.destroy())
      }),
    )
    expect(await ask(site(port, ours), client(), 150)).toMatchObject({
      message: 'no answer in time',
      mayHaveActed: false,
    })
  })

  test('while a site is paired anew it is believed by the certificate of either machine, each with its own key', async () => {
    const old = await answering(ours)
    expect(await ask(site(old.port, theirs, ours))).toMatchObject({ trouble: null })
    expect(old.heard).toHaveLength(1)
  })
})

describe('a site that tells its certificate', () => {
  let world: World
  let people: People
  let site: ProvenSite
  beforeAll(async () => {
    world = await createWorld({ config: { locksAllowedAddresses: [THERE] } })
    people = await createPeople(world)
    site = await openProvenSite(world, { carrier: 'direct', boxes: 2, host: THERE, tls: true })
  })
  afterAll(async () => {
    await site?.close()
    await world?.close()
  })
  const setup = async () => (await people.sofia.call(getSite, { params: { id: site.stock.stockId } })).body
  const order = (box: number): LockOrder => ({
    commandId: randomUUID(),
    lockId: site.lockOf(box),
    verb: 'open',
    expiresAt: new Date(Date.now() + 8000).toISOString(),
  })
  const command = async (box: number): Promise<string> => {
    try {
      const outcome = await world.running.modules.access.gateway.command(site.stock.stockId, order(box))
      return outcome.kind === 'answered' ? outcome.answer.result : outcome.kind
    } catch (error) {
      if (error instanceof SiteUnavailable) return error.trouble ?? error.message
      throw error
    }
  }

  test('is called by it, over its real address; one that it makes anew is told, noted, and shown to people', async () => {
    expect(await command(0)).toBe('certificateUnknown')
    const first = await site.start()
    const file = path.join(site.steel.stateDir, 'certificate.pem')
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    const known = readCertificate(fs.readFileSync(file, 'utf8'))?.fingerprint
    await expect.poll(async () => (await setup()).certificate?.fingerprint, SOON).toBe(known)
    expect(['opened', 'sent']).toContain(await command(0))
    expect((await setup()).certificate).toMatchObject({ changedAt: null })

    // Its folder was lost, but for the keys.
    await first.close()
    fs.rmSync(file)
    await site.start()
    const next = readCertificate(fs.readFileSync(file, 'utf8'))?.fingerprint
    expect(next).not.toBe(known)
    await expect.poll(async () => (await setup()).certificate?.fingerprint, SOON).toBe(next)
    expect(['opened', 'sent']).toContain(await command(1))
    const shown = await setup()
    expect(shown.certificate?.changedAt).toEqual(expect.any(String))
    expect(shown.warnings).toContain('certificateChanged')
    const acts = (await auditOf(world, site.stock.stockId)).filter(
      ({ action }) => action === 'site-certificate-told',
    )
    expect(acts.map(({ after }) => after)).toEqual(
      expect.arrayContaining([
        { fingerprint: known, keyId: 'k1' },
        { fingerprint: next, keyId: 'k1' },
      ]),
    )
  })

  test('is unavailable while somebody else answers at its address: error 2 at once, and the page says why', async () => {
    const heard: string[] = []
    const between = https.createServer({ key: theirs, cert: theirs }, (request, response) => {
      heard.push(request.url ?? '')
      response.writeHead(200).end('{}')
    })
    between.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => between.listen(0, THERE, resolve))
    const { platform, modules, settle } = world.running
    const { stockId, boxes } = site.stock
    const lead = async (servicePort: number): Promise<void> => {
      await platform.transact((tx) =>
        modules.catalog.setSiteAddress(tx, { actorId: null }, stockId, { routerIp: THERE, servicePort }),
      )
      await settle()
    }
    await lead((between.address() as net.AddressInfo).port)
    const open = async () =>
      await people.sofia.call(openBox, { params: { id: boxes[0]?.id ?? '' }, body: { stockId } })
    expect((await open()).code).toBe(2)
    const { catalog, access } = modules
    const watch = createSiteWatch({
      platform,
      catalog,
      sites: access.sites,
      gateway: access.gateway,
      tunnels: { own: () => [], keep: async () => undefined, cut: async () => undefined },
      pushLists: () => undefined,
    })
    await watch.beat({ all: true })
    expect((await setup()).warnings).toContain('certificateWrong')
    expect(heard).toEqual([])
    await lead(site.commands.port)
    between.close()
    between.closeAllConnections()
  })

  test('nobody without its key tells another one, nor says an old one again', async () => {
    const before = (await setup()).certificate?.fingerprint
    const { stockId } = site.stock
    const told = async (secret: string, wall = Date.now()) =>
      await callServer(
        {
          server: `http://127.0.0.1:${world.running.port}`,
          siteId: stockId,
          key: () => ({ keyId: 'k1', secret }),
          wall: () => wall,
        },
        { method: 'PUT', path: 'certificate', body: { certificate: readCertificate(theirs)?.pem } },
      ).catch((error: unknown) => (error instanceof Refused ? error.status : error))
    expect(await told(newSecret())).toBe(401)
    const keys = await world.running.modules.access.sites.keys(stockId)
    const { secret = '' } = keys?.keys[0] ?? {}
    // Signed truly, but before what the site has said since.
    expect(await told(secret, Date.now() - 50_000)).toBe(409)
    expect((await setup()).certificate?.fingerprint).toBe(before)
  })
})
