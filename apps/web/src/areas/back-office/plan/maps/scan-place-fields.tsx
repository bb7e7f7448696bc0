import { Group, NumberInput, Slider, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ScanPlace } from './use-scan.ts'

/** Where the scan lies, and how much of it shows. */
export function ScanPlaceFields({
  place,
  onChange,
}: {
  readonly place: ScanPlace
  readonly onChange: (part: Partial<ScanPlace>) => void
}) {
  const t = useTranslations('plan.maps.scan')
  const ratio = place.height / place.width
  const numbers = (name: 'x' | 'y') => (value: number | string) => {
    if (typeof value === 'number' && Math.abs(value) <= 100_000) onChange({ [name]: value })
  }
  return (
    <>
      <Group grow>
        <NumberInput label="X" value={place.x} onChange={numbers('x')} />
        <NumberInput label="Y" value={place.y} onChange={numbers('y')} />
        <NumberInput
          label={t('width')}
          value={Math.round(place.width)}
          min={1}
          max={100_000}
          onChange={(width) => {
            if (typeof width === 'number' && width >= 1 && width <= 100_000)
              onChange({ width, height: Math.min(100_000, Math.max(1, width * ratio)) })
          }}
        />
      </Group>
      <div>
        <Text size="sm" id="scan-opacity">
          {t('opacity')}
        </Text>
        <Slider
          thumbProps={{ 'aria-labelledby': 'scan-opacity' }}
          value={Math.round(place.opacity * 100)}
          min={0}
          max={100}
          label={(value) => `${value} %`}
          onChange={(value) => onChange({ opacity: value / 100 })}
        />
      </div>
    </>
  )
}
