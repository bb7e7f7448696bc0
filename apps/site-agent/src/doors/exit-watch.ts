import type { ExitTrouble } from '@stowage/lsp/messages'

/** The exit contact of one door: which of its presses explain an opening, and whether it is wired as one. */
export interface ExitWatch {
  /** A reading of the contact, with that of the door in the same reading. @returns whether an opening soon is explained by it */
  read(isPressed: boolean, isDoorOpen: boolean | undefined): boolean
  trouble(): ExitTrouble | undefined
}

export interface ExitWatchOptions {
  /** Milliseconds that only go forward. */
  readonly ticks: () => number
}

/** A button that is held for so long is stuck. */
const STUCK_MS = 10 * 60_000
/** Changes in a row in the same reading as the door's own, each with its way back: named after three, believed once at most. */
const IN_STEP = 6
const DOUBTED = 2
/** Presses in a row behind which no door opened: a wire that flickers. */
const IDLE_PRESSES = 50

/**
 * A press explains an opening for a short while after it began, and not behind the door's own movement. A contact that is wired to
 * the door's own contact, or that is stuck, would otherwise silence the alarm of that door for ever.
 */
export function createExitWatch({ ticks }: ExitWatchOptions): ExitWatch {
  let last: { readonly isPressed: boolean; readonly isOpen: boolean | undefined } | undefined
  let pressedAt: number | undefined
  let inStep = 0
  let idlePresses = 0

  const trouble = (): ExitTrouble | undefined => {
    if (inStep >= IN_STEP) return 'inStep'
    if (idlePresses >= IDLE_PRESSES) return 'flickers'
    return last?.isPressed === true && pressedAt !== undefined && ticks() - pressedAt >= STUCK_MS
      ? 'stuck'
      : undefined
  }

  return {
    trouble,
    read(isPressed, isOpen) {
      const before = last
      last = { isPressed, isOpen }
      if (before === undefined) {
        // Pressed since before the start: for how long is not known, and no press of now.
        if (isPressed) pressedAt = ticks()
        return false
      }
      const hasChanged = isPressed !== before.isPressed
      const hasMoved = isOpen !== before.isOpen
      const opens = hasMoved && isOpen === true
      const rises = hasChanged && isPressed
      if (hasChanged && hasMoved) inStep += 1
      else if (hasChanged || hasMoved) inStep = 0
      if (opens) idlePresses = 0
      if (!rises) return false
      pressedAt = ticks()
      if (isOpen !== true) idlePresses += 1
      if (trouble() !== undefined) return false
      // A quick hand may move button and door within one reading, but not come and go with it.
      return hasMoved ? opens && inStep <= DOUBTED : isOpen !== true
    },
  }
}
