import { busOf, controllerOf, outputOf } from '@stowage/lsp/messages'
import type { DoorLock } from './door.ts'

/** The door whose own contact the exit of a lock is wired to; undefined: none. */
export function doorOnExit(lock: DoorLock, locks: readonly DoorLock[]): DoorLock | undefined {
  const { exit, id } = lock
  if (typeof exit !== 'object') return undefined
  return locks.find(
    (other) =>
      other.hasContact !== false &&
      busOf(other.id) === busOf(id) &&
      controllerOf(other.id) === controllerOf(id) &&
      outputOf(other.id) === exit.input,
  )
}

/** Exit contacts that are contacts of doors: a sentence for each. */
export function exitsOnDoorContacts(locks: readonly DoorLock[]): string[] {
  return locks.flatMap((lock) => {
    const door = doorOnExit(lock, locks)
    if (door === undefined || typeof lock.exit !== 'object') return []
    const whose = door.id === lock.id ? 'its own door' : `lock ${door.id} (${door.name})`
    return `Lock ${lock.id} (${lock.name}): its exit button is on contact ${lock.exit.input}, which is the contact of ${whose}. It explains no opening: give the button a contact of its own.`
  })
}
