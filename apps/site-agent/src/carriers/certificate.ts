import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { readCertificate } from '@stowage/lsp/certificate'
import { isLoopback } from '../config-contradictions.ts'
import { ConfigFault, type SiteConfig } from '../config.ts'

/** With what this site proves itself where the server calls it. */
export interface Certificate {
  /** PEM; more than one where the installer's file holds those of its issuers too. */
  readonly cert: string
  readonly key: string
  /** PEM of the one that the server is told, and SHA-256 of it in hex. */
  readonly told: string
  readonly fingerprint: string
  readonly validTo: Date
}

type Listens = Pick<SiteConfig, 'carrier' | 'listen' | 'stateDir'>

export const OWN_FILE = 'certificate.pem'

/** Undefined where nothing is listened on, or on this machine only without a word about TLS. */
function filesOf({ carrier, listen, stateDir }: Listens): { certFile: string; keyFile: string } | undefined {
  if (carrier === 'tunnel' || listen === undefined) return undefined
  if (typeof listen.tls === 'object') return listen.tls
  if (listen.tls === undefined && isLoopback(listen.host)) return undefined
  const own = path.join(stateDir, OWN_FILE)
  return { certFile: own, keyFile: own }
}

/**
 * The installer's certificate, or one of our own that is made once and kept in the stateDir: it is what the server knows this machine
 * by. An own file that cannot be read is set aside and another one made, which the server is told.
 * @param isMade false: none is made, and undefined answered where there is none yet
 * @throws ConfigFault where the installer's files are none
 */
export async function siteCertificate(
  config: Listens,
  { isMade = true }: { readonly isMade?: boolean } = {},
): Promise<Certificate | undefined> {
  const files = filesOf(config)
  if (files === undefined) return undefined
  // The installer's files are never written over, whatever they are called.
  if (typeof config.listen?.tls === 'object') return load(files)
  const there = existsSync(files.certFile)
  if (there) {
    try {
      return load(files)
    } catch {
      if (!isMade) return undefined
      renameSync(files.certFile, `${files.certFile}.broken`)
    }
  }
  if (!isMade) return undefined
  await make(files.certFile)
  return load(files)
}

function load({ certFile, keyFile }: { certFile: string; keyFile: string }): Certificate {
  const [cert, key] = [read('listen.tls.certFile', certFile), read('listen.tls.keyFile', keyFile)]
  const known = readCertificate(cert)
  if (known === undefined)
    throw new ConfigFault([`listen.tls.certFile: ${certFile} is no certificate in PEM`])
  if (!isPair(cert, key))
    throw new ConfigFault([
      `listen.tls.keyFile: ${keyFile} is not the key of ${certFile} (PEM, without a password)`,
    ])
  return { cert, key, told: known.pem, fingerprint: known.fingerprint, validTo: known.validTo }
}

function read(member: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigFault([`${member}: ${file} cannot be read`])
  }
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** In a process of its own: what makes it is needed once, and would stay in the memory of an agent that runs for months. */
async function make(file: string): Promise<void> {
  const [{ execFile }, { promisify }] = await Promise.all([import('node:child_process'), import('node:util')])
  const program = path.join(import.meta.dirname, '../commands/make-certificate.ts')
  await promisify(execFile)(process.execPath, [program, file], { timeout: 60_000 })
  if ((statSync(file).mode & 0o077) !== 0) throw new Error(`${file} can be read by others`)
}
