import type { ReactNode } from 'react'

/** For the `<b>` of a text: the figure in a sentence that the eye looks for. */
export function bold(words: ReactNode): ReactNode {
  return <b>{words}</b>
}
