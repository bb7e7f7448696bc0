import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { wordsOf } from '../model/object-rows.ts'
import { usePlan } from '../use-plan.ts'
import type { RefusedObject } from './refused-objects.ts'
import classes from './maps.module.css'

/** The fields of an object that have a name for people. */
const toldFields = [
  'type',
  'uuid',
  'x',
  'y',
  'width',
  'height',
  'rotate',
  'fill',
  'stroke',
  'strokeWidth',
  'radius',
  'blendMode',
  'text',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'textDecoration',
  'textColor',
  'xlinkHref',
  'path',
  'boxId',
] as const

interface RefusedListProps {
  readonly refused: readonly RefusedObject[]
  /** Chooses objects and brings them into sight. */
  readonly onGo: (uuids: readonly string[]) => void
}

/** Objects that the server would not keep: chosen and brought into sight at once, and each with its reason until it is changed. */
export function RefusedList({ refused, onGo }: RefusedListProps) {
  const t = useTranslations('plan')
  const objects = usePlan((state) => state.objects)
  const goAll = useEffectEvent(() => onGo(refused.map(({ object }) => object.uuid)))
  useEffect(() => {
    if (refused.length > 0) goAll()
  }, [refused])
  // A changed object is another one: its reason may be gone.
  const left = refused.filter(({ object }) => objects.includes(object))
  if (left.length === 0) return null
  return (
    <div className={classes.refused} role="group" aria-label={t('maps.refused.title')}>
      <p>{t('maps.refused.title')}</p>
      <ul>
        {left.map(({ object, field, words }) => {
          const known = toldFields.find((one) => one === field)
          const name = wordsOf(object)
          return (
            <li key={`${object.uuid}-${field}`}>
              <button type="button" onClick={() => onGo([object.uuid])}>
                <strong>{name === '' ? t(`tool.${object.type}`) : name}</strong>{' '}
                <span>
                  {words ??
                    t('maps.refused.what', { what: known === undefined ? field : t(`maps.field.${known}`) })}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
