import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'

/** Who may be called, a list for each purpose (`outgoing-purposes.ts`). @throws ConfigError */
export function readOutgoing(given: (name: string) => string | undefined) {
  const addresses = (name: string, value: string | undefined): string[] =>
    listOf(
      value,
      isAddressWithPort,
      name,
      'addresses separated by commas, with or without a port, like 10.8.0.5,10.8.0.6:8443',
    )
  return {
    locksAllowedAddresses: addresses('LOCKS_ALLOWED_ADDRESSES', given('LOCKS_ALLOWED_ADDRESSES')),
    locksPlainAddresses: addresses('LOCKS_PLAIN_ADDRESSES', given('LOCKS_PLAIN_ADDRESSES')),
    sourcesAllowedAddresses: addresses('SOURCES_ALLOWED_ADDRESSES', given('SOURCES_ALLOWED_ADDRESSES')),
    webhooksAllowedAddresses: addresses('WEBHOOKS_ALLOWED_ADDRESSES', given('WEBHOOKS_ALLOWED_ADDRESSES')),
    processorsAllowedAddresses: addresses(
      'PROCESSORS_ALLOWED_ADDRESSES',
      given('PROCESSORS_ALLOWED_ADDRESSES'),
    ),
    pushHosts: listOf(
      given('PUSH_HOSTS'),
      isHostPattern,
      'PUSH_HOSTS',
      'host names separated by commas, like push.example.org,*.push.example.net',
    ),
    pushStandIns: [] as readonly string[],
  }
}

/** As they are compared at each call: no names, which could point elsewhere at the next look-up. */
function isAddressWithPort(entry: string): boolean {
  if (isIP(entry) !== 0) return true
  const [, address = '', port = ''] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
  return isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= 65535
}

/** A public name of at least two parts, or all names below one. */
const isHostPattern = (entry: string): boolean =>
  /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(entry) && isIP(entry) === 0 && !/^[\d.]+$/.test(entry)

export function listOf(
  value: string | undefined,
  isRight: (entry: string) => boolean,
  name: string,
  expected: string,
): string[] {
  const entries = (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const wrong = entries.find((entry) => !isRight(entry))
  if (wrong !== undefined) throw new ConfigError(name, `${expected}, not "${wrong}"`)
  return entries
}
