import type { Answer } from '@stowage/api/endpoint'
import type { createBox } from '@stowage/api/boxes'
import { sizeGroup } from '@stowage/domain/box'
import type { EditedBox } from './box-edit-store.ts'

/** A box as it is answered to who makes and edits it. */
export function describeBox(box: EditedBox): Answer<typeof createBox> {
  const { externalId, createdAt, updatedAt, claim: _claim, ...facts } = box
  return {
    ...facts,
    unitId: externalId ?? box.id,
    number: box.unitNumber,
    sizeGroup: sizeGroup(box.size),
    physicalSize: box.size,
    created: createdAt.toString(),
    updated: updatedAt?.toString() ?? null,
  }
}
