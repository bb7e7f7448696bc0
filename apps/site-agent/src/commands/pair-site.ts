import { accessSync, chownSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { shownFingerprint } from '@stowage/lsp/certificate'
import { OWN_FILE, siteCertificate } from '../carriers/certificate.ts'
import { KEYS_FILE } from '../carriers/keys.ts'
import { pair, PairingFailed } from '../carriers/pair.ts'
import { ConfigFault, readConfig } from '../config.ts'
import { isLoopback } from '../config-contradictions.ts'
import type { Surroundings } from './surroundings.ts'
import type { Words } from './read-words.ts'

/** Of `PAIRING_ALPHABET` in packages/api: no two of them look alike. */
const CODE = /^[3467ACDEFGHJKMNPQRTWXY9]{10}$/

/**
 * Fetches the keys of this site with a one-time code. Whatever can be wrong here is looked at before the code is handed in, for it
 * counts once.
 * @throws ConfigFault, PairingFailed
 */
export async function pairSite(
  { configFile, code, server: typed }: Extract<Words, { verb: 'pair' }>,
  around: Surroundings,
): Promise<void> {
  const config = readConfig(configFile)
  const { server: configured, stateDir } = config
  const server = addressOf(typed ?? configured)
  if (server.origin !== new URL(configured).origin)
    throw new ConfigFault([
      `server: ${configured} stands there, and --server says ${server.origin}: the keys would be of the wrong server`,
    ])
  if (!CODE.test(code.toUpperCase().replaceAll(/[\s-]/g, '')))
    throw new PairingFailed(
      'this is no pairing code: ten letters and digits, as ACDEF-34679; none of 0 O 1 I L 2 Z 5 S 8 B U V is in it',
    )
  makeWritable(stateDir)
  const certificate = await siteCertificate(config)
  const { siteId, stockName } = await pair(server.origin, code, stateDir, certificate?.told)
  handOver(stateDir)
  const name = stockName === undefined ? '' : ` as ${JSON.stringify(stockName)}`
  around.out(`Paired${name} (site ${siteId}).\n`)
  if (certificate)
    around.out(`The server knows it by the certificate ${shownFingerprint(certificate.fingerprint)}.\n`)
  around.out('An agent that runs already takes the new keys by itself.\n')
}

function addressOf(text: string): URL {
  if (!URL.canParse(text))
    throw new PairingFailed(`--server: an address as https://example.com is needed, not ${text}`)
  const url = new URL(text)
  if (url.protocol === 'https:') return url
  if (url.protocol === 'http:' && isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))) return url
  throw new PairingFailed(
    `--server: ${url.origin} is not encrypted, and the answer opens doors; https:// is needed`,
  )
}

function makeWritable(stateDir: string): void {
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 })
    accessSync(stateDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigFault([
      `stateDir: ${stateDir} cannot be written by this user; nothing was sent, the code is still good`,
    ])
  }
}

/** Who pairs as root leaves the keys to whom the folder belongs: the service is another user. */
function handOver(stateDir: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(stateDir)
  for (const name of [KEYS_FILE, OWN_FILE])
    if (existsSync(path.join(stateDir, name))) chownSync(path.join(stateDir, name), uid, gid)
}
