import { ActionIcon } from '@mantine/core'
import { IconBold, IconItalic, IconUnderline } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import { commonOf, sameOr } from '../model/common.ts'
import { fontGroups } from '../model/fonts.ts'
import { styleOf, withStyle, type StyleProperty } from '../model/properties.ts'
import { ColourField } from './colour-field.tsx'
import { NumberField } from './number-field.tsx'
import { StyleSelect } from './style-select.tsx'
import { useEdits } from './use-edits.ts'
import { isWanted, type Wish } from './wish.ts'
import classes from './properties.module.css'

const toggles = [
  { property: 'fontWeight', on: 'bold', off: 'normal', Sign: IconBold },
  { property: 'fontStyle', on: 'italic', off: 'normal', Sign: IconItalic },
  { property: 'textDecoration', on: 'underline', off: 'none', Sign: IconUnderline },
] as const satisfies readonly { readonly property: StyleProperty; [rest: string]: unknown }[]

/** What is written on the chosen objects, and how. */
export function TextSection({ wish }: { readonly wish: Wish | null }) {
  const t = useTranslations('plan.props')
  const { shown, isLocked, change } = useEdits()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!isWanted(wish, 'text')) return
    area.current?.focus()
    area.current?.select()
  }, [wish])
  const text = commonOf(shown, (object) => styleOf(object, 'text'))
  if (text.kind === 'none') return null
  return (
    <section className={classes.section} aria-label={t('text')}>
      <h3>{t('text')}</h3>
      <textarea
        ref={area}
        className={classes.words}
        rows={2}
        aria-label={t('text')}
        maxLength={limits.plan.text}
        disabled={isLocked}
        placeholder={text.kind === 'different' ? t('different') : ''}
        value={sameOr(text, '')}
        onChange={(event) => {
          const words = event.currentTarget.value
          change((object) => withStyle(object, 'text', words), { joins: 'text' })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <StyleSelect property="fontFamily">
        {(chosen) => (
          <>
            {chosen !== null && !fontGroups.some(({ families }) => families.includes(chosen)) && (
              <option value={chosen}>{chosen}</option>
            )}
            {fontGroups.map(({ kind, families }) => (
              <optgroup key={kind} label={t(`fonts.${kind}`)}>
                {families.map((family) => (
                  <option key={family} value={family}>
                    {family}
                  </option>
                ))}
              </optgroup>
            ))}
          </>
        )}
      </StyleSelect>
      <div className={classes.pair}>
        <NumberField property="fontSize" mark={t('sizeMark')} />
        <div className={classes.toggles} role="group" aria-label={t('fontLook')}>
          {toggles.map(({ property, on, off, Sign }) => {
            const state = sameOr(
              commonOf(shown, (object) => styleOf(object, property)),
              null,
            )
            return (
              <ActionIcon
                key={property}
                size={30}
                variant={state === on ? 'light' : 'subtle'}
                color={state === on ? 'teal' : 'gray'}
                aria-label={t(property)}
                title={t(property)}
                aria-pressed={state === null ? 'mixed' : state === on}
                disabled={isLocked}
                onClick={() => change((object) => withStyle(object, property, state === on ? off : on))}
              >
                <Sign size={16} stroke={2} />
              </ActionIcon>
            )
          })}
        </div>
        <ColourField property="textColor" />
      </div>
    </section>
  )
}
