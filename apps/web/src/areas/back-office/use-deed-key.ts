import { useRef } from 'react'
import { randomId } from '../../client/index.ts'

/**
 * The Idempotency-Key of a form: the same for the same body, so that a press after a lost answer does nothing twice, and
 * another one as soon as something else is sent.
 */
export function useDeedKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: randomId() }
    return last.current.key
  }
}
