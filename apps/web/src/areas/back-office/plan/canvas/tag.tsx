import { useEffect, useState } from 'react'
import classes from './canvas.module.css'

/** Degrees or size at the pointer, while something is turned or pulled. */
export function Tag({
  tag,
}: {
  readonly tag: { readonly degrees: number } | { readonly width: number; readonly height: number }
}) {
  const place = usePointerPlace()
  return (
    <output className={classes.tag} style={{ left: place.x, top: place.y }}>
      {'degrees' in tag ? `${tag.degrees}°` : `${tag.width} × ${tag.height}`}
    </output>
  )
}

/** Where the pointer is, in the frame. */
function usePointerPlace(): { readonly x: number; readonly y: number } {
  const [place, setPlace] = useState({ x: -999, y: -999 })
  useEffect(() => {
    const onMove = (event: PointerEvent): void => {
      const frame = document.querySelector(`.${classes.frameBox}`)?.getBoundingClientRect()
      setPlace({ x: event.clientX - (frame?.left ?? 0), y: event.clientY - (frame?.top ?? 0) })
    }
    window.addEventListener('pointermove', onMove)
    return () => window.removeEventListener('pointermove', onMove)
  }, [])
  return place
}
