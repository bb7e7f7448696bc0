import net from 'node:net'
import { ConfigError } from '../config-error.ts'
import { isPrivateHost } from '../line-encryption.ts'

/** A ClamAV daemon, over TCP or a socket of this machine. */
export type VirusScanner = { readonly host: string; readonly port: number } | { readonly path: string }

const EXPECTED = 'the address of a ClamAV daemon, like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl'

/** @throws ConfigError CLAMD_URL */
export function readScanner(value: string | undefined): VirusScanner | undefined {
  if (value === undefined) return undefined
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(value) ?? []
  if (path !== undefined) return { path }
  if (!URL.canParse(value)) throw new ConfigError('CLAMD_URL', EXPECTED)
  const { protocol, hostname, port, pathname, search } = new URL(value)
  if (protocol !== 'tcp:' || hostname === '' || pathname.length > 1 || search !== '')
    throw new ConfigError('CLAMD_URL', EXPECTED)
  const host = hostname.replace(/^\[|\]$/g, '')
  // Its protocol knows no encryption, and identity documents go there.
  if (!isPrivateHost(host)) throw new ConfigError('CLAMD_URL', `${EXPECTED}; on a private host`)
  return { host, port: port === '' ? 3310 : Number(port) }
}

/** `away`: no answer, or one that is none. */
export type Scan = { readonly is: 'clean' | 'away' } | { readonly is: 'infected'; readonly name: string }

const TIMEOUT_MS = 30_000
const CHUNK = 64 * 1024
const LONGEST_ANSWER = 4096

/** Sends bytes to the daemon by its INSTREAM command and reads its one line. */
export async function scanBytes(
  scanner: VirusScanner,
  bytes: Uint8Array,
  timeoutMs = TIMEOUT_MS,
): Promise<Scan> {
  const answer = await ask(scanner, instream(bytes), timeoutMs)
  const said = answer?.replace(/\0$/, '').trim() ?? ''
  if (said === 'stream: OK') return { is: 'clean' }
  const [, name] = /^stream: (.+) FOUND$/.exec(said) ?? []
  return name === undefined ? { is: 'away' } : { is: 'infected', name }
}

/** Whether the daemon answers. */
export async function probeScanner(scanner: VirusScanner, timeoutMs = 5000): Promise<boolean> {
  return (await ask(scanner, [Buffer.from('zPING\0')], timeoutMs)) === 'PONG\0'
}

function* instream(bytes: Uint8Array): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = Buffer.from(bytes.subarray(at, at + CHUNK))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield Buffer.concat([length, chunk])
  }
  yield Buffer.alloc(4)
}

/** @returns what the daemon says until it closes the line; undefined where it does not answer in time or says too much */
async function ask(
  scanner: VirusScanner,
  parts: Iterable<Buffer>,
  timeoutMs: number,
): Promise<string | undefined> {
  return await new Promise((done) => {
    const socket = 'path' in scanner ? net.connect(scanner.path) : net.connect(scanner.port, scanner.host)
    let said = ''
    const end = (answer: string | undefined): void => {
      clearTimeout(limit)
      socket.destroy()
      done(answer)
    }
    const limit = setTimeout(() => end(undefined), timeoutMs)
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text
      if (said.includes('\0') || said.length > LONGEST_ANSWER) end(said.includes('\0') ? said : undefined)
    })
    socket.on('error', () => end(undefined)).on('close', () => end(undefined))
    socket.on('connect', () => {
      for (const part of parts) socket.write(part)
    })
  })
}
