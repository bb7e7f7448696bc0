import { Popover } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { shownColour, typedColour } from '../model/colour.ts'
import { commonOf, sameOr } from '../model/common.ts'
import { styleOf, withStyle } from '../model/properties.ts'
import { usePlanStore } from '../use-plan.ts'
import { useEdits } from './use-edits.ts'
import classes from './properties.module.css'

/** Walls, rooms, boxes and signs of the house's own drawings (theme.md 5), then the usual ones. */
const swatches = [
  '#ffffff',
  '#f3f1ed',
  '#efefed',
  '#d3d3d3',
  '#646464',
  '#57544e',
  '#000000',
  '#045c62',
  '#2f834d',
  '#ac2724',
  '#e79c27',
  '#1d6fb6',
]

/** The browser knows every name of a colour. */
const isName = (name: string): boolean => CSS.supports('color', name)

/** For the system's colour picker, which takes nothing but `#rrggbb`. */
function hexOf(colour: string): string {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null || colour === 'none') return '#000000'
  pen.fillStyle = colour
  const hex = pen.fillStyle
  return /^#[\da-f]{6}$/.test(hex) ? hex : '#000000'
}

interface ColourFieldProps {
  readonly property: 'fill' | 'stroke' | 'textColor'
}

/** A colour of all that is chosen: typed, from a few of the house, or from the system's picker. */
export function ColourField({ property }: ColourFieldProps) {
  const t = useTranslations('plan.props')
  const store = usePlanStore()
  const { shown, isLocked, change } = useEdits()
  const [typed, setTyped] = useState<string | null>(null)
  const target = useRef<ReadonlySet<string>>(new Set())
  const common = commonOf(shown, (object) => styleOf(object, property))
  if (common.kind === 'none') return null
  const colour = sameOr(common, null)
  const wanted = typed === null ? null : typedColour(typed, isName)
  const isWrong = typed !== null && typed.trim() !== '' && wanted === null

  const put = (value: string, joins?: string): void =>
    change((object) => withStyle(object, property, value), joins === undefined ? {} : { joins })
  const take = (): void => {
    if (wanted !== null) change((object) => withStyle(object, property, wanted), { uuids: target.current })
    setTyped(null)
  }
  return (
    <div className={classes.field} data-wrong={isWrong || undefined} title={t(property)}>
      <Popover position="bottom-start" withinPortal disabled={isLocked}>
        <Popover.Target>
          <button
            type="button"
            className={classes.swatch}
            data-none={colour === 'none' || undefined}
            data-mixed={colour === null || undefined}
            style={colour === null || colour === 'none' ? {} : { background: colour }}
            aria-label={t('choose', { what: t(property) })}
            disabled={isLocked}
          />
        </Popover.Target>
        <Popover.Dropdown aria-label={t(property)}>
          <div className={classes.swatches}>
            {swatches.map((one) => (
              <button
                key={one}
                type="button"
                className={classes.swatch}
                style={{ background: one }}
                aria-label={shownColour(one)}
                aria-pressed={one === colour}
                title={shownColour(one)}
                onClick={() => put(one)}
              />
            ))}
            {property !== 'textColor' && (
              <button
                type="button"
                className={classes.swatch}
                data-none
                aria-label={t('noColour')}
                aria-pressed={colour === 'none'}
                title={t('noColour')}
                onClick={() => put('none')}
              />
            )}
          </div>
          <label className={classes.picker}>
            <input
              type="color"
              value={hexOf(colour ?? '#000000')}
              onChange={(event) => put(event.currentTarget.value, `pick ${property}`)}
            />
            {t('otherColour')}
          </label>
        </Popover.Dropdown>
      </Popover>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        aria-label={t(property)}
        aria-invalid={isWrong}
        disabled={isLocked}
        data-left
        placeholder={common.kind === 'different' ? t('different') : ''}
        value={typed ?? (colour === null ? '' : colour === 'none' ? t('none') : shownColour(colour))}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          if (typed === null) target.current = store.get().selected
          setTyped(event.currentTarget.value)
        }}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
          if (event.key === 'Escape') setTyped(null)
        }}
      />
    </div>
  )
}
