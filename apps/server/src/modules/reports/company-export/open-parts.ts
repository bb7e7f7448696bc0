import type { Database } from '../../../platform/database/connect.ts'
import type { Files } from '../../../platform/files/files.ts'
import { fileKeyOf, openFile } from '../../../platform/files/seal-file.ts'
import { createSealer } from '../../../platform/seal.ts'
import { accountSealer } from '../../payments/index.ts'
import type { ExportParts } from './write-export.ts'

/** What an export is made of: rows, files, and the key with which what is sealed at home is opened on its way out. */
export function openParts(house: {
  readonly db: Database
  readonly files: Files
  readonly storageKey: string
}): Omit<ExportParts, 'begin'> {
  const kyc = createSealer(house.storageKey, 'kyc')
  const accounts = accountSealer(house.storageKey)
  return {
    db: house.db,
    files: house.files,
    openColumn: (_kind, sealed, id) => accounts.openText(sealed, id),
    openIdentity: ({ id, sealedKey }, sealed) =>
      sealedKey === null ? kyc.open(sealed, id) : openFile(sealed, fileKeyOf(kyc, sealedKey, id), id),
  }
}
