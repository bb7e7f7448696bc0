/** Asks the person to prove who sits there; false where it was cancelled. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asked: Promise<boolean> | null = null
const listeners = new Set<() => void>()

function setAsked(next: Promise<boolean> | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** The page's dialog listens while it is shown. */
export function onProofAsked(listener: Ask): () => void {
  ask = listener
  return () => {
    if (ask === listener) ask = null
  }
}

/** Asked once, however many calls wait for it. */
export async function askForProof(): Promise<boolean> {
  if (asked === null) setAsked((ask?.() ?? Promise.resolve(false)).finally(() => setAsked(null)))
  return (await asked) ?? false
}

export const isProofAsked = (): boolean => asked !== null

export function onProofChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
