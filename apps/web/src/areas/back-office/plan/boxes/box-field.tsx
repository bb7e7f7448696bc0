import { Button, Select } from '@mantine/core'
import { IconLink, IconUnlink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { unitOf } from '@stowage/domain/box'
import type { MapObject } from '@stowage/domain/map-object'
import { useFormat } from '../../../../i18n/index.ts'
import { useBoxesOfPlan } from './boxes-context.tsx'
import type { PlanBox } from './plan-box.ts'
import { drawnSize } from './plan-scale.ts'
import classes from './boxes.module.css'

interface BoxFieldProps {
  readonly object: MapObject
  /** It shall stand for another box, or for none. */
  readonly onChange: (box: PlanBox | undefined) => void
}

/** More than anybody scrolls through; the rest is found by typing. */
const shownAtOnce = 60

/** The box an object stands for: chosen from the stock's list, or named by its text (decision 1). */
export function BoxField({ object, onChange }: BoxFieldProps) {
  const t = useTranslations('plan.boxes.field')
  const format = useFormat()
  const { boxes, check } = useBoxesOfPlan()
  const box = check.bound.get(object.uuid) ?? boxes?.find(({ id }) => id === object.boxId)
  const named = useMemo(() => new Map(boxes?.map((one) => [one.id, one])), [boxes])
  const groups = useMemo(() => {
    const here = new Set([...check.bound.values()].map(({ id }) => id))
    const option = ({ id, unitNumber, size }: PlanBox) => ({
      value: id,
      label: `${unitNumber}, ${format.size(size, unitOf(unitNumber))}`,
    })
    const placeOf = ({ id }: PlanBox) =>
      here.has(id) ? 'placed' : check.elsewhere.has(id) ? 'elsewhere' : 'notPlaced'
    return (['notPlaced', 'placed', 'elsewhere'] as const)
      .map((place) => ({
        group: t(place),
        items: (boxes ?? []).filter((one) => placeOf(one) === place).map(option),
      }))
      .filter(({ items }) => items.length > 0)
  }, [boxes, check, format, t])
  const byText = box !== undefined && object.boxId !== box.id
  return (
    <div className={classes.field}>
      <Select
        label={t('label')}
        placeholder={t('none')}
        leftSection={<IconLink size={16} stroke={1.75} />}
        searchable
        limit={shownAtOnce}
        disabled={boxes === undefined || object.locked === true}
        data={groups}
        value={box?.id ?? null}
        onChange={(id) => {
          const next = id === null ? undefined : named.get(id)
          if (next !== undefined && next.id !== box?.id) onChange(next)
        }}
        nothingFoundMessage={t('nothing')}
      />
      <p className={classes.hint} role="status">
        {byText && <span>{t('byText')} </span>}
        {box === undefined ? (
          object.boxId != null && boxes !== undefined && t('gone')
        ) : (
          <Sizes object={object} box={box} />
        )}
      </p>
      {object.locked !== true && (box !== undefined || object.boxId != null) && (
        <Button
          className={classes.unbind}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconUnlink size={14} stroke={2} />}
          onClick={() => onChange(undefined)}
        >
          {t('unbind')}
        </Button>
      )}
    </div>
  )
}

function Sizes({ object, box }: { readonly object: MapObject; readonly box: PlanBox }) {
  const t = useTranslations('plan.boxes.field')
  const format = useFormat()
  const { perMetre } = useBoxesOfPlan()
  const size = format.size(box.size, unitOf(box.unitNumber))
  const drawn = drawnSize(object, box, perMetre)
  if (drawn === null) return t('record', { size })
  const sides = {
    width: format.number(Math.round(drawn.width * 10) / 10),
    height: format.number(Math.round(drawn.height * 10) / 10),
    size,
  }
  return drawn.matches ? (
    t('matches', sides)
  ) : (
    <span className={classes.differs}>
      {t('differs', { ...sides, area: format.size(Math.round(drawn.area * 10) / 10) })}
    </span>
  )
}
