import type { getBox } from '@stowage/api/catalog'
import type { Answer } from '@stowage/api/endpoint'

/** A box as its page shows it, with what the one who asks may see. */
export type ShownBox = Answer<typeof getBox>
