import { createPublicKey, verify } from 'node:crypto'

export interface AccessList {
  version: number
  siteId: string
  validUntil: string | null
}

/**
 * Reads the signed document of who may open without the network.
 * @param publicKeyPem the server's Ed25519 key; without one the signature is not looked at
 * @returns the list's head, or what is wrong with it
 */
export function readAccessList(
  body: Record<string, unknown>,
  siteId: string,
  publicKeyPem: string | undefined,
): AccessList | string {
  const { version, validUntil } = body
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) return 'version'
  if (body['siteId'] !== siteId) return 'siteId'
  if (validUntil !== undefined && (typeof validUntil !== 'string' || Number.isNaN(Date.parse(validUntil))))
    return 'validUntil'
  for (const name of ['entries', 'staff'])
    if (body[name] !== undefined && !Array.isArray(body[name])) return name
  if (publicKeyPem !== undefined && !isSigned(body, publicKeyPem)) return 'signature'
  return { version, siteId, validUntil: validUntil ?? null }
}

function isSigned(body: Record<string, unknown>, publicKeyPem: string): boolean {
  const { signature, ...signed } = body
  if (typeof signature !== 'string') return false
  return verify(
    null,
    Buffer.from(canonicalJson(signed), 'utf8'),
    createPublicKey(publicKeyPem),
    Buffer.from(signature, 'base64url'),
  )
}

/** RFC 8785 for the values of the protocol: sorted keys, no spaces, numbers and strings as JSON writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value as Record<string, unknown>).filter(
    ([, member]) => member !== undefined,
  )
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
