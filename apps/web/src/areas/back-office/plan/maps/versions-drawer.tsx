import { Button, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getMapVersion, listMapVersions } from '@stowage/api/maps'
import { editorCanvas, type MapObject } from '@stowage/domain/map-object'
import { queryOf } from '../../../../client/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import { ErrorState, Pill, SkeletonRows, toast } from '../../../../ui/index.ts'
import { Drawer } from '../../../../ui/dialog.tsx'
import { ObjectsLayer } from '../canvas/objects-layer.tsx'
import { usePlanStore } from '../use-plan.ts'
import { useMapSession } from './session.ts'
import classes from './maps.module.css'

const nothing: ReadonlySet<string> = new Set()

/** What was saved of the map: who, when, what; an earlier drawing can be looked at and brought back as one step. */
export function VersionsDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('plan.maps.versions')
  const format = useFormat()
  const store = usePlanStore()
  const { stock, mapId, record, open } = useMapSession()
  const [chosen, setChosen] = useState<number | null>(null)
  const params = { stockId: stock.id, mapId }
  const versions = useQuery({
    ...queryOf(listMapVersions, { params }),
    enabled: record !== null,
    staleTime: 0,
  })
  const drawing = useQuery({
    ...queryOf(getMapVersion, { params: { ...params, version: String(chosen) } }),
    enabled: chosen !== null,
    // A version never changes; a renamed map may leave its name to another one.
    gcTime: 0,
  })
  const bring = (objects: MapObject[], version: number): void => {
    store.commit(objects)
    open.setOrigin(store.get().objects, { restored: version })
    toast({ tone: 'blue', text: t('brought', { version }) })
    onClose()
  }
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={t('title', { name: mapId })}>
      <Stack gap="md">
        {chosen !== null && drawing.data !== undefined && (
          <Stack gap="xs">
            <svg
              className={classes.preview}
              viewBox={`0 0 ${editorCanvas.width} ${editorCanvas.height}`}
              role="img"
              aria-label={t('preview', { version: chosen, count: drawing.data.length })}
            >
              <rect width={editorCanvas.width} height={editorCanvas.height} fill={editorCanvas.background} />
              <ObjectsLayer objects={drawing.data} without={nothing} />
            </svg>
            <Button onClick={() => bring(drawing.data, chosen)}>{t('bring', { version: chosen })}</Button>
          </Stack>
        )}
        {drawing.error !== null && (
          <ErrorState error={drawing.error} onRetry={() => void drawing.refetch()} />
        )}
        {record === null ? (
          <Text c="dimmed">{t('none')}</Text>
        ) : versions.error !== null ? (
          <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
        ) : versions.data === undefined ? (
          <SkeletonRows />
        ) : (
          <div>
            {chosen === null && (
              <Text c="dimmed" size="sm" mb="xs">
                {t('how')}
              </Text>
            )}
            {versions.data.map((one) => (
              <button
                key={one.version}
                type="button"
                className={classes.version}
                aria-pressed={one.version === chosen}
                onClick={() => setChosen(one.version)}
              >
                <Text component="span" fw={600} display="block">
                  {t('row', {
                    version: one.version,
                    when: format.shortInstant(one.saved, stock.timeZone),
                    who: one.savedBy ?? t('system'),
                  })}
                  {one.version === record.version && (
                    <span className={classes.present}>
                      <Pill tone="teal" icon={IconEye}>
                        {t('present')}
                      </Pill>
                    </span>
                  )}
                </Text>
                <Text component="span" size="sm" c="dimmed" display="block">
                  {t('what', {
                    origin: one.origin,
                    added: one.added,
                    changed: one.changed,
                    removed: one.removed,
                  })}
                </Text>
              </button>
            ))}
          </div>
        )}
      </Stack>
    </Drawer>
  )
}
