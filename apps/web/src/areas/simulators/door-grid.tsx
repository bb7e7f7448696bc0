import { Checkbox, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconLock,
  IconLockOpen,
  IconPlugConnectedX,
  IconSearch,
} from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DoorView } from '@stowage/api/simulators'
import classes from './doors.module.css'

interface DoorGridProps {
  readonly doors: readonly DoorView[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

/** All doors of a site as tiles: gates and entrances first, then the boxes. */
export function DoorGrid({ doors, chosen, onChoose }: DoorGridProps) {
  const t = useTranslations('simulators.doors')
  const [text, setText] = useState('')
  const [onlyOpen, setOnlyOpen] = useState(false)
  const wanted = text.trim().toLowerCase()
  const shown = doors
    .filter(
      (door) =>
        (wanted === '' || door.name.toLowerCase().includes(wanted) || door.id.includes(wanted)) &&
        (!onlyOpen || door.position === 'opened'),
    )
    .toSorted(
      (one, other) =>
        Number(one.kind === 'box') - Number(other.kind === 'box') ||
        one.name.localeCompare(other.name, 'en', { numeric: true }),
    )
  return (
    <>
      <div className={classes.filter}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Checkbox
          label={t('onlyOpen')}
          checked={onlyOpen}
          onChange={(event) => setOnlyOpen(event.currentTarget.checked)}
        />
      </div>
      {shown.length === 0 && <p className={classes.meta}>{t('noDoors')}</p>}
      <ul className={classes.grid}>
        {shown.map((door) => (
          <Tile key={door.id} door={door} isChosen={door.id === chosen} onChoose={onChoose} />
        ))}
      </ul>
    </>
  )
}

interface TileProps {
  readonly door: DoorView
  readonly isChosen: boolean
  readonly onChoose: (id: string) => void
}

/** Drawn again only when its door has moved: six hundred of them are asked about every second. */
const Tile = memo(function Tile({ door, isChosen, onChoose }: TileProps) {
  const t = useTranslations('simulators.doors')
  const { name, kind, position, online, jammed, staysOpen } = door
  const Icon = !online ? IconPlugConnectedX : position === 'opened' ? IconLockOpen : IconLock
  const hasTrouble = jammed || staysOpen
  return (
    <li>
      <button
        type="button"
        className={classes.tile}
        data-kind={kind}
        data-position={position}
        data-offline={!online || undefined}
        aria-pressed={isChosen}
        onClick={() => onChoose(door.id)}
      >
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        <span>{name}</span>
        <span className="st-spoken">{online ? t(position) : t('noConnection')}</span>
        {hasTrouble && (
          <>
            <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
            <span className="st-spoken">{jammed ? t('jammed') : t('staysOpen')}</span>
          </>
        )}
      </button>
    </li>
  )
})
