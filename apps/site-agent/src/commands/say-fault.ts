import { PairingFailed } from '../carriers/pair.ts'
import { ConfigFault } from '../config.ts'
import { FolderInUse } from '../state/hold-folder.ts'

/** What an installer can do something about: a sentence each. @returns undefined for what is a fault of this program */
export function sentencesOf(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigFault) return error.faults
  if (error instanceof PairingFailed || error instanceof FolderInUse) return [error.message]
  const sentence = isOfSystem(error) ? ofSystem(error) : undefined
  return sentence === undefined ? undefined : [sentence]
}

interface SystemFault extends Error {
  readonly code: string
  readonly path?: string
  readonly address?: string
  readonly port?: number
}

const isOfSystem = (error: unknown): error is SystemFault =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

function ofSystem({ code, path, address, port }: SystemFault): string | undefined {
  const where = port === undefined ? (path ?? '?') : `${address ?? '?'}:${port}`
  switch (code) {
    case 'EADDRINUSE':
      return `${where} is taken: another program listens there`
    case 'EADDRNOTAVAIL':
      return `${where} is no address of this machine`
    case 'EACCES':
    case 'EPERM':
      return port === undefined
        ? `${where} may not be used by this user (run it as the one whom the service runs as)`
        : `${where} may not be listened on by this user: ports below 1024 belong to root`
    case 'ENOENT':
      return `${where} is missing`
    case 'ENOSPC':
      return `${where} cannot be written: the disk is full`
    case 'EROFS':
      return `${where} cannot be written: the disk is read-only`
    default:
      return undefined
  }
}
