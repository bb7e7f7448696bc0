import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getExternalMaps } from '@stowage/api/management-system'
import { getMapVersion, listMaps, saveMap } from '@stowage/api/maps'
import { compareMaps } from '@stowage/domain/compare-maps'
import type { MapObject } from '@stowage/domain/map-object'
import { call, queryOf } from '../../../../client/index.ts'
import { ErrorState, SkeletonRows, toast } from '../../../../ui/index.ts'
import { Modal } from '../../../../ui/dialog.tsx'
import { useMapSession, type MapFacts } from './session.ts'
import { readMapsAgain } from './read-maps-again.ts'
import classes from './maps.module.css'

interface Coming {
  readonly name: string
  readonly objects: readonly MapObject[]
  /** The map of that name, where there is one; it is replaced. */
  readonly record: MapFacts | null
  /** null: it is the same already. */
  readonly difference: { readonly added: number; readonly changed: number; readonly removed: number } | null
}

/** What the external system has, against what is here; what is chosen is saved, each map as a version of its own. */
export function ExternalDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('plan.maps.external')
  const { stock, open, onMap } = useMapSession()
  const client = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const coming = useQuery({
    queryKey: ['plan', 'external', stock.id],
    queryFn: async () => await readComing(client, stock.id),
    // Read each time it is opened, and only then: a slow system is not asked in the background.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const chosen = (coming.data ?? []).filter(({ name, difference }) => difference !== null && !left.has(name))
  const saving = useMutation({
    mutationFn: async () => {
      try {
        for (const { name, objects, record } of chosen) {
          const version = record?.version ?? 0
          const saved = await call(saveMap, {
            params: { stockId: stock.id },
            body: {
              mapId: name,
              objects: [...objects],
              version,
              ...(record === null ? {} : { id: record.id }),
              imported: true,
            },
          })
          const store = open.find(saved.id)
          // What was drawn there and not saved stays a step back.
          store?.commit(objects)
          store?.markSaved(objects, saved.version, saved.id)
        }
      } finally {
        await readMapsAgain(client, stock.id)
      }
      toast({ tone: 'green', text: t('done', { count: chosen.length }) })
      onClose()
      const [first] = chosen
      if (first !== undefined) onMap(first.name)
    },
    onError: () => void coming.refetch(),
  })
  const toggle = (name: string): void =>
    setLeft(
      (before) => new Set(before.has(name) ? [...before].filter((one) => one !== name) : [...before, name]),
    )
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg">
      {coming.error !== null ? (
        <ErrorState error={coming.error} onRetry={() => void coming.refetch()} />
      ) : coming.data === undefined ? (
        <SkeletonRows />
      ) : coming.data.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <Stack gap="md">
          <Text c="dimmed">{t('text')}</Text>
          <Stack gap="sm" className={classes.rows}>
            {coming.data.map(({ name, objects, record, difference }) => (
              <Checkbox
                key={name}
                label={name}
                disabled={difference === null}
                checked={difference !== null && !left.has(name)}
                description={
                  difference === null
                    ? t('same')
                    : record === null
                      ? t('new', { count: objects.length })
                      : t('replaces', { ...difference })
                }
                onChange={() => toggle(name)}
              />
            ))}
          </Stack>
          <Group justify="end">
            <Button loading={saving.isPending} disabled={chosen.length === 0} onClick={() => saving.mutate()}>
              {t('load', { count: chosen.length })}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

/** The maps of both sides as they are now: what somebody else has saved meanwhile is compared with, not run over. */
async function readComing(client: QueryClient, stockId: string): Promise<Coming[]> {
  const [objects, records] = await Promise.all([
    call(getExternalMaps, { params: { stockId } }),
    client.fetchQuery({ ...queryOf(listMaps, { params: { stockId } }), staleTime: 0 }),
  ])
  const maps = records.filter(({ deleted }) => deleted === null)
  const byName = Map.groupBy(objects, ({ mapName }) => mapName)
  return await Promise.all(
    [...byName].map(async ([name, those]) => {
      const drawn = those.map(({ mapName: _name, ...object }): MapObject => object)
      const record = maps.find((map) => map.mapId === name) ?? null
      const before =
        record === null
          ? []
          : await call(getMapVersion, { params: { stockId, mapId: name, version: String(record.version) } })
      return { name, objects: drawn, record, difference: compareMaps(before, drawn) }
    }),
  )
}
