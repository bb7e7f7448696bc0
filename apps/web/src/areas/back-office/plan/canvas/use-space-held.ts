import { useEffect, useRef } from 'react'

/** Whether the space bar is held: then the pointer moves the sheet. */
export function useSpaceHeld(): () => boolean {
  const held = useRef(false)
  useEffect(() => {
    const set = (isDown: boolean) => (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, button, [role="tree"]') !== null
      if (event.code === 'Space' && !isTyping) {
        if (isDown) event.preventDefault()
        held.current = isDown
      }
    }
    const [down, up] = [set(true), set(false)]
    window.addEventListener('keydown', down)
    window.addEventListener('keyup', up)
    return () => {
      window.removeEventListener('keydown', down)
      window.removeEventListener('keyup', up)
    }
  }, [])
  return () => held.current
}
