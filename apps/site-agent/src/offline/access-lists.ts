import { existsSync, readFileSync } from 'node:fs'
import { readAccessList, type AccessList, type SignedAccessList } from '@stowage/lsp/access-list'
import type { CallAnswer } from '../calls/handle-call.ts'
import type { Journal } from '../journal/journal.ts'
import type { SiteClock } from '../site-clock.ts'
import { writeWhole } from '../state/kept-value.ts'

/** The list of who may open without the server: the newest that the server signed. */
export interface AccessLists {
  get(): SignedAccessList | undefined
  /** PUT /v1/access-list */
  apply(body: unknown): CallAnswer
}

export interface AccessListParts {
  readonly file: string
  readonly siteId: string
  /** PEM, Ed25519: the site can check lists and never make one. */
  readonly serverPublicKey: string
  readonly journal: Journal
  readonly clock: SiteClock
}

export function openAccessLists(parts: AccessListParts): AccessLists {
  const { file, siteId, serverPublicKey, journal, clock } = parts
  // Somebody may have had the disk in his hands: what stands there counts as little as what comes over the line.
  const kept = existsSync(file) ? readAccessList(readJson(file), siteId, serverPublicKey) : undefined
  let list = kept !== undefined && 'list' in kept ? kept.list : undefined
  if (kept !== undefined && 'fault' in kept)
    journal.append('list.rejected', { reason: `kept list: ${kept.fault}`.slice(0, 200) })
  if (list !== undefined) clock.passed(issueOf(list))

  return {
    get: () => list,
    apply(body) {
      const read = readAccessList(body, siteId, serverPublicKey)
      if ('fault' in read) {
        journal.append('list.rejected', { reason: read.fault.slice(0, 200) })
        return { status: 400, body: { error: 'malformed', field: read.fault } }
      }
      const version = list?.version ?? 0
      if (read.list.version <= version) return { status: 409, body: { error: 'older_version', version } }
      // As it came: members that this version does not know are signed too.
      writeWhole(file, body)
      list = read.list
      clock.passed(issueOf(list))
      journal.append('list.applied', { version: list.version })
      return { status: 200, body: { version: list.version, applied: true } }
    },
  }
}

/** In true time: the times of a list may be ahead of it, in a demonstration whose day was chosen. */
const issueOf = ({ issuedAt, offsetMs = 0 }: AccessList): number => Date.parse(issuedAt) - offsetMs

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return undefined
  }
}
