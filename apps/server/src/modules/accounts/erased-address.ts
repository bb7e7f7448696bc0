import type { Platform } from '../../platform/platform.ts'
import { createSealer, type Sealer } from '../../platform/seal.ts'

const sealerOf = ({ config }: Pick<Platform, 'config'>): Sealer =>
  createSealer(config.secrets.storageKey, 'erased addresses')

/** Of the fact of an erasure: the address, which by then stands in no table, for who has to find it in his own, or write there once more. */
export interface ErasedAddress {
  /** The account, or for somebody who never had one the id of his erasure. */
  readonly subjectId: string
  readonly erasedAddress?: string
}

/** @param email as it is compared */
export const sealErasedAddress = (
  platform: Pick<Platform, 'config'>,
  subjectId: string,
  email: string,
): string => sealerOf(platform).sealText(email, subjectId)

/** The address in small letters; undefined once everybody has heard of the erasure. */
export const openErasedAddress = (
  platform: Pick<Platform, 'config'>,
  { subjectId, erasedAddress }: ErasedAddress,
): string | undefined =>
  erasedAddress === undefined ? undefined : sealerOf(platform).openText(erasedAddress, subjectId)
