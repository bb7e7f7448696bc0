/** Where failures of writes are said that no screen says itself: the page listens while it is shown. */
let listener: ((error: Error) => void) | null = null

export function sayFailure(error: Error): void {
  listener?.(error)
}

export function onFailure(say: (error: Error) => void): () => void {
  listener = say
  return () => {
    if (listener === say) listener = null
  }
}
