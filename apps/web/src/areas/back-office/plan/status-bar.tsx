import { ActionIcon } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { editorCanvas } from '@stowage/domain/map-object'
import type { PointerPlace } from './pointer-place.ts'
import { usePlan } from './use-plan.ts'
import classes from './plan.module.css'

interface StatusBarProps {
  readonly place: PointerPlace
  readonly onHelp: () => void
}

/** Where the pointer is, and what can be done now. */
export function StatusBar({ place, onHelp }: StatusBarProps) {
  const t = useTranslations('plan.status')
  const reach = useTranslations('plan.reach')
  const tool = usePlan((state) => state.tool)
  const editing = usePlan((state) => state.editing)
  const isByKeys = usePlan((state) => state.cursor !== null)
  const isAny = usePlan((state) => state.selected.size > 0)
  const hint =
    editing !== null
      ? t('path')
      : tool === 'pan'
        ? t('pan')
        : tool !== 'select'
          ? isByKeys
            ? reach('drawKeys')
            : t('draw')
          : isAny
            ? t('arrows')
            : t('choose')
  return (
    <footer className={classes.status}>
      <Place place={place} />
      <span>{t('grid')}</span>
      <span className={classes.hint}>{hint}</span>
      <span className={classes.hint}>{t('contour')}</span>
      <span className={classes.size}>
        {t('canvas', { width: String(editorCanvas.width), height: String(editorCanvas.height) })}
      </span>
      <ActionIcon size={24} aria-label={t('keys')} title={t('keys')} onClick={onHelp}>
        <IconKeyboard size={18} stroke={1.75} />
      </ActionIcon>
    </footer>
  )
}

/** Written past React: it changes with every movement of the pointer. */
function Place({ place }: { readonly place: PointerPlace }) {
  const box = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      place.subscribe((at) => {
        if (box.current !== null)
          box.current.textContent = at === null ? '' : `X ${Math.round(at.x)} Y ${Math.round(at.y)}`
      }),
    [place],
  )
  return <span ref={box} className={classes.place} aria-hidden="true" />
}
