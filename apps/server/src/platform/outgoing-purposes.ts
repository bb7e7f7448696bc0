import type { LookupFunction } from 'node:net'
import type { Config } from './config.ts'
import { guardedLookup, isAllowedByName, isNamed, mayCall, mayReach } from './outgoing-address.ts'

export type OutgoingLists = Pick<
  Config,
  | 'locksAllowedAddresses'
  | 'sourcesAllowedAddresses'
  | 'webhooksAllowedAddresses'
  | 'processorsAllowedAddresses'
  | 'pushHosts'
  | 'pushStandIns'
>

/** What one purpose may call. Each has its own list of inner addresses: a lock that may be called is no place for a webhook. */
export interface Way {
  /** The operator's setting that names more, for messages. */
  readonly setting: string
  mayReach(host: string, port: number): boolean
  isNamed(host: string, port: number): boolean
  mayCall(url: string): boolean
  isNamedUrl(url: string): boolean
  /** Where the name of a URL leads, asked at the call. */
  lookup(url: string): LookupFunction
}

const portOf = (url: string): number => {
  const { port, protocol } = new URL(url)
  return Number(port === '' ? (protocol === 'http:' ? 80 : 443) : port)
}

const wayBy = (setting: string, listed: readonly string[]): Way => ({
  setting,
  mayReach: (host, port) => mayReach(listed, host, port),
  isNamed: (host, port) => isNamed(listed, host, port),
  mayCall: (url) => mayCall(listed, url),
  isNamedUrl: (url) => isAllowedByName(listed, url),
  lookup: (url) => guardedLookup(listed, portOf(url)),
})

/** Locks servers of sites, whose addresses staff enter. */
export const locksWay = (lists: Pick<Config, 'locksAllowedAddresses'>): Way =>
  wayBy('LOCKS_ALLOWED_ADDRESSES', lists.locksAllowedAddresses)

/** Databases of external management systems. */
export const sourcesWay = (lists: Pick<Config, 'sourcesAllowedAddresses'>): Way =>
  wayBy('SOURCES_ALLOWED_ADDRESSES', lists.sourcesAllowedAddresses)

/** Programs that are notified of what happens. */
export const webhooksWay = (lists: Pick<Config, 'webhooksAllowedAddresses'>): Way =>
  wayBy('WEBHOOKS_ALLOWED_ADDRESSES', lists.webhooksAllowedAddresses)

/** Payment processors that are set up on a screen. */
export const processorsWay = (lists: Pick<Config, 'processorsAllowedAddresses'>): Way =>
  wayBy('PROCESSORS_ALLOWED_ADDRESSES', lists.processorsAllowedAddresses)

/** The services of the makers of browsers; a subscription names one of them, and every tenant may subscribe. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const isOneOf = (patterns: readonly string[], host: string): boolean =>
  patterns.some((pattern) =>
    pattern.startsWith('*.')
      ? host.endsWith(pattern.slice(1)) && host.length >= pattern.length
      : host === pattern,
  )

/**
 * Push services: https on port 443 at a known host, resolved to public addresses only. No list of inner addresses applies, because
 * the endpoint is given by a tenant's browser.
 */
export function pushWay(
  lists: Pick<Config, 'pushHosts' | 'pushStandIns'>,
): Pick<Way, 'setting' | 'mayCall' | 'lookup'> {
  const hosts = [...PUSH_SERVICES, ...lists.pushHosts]
  const isStandIn = ({ username, password, origin }: URL): boolean =>
    username === '' && password === '' && lists.pushStandIns.includes(origin)
  return {
    setting: 'PUSH_HOSTS',
    mayCall(endpoint) {
      if (!URL.canParse(endpoint)) return false
      const url = new URL(endpoint)
      if (isStandIn(url)) return true
      const { protocol, hostname, port, username, password } = url
      return (
        protocol === 'https:' && port === '' && username === '' && password === '' && isOneOf(hosts, hostname)
      )
    },
    lookup(endpoint) {
      const url = new URL(endpoint)
      return guardedLookup(isStandIn(url) ? [url.hostname] : [], portOf(endpoint))
    },
  }
}
