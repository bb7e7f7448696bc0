import { accessSync, constants, existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { readKeys } from '../carriers/keys.ts'
import { readConfig, type SiteConfig } from '../config.ts'
import { checkWiring } from '../doors/check-wiring.ts'
import { busesOf } from '../doors/open-doors.ts'
import { FolderInUse, holdFolder } from '../state/hold-folder.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkServer } from './check-server.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Looks whether a site can run as its file says, and says all that stands against it. Moves nothing.
 * @returns whether all is well @throws ConfigFault
 */
export async function checkSite(configFile: string, { out, err }: Surroundings): Promise<boolean> {
  const config = readConfig(configFile)
  const { buses, controllers, locks } = config
  out(
    `The file is in order: ${counted(buses, 'bus', 'buses')}, ${counted(controllers, 'controller', 'controllers')}, ${counted(locks, 'lock', 'locks')}.\n`,
  )
  const folder = checkFolder(config)
  const keys = folder.length === 0 ? readKeys(config.stateDir) : undefined
  if (typeof keys === 'object') out(`Paired as site ${keys.siteId}.\n`)
  const server = await checkServer(config.server)
  const found = [
    ...folder,
    ...(typeof keys === 'string' ? [`${keys}.`] : []),
    ...checkAddresses(config),
    ...server,
    ...(folder.length === 0
      ? await checkCertificate(
          config,
          typeof keys === 'object' && server.length === 0 ? keys : undefined,
          out,
        )
      : []),
    ...(folder.length === 0 ? await checkBoards(config) : []),
  ]
  for (const sentence of found) err(`${sentence}\n`)
  if (found.length === 0) out('Keys, network, clock and wiring are in order: every controller answers.\n')
  return found.length === 0
}

const counted = ({ length }: readonly unknown[], one: string, many: string): string =>
  `${length} ${length === 1 ? one : many}`

function checkFolder({ stateDir, listen }: SiteConfig): string[] {
  const found: string[] = []
  const isOpen = (file: string, mode: number): boolean => {
    try {
      accessSync(file, mode)
      return true
    } catch {
      return false
    }
  }
  if (existsSync(stateDir) && !isOpen(stateDir, constants.R_OK | constants.W_OK | constants.X_OK))
    found.push(
      `stateDir: ${stateDir} cannot be written by this user: check as the one whom the service runs as.`,
    )
  for (const [member, file] of Object.entries(typeof listen?.tls === 'object' ? listen.tls : {}))
    if (!isOpen(file, constants.R_OK)) found.push(`listen.tls.${member}: ${file} cannot be read.`)
  return found
}

function checkAddresses({ lan, listen }: SiteConfig): string[] {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  return Object.entries({ lan, listen }).flatMap(([member, at]) => {
    const host = at?.host.replace(/%.*$/, '')
    return host === undefined || ['0.0.0.0', '::', 'localhost'].includes(host) || own.includes(host)
      ? []
      : [`${member}.host: ${host} is no address of this machine; it has ${own.join(', ')}.`]
  })
}

/** One at a time speaks on a line: beside an agent that runs, neither would be understood. */
async function checkBoards(config: SiteConfig): Promise<string[]> {
  let giveBack = async (): Promise<void> => {}
  try {
    if (existsSync(config.stateDir)) giveBack = await holdFolder(config.stateDir)
  } catch (error) {
    if (error instanceof FolderInUse)
      return ['The wiring was not looked at: the agent runs. Stop it first, then check again.']
    throw error
  }
  const buses = busesOf(config)
  try {
    return await checkWiring({ buses, locks: config.locks })
  } finally {
    await Promise.all(buses.map(async ({ driver }) => await driver.close()))
    await giveBack()
  }
}
