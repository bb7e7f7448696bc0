import { createHmac } from 'node:crypto'
import { sameText } from '../seal.ts'

/** Access to one document for one person for 60 seconds of machine time, so that links carry no session (decisions.md A5). */
export interface DocumentToken {
  readonly actorId: string
  readonly documentId: string
}

const LIFETIME_MS = 60_000
const PREFIX = 'doc.'

const sign = (key: string, body: string): string =>
  createHmac('sha256', `document-token ${key}`).update(body).digest('base64url')

export function createDocumentToken(key: string, token: DocumentToken): string {
  const body = Buffer.from(
    JSON.stringify([token.actorId, token.documentId, Date.now() + LIFETIME_MS]),
  ).toString('base64url')
  return `${PREFIX}${body}.${sign(key, body)}`
}

/** What a token allows; null when it is not one of ours or has run out. */
export function readDocumentToken(key: string, text: string): DocumentToken | null {
  const [body, signature] = text.slice(PREFIX.length).split('.')
  if (
    !text.startsWith(PREFIX) ||
    body === undefined ||
    signature === undefined ||
    !sameText(sign(key, body), signature)
  )
    return null
  const [actorId, documentId, expires] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as [
    string,
    string,
    number,
  ]
  return Date.now() < expires ? { actorId, documentId } : null
}
