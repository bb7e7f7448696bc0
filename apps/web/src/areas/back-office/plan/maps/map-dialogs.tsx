import { useTranslations } from 'use-intl'
import { firstMap } from '../model/open-maps.ts'
import { DeletedDialog } from './deleted-dialog.tsx'
import { ExternalDialog } from './external-dialog.tsx'
import { freeName } from './free-name.ts'
import { NameDialog } from './name-dialog.tsx'
import { ScanDialog } from './scan-dialog.tsx'
import { useMapSession, useUnsavedMaps } from './session.ts'
import type { MapDeeds } from './use-map-deeds.ts'
import type { ScanView } from './use-scan.ts'
import { VersionsDrawer } from './versions-drawer.tsx'

export type MapDialog = 'add' | 'rename' | 'deleted' | 'versions' | 'scan' | 'external'

interface MapDialogsProps {
  readonly dialog: MapDialog | null
  readonly deeds: MapDeeds
  readonly scan: ScanView
  /** Saves a map that never was. @returns whether it is saved now */
  readonly onFirstSave: () => Promise<boolean>
  readonly onClose: () => void
}

/** The one dialog of the maps that is open. */
export function MapDialogs({ dialog, deeds, scan, onFirstSave, onClose }: MapDialogsProps) {
  const t = useTranslations('plan.maps')
  const { open, maps, mapId, record } = useMapSession()
  const unsaved = useUnsavedMaps(open)
  switch (dialog) {
    case 'add':
      return (
        <NameDialog
          title={t('add')}
          action={t('addYes')}
          start={freeName(t('floor', { number: maps.length + (unsaved.has(firstMap) ? 2 : 1) }), maps)}
          onName={deeds.add}
          onClose={onClose}
        />
      )
    case 'rename':
      return record === null ? null : (
        <NameDialog
          title={t('rename')}
          action={t('renameYes')}
          start={mapId}
          own={mapId}
          onName={async (name) => await deeds.rename(mapId, name)}
          onClose={onClose}
        />
      )
    case 'deleted':
      return <DeletedDialog deeds={deeds} onClose={onClose} />
    case 'versions':
      return <VersionsDrawer onClose={onClose} />
    case 'scan':
      return <ScanDialog view={scan} onFirstSave={onFirstSave} onClose={onClose} />
    case 'external':
      return <ExternalDialog onClose={onClose} />
    case null:
      return null
  }
}
