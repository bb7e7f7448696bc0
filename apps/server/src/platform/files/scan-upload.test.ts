import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newSecret } from '../ids.ts'
import { createSealer } from '../seal.ts'
import { probeScanner, readScanner, scanBytes, type VirusScanner } from './scan-upload.ts'
import { takeInSealed } from './take-in-sealed.ts'

const EVIL = 'EICAR-STANDARD'

/** A ClamAV daemon as far as INSTREAM and PING go; `says` replaces its answers. */
async function clamd(options: { says?: string | null; socket?: boolean } = {}): Promise<VirusScanner> {
  const server = net.createServer((line) => {
    let heard: Buffer = Buffer.alloc(0)
    line.on('error', () => undefined)
    line.on('data', (part: Buffer) => {
      heard = Buffer.concat([heard, part])
      if (options.says === null) return
      if (heard.toString('latin1') === 'zPING\0') return void line.end('PONG\0')
      const command = 'zINSTREAM\0'
      if (heard.toString('latin1', 0, command.length) !== command) return
      const content: Buffer[] = []
      for (let at = command.length; at + 4 <= heard.length;) {
        const length = heard.readUInt32BE(at)
        if (length === 0) {
          const isEvil = Buffer.concat(content).includes(EVIL)
          line.end(options.says ?? (isEvil ? 'stream: Eicar-Test FOUND\0' : 'stream: OK\0'))
          return
        }
        content.push(heard.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
    })
  })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'clamd-'))
  const socket = path.join(folder, 'clamd.ctl')
  await new Promise<void>((resolve) => {
    if (options.socket === true) server.listen(socket, resolve)
    else server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  return options.socket === true
    ? { path: socket }
    : { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port }
}

test.each([false, true])('B14: a scanner names what is infected (over a socket: %s)', async (socket) => {
  const scanner = await clamd({ socket })
  const large = Buffer.alloc(300_000, 'x')
  expect(await probeScanner(scanner)).toBe(true)
  expect(await scanBytes(scanner, large)).toEqual({ is: 'clean' })
  expect(await scanBytes(scanner, Buffer.concat([large, Buffer.from(EVIL)]))).toEqual({
    is: 'infected',
    name: 'Eicar-Test',
  })
})

test.each([
  ['is silent', null],
  ['refuses', 'INSTREAM size limit exceeded. ERROR\0'],
  ['talks without end', 'x'.repeat(100_000)],
])('B14: a scanner that %s is away', async (_what, says) => {
  expect(await scanBytes(await clamd({ says }), Buffer.from('x'), 200)).toEqual({ is: 'away' })
})

const pdf = (more: string): string =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${more}\n%%EOF\n`).toString('base64')
const sealer = createSealer(newSecret(), 'kyc')
const about = { id: 'one', field: 'passportFile' }

test('B14: an infected document is refused, a clean one taken, and none while the scanner is away', async () => {
  const scanner = await clamd()
  expect((await takeInSealed(sealer, pdf('fine'), about, scanner)).contentType).toBe('application/pdf')
  await expect(takeInSealed(sealer, pdf(EVIL), about, scanner)).rejects.toMatchObject({
    fields: [expect.objectContaining({ code: 1005, field: 'passportFile' })],
  })
  const away = { host: '127.0.0.1', port: 1 }
  await expect(takeInSealed(sealer, pdf('fine'), about, away)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('B14: its address is on a private host', () => {
  expect(readScanner('tcp://127.0.0.1:3310')).toEqual({ host: '127.0.0.1', port: 3310 })
  expect(readScanner('unix:/run/clamd.ctl')).toEqual({ path: '/run/clamd.ctl' })
  expect(readScanner('unix:///run/clamd.ctl')).toEqual({ path: '/run/clamd.ctl' })
  for (const wrong of ['tcp://scan.example.com:3310', 'http://127.0.0.1', 'nonsense'])
    expect(() => readScanner(wrong)).toThrow(/^CLAMD_URL: expected/)
})
