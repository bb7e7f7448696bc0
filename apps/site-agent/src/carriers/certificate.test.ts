import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigFault } from '../config.ts'
import { OWN_FILE, siteCertificate } from './certificate.ts'

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(path.join(tmpdir(), 'certificate-'))
})
afterEach(() => rmSync(stateDir, { recursive: true }))
const listening = (listen?: { host?: string; tls?: 'own' | { certFile: string; keyFile: string } }) =>
  ({
    carrier: 'direct',
    listen: { host: '0.0.0.0', port: 8443, ...listen },
    stateDir,
  }) as const

test('one of its own is made once, for the owner of the folder only, and is good for long on both sides of now', async () => {
  expect(await siteCertificate(listening(), { isMade: false })).toBeUndefined()
  const made = await siteCertificate(listening())
  const file = path.join(stateDir, OWN_FILE)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(made?.told).toMatch(/^-----BEGIN CERTIFICATE-----/)
  expect(made?.told).not.toContain('PRIVATE KEY')
  expect(made?.validTo.getUTCFullYear()).toBe(2049)
  expect(await siteCertificate(listening())).toEqual(made)

  // A power cut left half of it.
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 400))
  expect(await siteCertificate(listening(), { isMade: false })).toBeUndefined()
  const next = await siteCertificate(listening())
  expect(next?.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(next?.fingerprint).not.toBe(made?.fingerprint)
  expect(existsSync(`${file}.broken`)).toBe(true)
})

test('none is made where nobody calls, or on this machine only, unless it is wanted', async () => {
  expect(await siteCertificate({ ...listening(), carrier: 'tunnel' })).toBeUndefined()
  expect(await siteCertificate(listening({ host: '127.0.0.1' }))).toBeUndefined()
  expect(existsSync(path.join(stateDir, OWN_FILE))).toBe(false)
  expect(await siteCertificate(listening({ host: '127.0.0.1', tls: 'own' }))).toBeDefined()
})

test("the installer's files are used as they are, and a fault in them is said", async () => {
  const own = await siteCertificate(listening())
  const [certFile, keyFile] = [path.join(stateDir, 'site.crt'), path.join(stateDir, 'site.key')]
  writeFileSync(certFile, own?.told ?? '')
  const files = { tls: { certFile, keyFile } }
  await expect(siteCertificate(listening(files))).rejects.toThrow(/^listen\.tls\.keyFile: .* cannot be read/)
  const program = path.join(import.meta.dirname, '../commands/make-certificate.ts')
  execFileSync(process.execPath, [program, keyFile])
  await expect(siteCertificate(listening(files))).rejects.toThrow(/is not the key of/)
  writeFileSync(keyFile, own?.key ?? '')
  chmodSync(keyFile, 0o600)
  expect((await siteCertificate(listening(files)))?.fingerprint).toBe(own?.fingerprint)
  writeFileSync(certFile, 'no certificate')
  await expect(siteCertificate(listening(files))).rejects.toThrow(ConfigFault)
})
