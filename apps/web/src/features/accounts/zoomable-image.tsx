import { ActionIcon, Box } from '@mantine/core'
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import { fingersApart, stepZoom, zoomLimits } from './zoom.ts'
import classes from './kyc.module.css'

/**
 * A picture that is looked at closely: by buttons, by + − 0, by a double press, by two fingers. What does not fit is moved by
 * scrolling, with a finger or with the arrow keys.
 */
export function ZoomableImage({ src, name }: { readonly src: string; readonly name: string }) {
  const t = useTranslations('backoffice.kyc.zoom')
  const [zoom, setZoom] = useState<number>(zoomLimits.least)
  const fingers = useRef(new Map<number, { readonly x: number; readonly y: number }>())
  const pinch = useRef<{ readonly apart: number; readonly zoom: number } | null>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === '+' || event.key === '=') setZoom(stepZoom(zoom, 1))
    else if (event.key === '-') setZoom(stepZoom(zoom, -1))
    else if (event.key === '0') setZoom(zoomLimits.least)
    else return
    event.preventDefault()
  }
  const onPointerMove = ({ pointerId, clientX: x, clientY: y }: PointerEvent): void => {
    if (!fingers.current.has(pointerId)) return
    fingers.current.set(pointerId, { x, y })
    const apart = fingersApart([...fingers.current.values()])
    if (apart === null) return
    pinch.current ??= { apart, zoom }
    setZoom(
      Math.min(
        zoomLimits.most,
        Math.max(zoomLimits.least, (pinch.current.zoom * apart) / pinch.current.apart),
      ),
    )
  }
  const onPointerUp = ({ pointerId }: PointerEvent): void => {
    fingers.current.delete(pointerId)
    pinch.current = null
  }
  return (
    <>
      <div className={classes.zoomTools}>
        <ActionIcon
          size={44}
          aria-label={t('out')}
          title={t('out')}
          disabled={zoom <= zoomLimits.least}
          onClick={() => setZoom(stepZoom(zoom, -1))}
        >
          <IconZoomOut size={22} stroke={1.75} />
        </ActionIcon>
        <output className={classes.zoomed}>{t('level', { percent: Math.round(zoom * 100) })}</output>
        <ActionIcon
          size={44}
          aria-label={t('in')}
          title={t('in')}
          disabled={zoom >= zoomLimits.most}
          onClick={() => setZoom(stepZoom(zoom, 1))}
        >
          <IconZoomIn size={22} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          size={44}
          aria-label={t('reset')}
          title={t('reset')}
          disabled={zoom === zoomLimits.least}
          onClick={() => setZoom(zoomLimits.least)}
        >
          <IconZoomReset size={22} stroke={1.75} />
        </ActionIcon>
      </div>
      {/* Takes the keyboard: arrows scroll what is larger than the window, + − 0 zoom. */}
      <Box
        className={classes.zoomView}
        role="group"
        aria-label={t('label', { name })}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onDoubleClick={() => setZoom(zoom === zoomLimits.least ? 2 : zoomLimits.least)}
        onPointerDown={({ pointerId, clientX: x, clientY: y }) => fingers.current.set(pointerId, { x, y })}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onPointerLeave={onPointerUp}
      >
        <img
          className={classes.zoomImage}
          src={src}
          alt={name}
          draggable={false}
          style={{ width: `${zoom * 100}%`, maxHeight: zoom === zoomLimits.least ? '68vh' : 'none' }}
        />
      </Box>
    </>
  )
}
