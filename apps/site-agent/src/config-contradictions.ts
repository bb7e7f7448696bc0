import net from 'node:net'
import { busOf, controllerOf, outputOf } from '@stowage/lsp/messages'
import type { ControllerConfig, SiteConfig } from './config.ts'

/** What cannot be true of a site though each member is well formed by itself: a sentence for each. */
export function contradictionsIn(config: SiteConfig): string[] {
  return [...carriers(config), ...buses(config), ...controllers(config), ...locks(config)]
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Addresses that no router of the internet carries: the site's own network. */
export function isOwnNetwork(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '').replace(/%.*$/, '')
  return isLoopback(plain) || OWN_NETWORKS.check(plain, net.isIPv6(plain) ? 'ipv6' : 'ipv4')
}
const OWN_NETWORKS = new net.BlockList()
OWN_NETWORKS.addSubnet('10.0.0.0', 8, 'ipv4')
OWN_NETWORKS.addSubnet('172.16.0.0', 12, 'ipv4')
OWN_NETWORKS.addSubnet('192.168.0.0', 16, 'ipv4')
OWN_NETWORKS.addSubnet('169.254.0.0', 16, 'ipv4')
OWN_NETWORKS.addSubnet('fc00::', 7, 'ipv6')
OWN_NETWORKS.addSubnet('fe80::', 10, 'ipv6')

function* carriers({ server, carrier, listen, lan, stateDir }: SiteConfig): Generator<string> {
  const { protocol, hostname } = new URL(server)
  if (protocol === 'http:' && !isLoopback(hostname.replaceAll(/[[\]]/g, '')))
    yield `server: ${server} is not encrypted; https:// is needed for any server that is not this machine`
  if (carrier !== 'tunnel' && listen === undefined)
    yield `listen: is missing, and carrier "${carrier}" needs an address and a port for the server's calls`
  if (carrier === 'tunnel' && listen !== undefined)
    yield `listen: nothing comes in there with carrier "tunnel"; take it out, or make carrier "both"`
  if (lan !== undefined && (net.isIP(lan.host) === 0 || !isOwnNetwork(lan.host)))
    yield `lan.host: ${lan.host} is no address of the site's own network (10.x, 172.16-31.x, 192.168.x); the page for PINs is for those who stand there`
  if (lan !== undefined && listen !== undefined && lan.port === listen.port && lan.port !== 0)
    yield `lan.port: ${lan.port} is the port of listen too; the page for PINs needs one of its own`
  // The socket that keeps a second agent out lies there, and its path may have 100 characters or so.
  if (stateDir.length > 85) yield `stateDir: the path may have 85 characters at most`
}

function* buses({ buses: all, controllers: boards }: SiteConfig): Generator<string> {
  for (const [index, { bus, protocol, transport }] of all.entries()) {
    const earlier = all.findIndex((other) => other.bus === bus)
    if (earlier < index) yield `buses[${index}]: bus ${bus} stands there twice, first as buses[${earlier}]`
    const line = lineOf(transport)
    const same = all.findIndex((other) => lineOf(other.transport) === line)
    if (same < index) yield `buses[${index}]: ${line} is the line of bus ${all[same]?.bus ?? '?'} already`
    if (protocol === 'xorlock' && transport.kind === 'rtu-over-tcp')
      yield `buses[${index}].transport: lock boards behind a converter are reached by "tcp"`
    if (!boards.some((board) => board.bus === bus)) yield `buses[${index}]: bus ${bus} has no controller`
  }
}

const lineOf = (transport: SiteConfig['buses'][number]['transport']): string =>
  transport.kind === 'rtu' ? transport.path : `${transport.host}:${transport.port}`

function* controllers({ buses: lines, controllers: all }: SiteConfig): Generator<string> {
  for (const [index, board] of all.entries()) {
    const place = `controllers[${index}]`
    const line = lines.find(({ bus }) => bus === board.bus)
    if (line === undefined) yield `${place}: bus ${board.bus} is not in buses`
    const name = `${board.bus}:${twoDigits(board.no)}`
    const earlier = all.findIndex((other) => other.bus === board.bus && other.no === board.no)
    if (earlier < index)
      yield `${place}: controller ${name} stands there twice, first as controllers[${earlier}]`
    const clash = all.slice(0, index).find((other) => other.no !== board.no && overlaps(other, board))
    if (clash !== undefined)
      yield `${place}: controller ${name} has unit id ${board.unitId} and coils of controller ${clash.bus}:${twoDigits(clash.no)} on the same bus: one command would open two doors`
    if (line?.protocol === 'modbus' && board.inputs !== undefined && board.inputs < board.outputs)
      yield `${place}.inputs: the contacts of the doors come first, so there are at least as many as outputs (${board.outputs})`
    if (line?.protocol === 'xorlock' && board.outputs > 32)
      yield `${place}.outputs: a lock board has 32 outputs at most, ${board.outputs} is there`
  }
}

function overlaps(one: ControllerConfig, other: ControllerConfig): boolean {
  return (
    one.bus === other.bus &&
    one.unitId === other.unitId &&
    one.coilBase < other.coilBase + other.outputs &&
    other.coilBase < one.coilBase + one.outputs
  )
}

function* locks({ buses: lines, controllers: boards, locks: all }: SiteConfig): Generator<string> {
  const first = new Map<string, number>()
  for (const [index, { id, name, exit }] of all.entries()) {
    const place = `locks[${index}] (lock ${id}, ${name})`
    const earlier = first.get(id)
    if (earlier !== undefined) yield `${place}: this lock stands there twice, first as locks[${earlier}]`
    else first.set(id, index)
    const [bus, no, output] = [busOf(id), controllerOf(id), outputOf(id)]
    const board = boards.find((one) => one.bus === bus && one.no === no)
    if (!lines.some((line) => line.bus === bus)) yield `${place}: bus ${bus} is not in buses`
    else if (board === undefined) yield `${place}: controller ${bus}:${twoDigits(no)} is not in controllers`
    else if (output > board.outputs)
      yield `${place}: controller ${bus}:${twoDigits(no)} has ${board.outputs} outputs, there is no output ${output}`
    if (board !== undefined && typeof exit === 'object' && exit.input > (board.inputs ?? board.outputs))
      yield `${place}.exit.input: controller ${bus}:${twoDigits(no)} has ${board.inputs ?? board.outputs} contacts, there is no contact ${exit.input}`
  }
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')
