import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteMapBackground, setMapBackground } from '@stowage/api/maps'
import { editorCanvas } from '@stowage/domain/map-object'
import { call } from '../../../../client/index.ts'
import { mostBytes, readBase64 } from '../../../../ui/index.ts'
import { readMapsAgain } from './read-maps-again.ts'
import { useMapSession } from './session.ts'
import type { ScanPlace, ScanView } from './use-scan.ts'

export const scanKinds: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

/**
 * Laying a scan under the map, moving it and taking it away. What is moved is shown at once and kept when one says so.
 * @param onFirstSave saves a map that never was, for a scan lies beside one that is; answers whether it is
 */
export function useScanDeeds(view: ScanView, onFirstSave: () => Promise<boolean>) {
  const { stock, record, mapId } = useMapSession()
  const client = useQueryClient()
  const [problem, setProblem] = useState<'wrongKind' | 'tooLarge' | 'unreadable' | null>(null)
  const [place, setPlace] = useState<ScanPlace | null>(null)
  const background = record?.background ?? null
  const shown = place ?? background
  const params = { stockId: stock.id, mapId: record?.mapId ?? mapId }
  const show = (next: ScanPlace | null): void => {
    setPlace(next)
    view.setDraft(next)
  }
  const saving = useMutation({
    mutationFn: async (body: ScanPlace & { scan?: { type: string; base64: string } }) => {
      if (record === null && !(await onFirstSave())) return
      await call(setMapBackground, { params, body })
      await readMapsAgain(client, stock.id)
    },
    onSuccess: () => show(null),
  })
  const removing = useMutation({
    mutationFn: async () => {
      await call(deleteMapBackground, { params })
      await readMapsAgain(client, stock.id)
    },
    onSuccess: () => show(null),
  })
  return {
    /** Where it lies on the sheet; null while there is none. */
    shown,
    isMoved: place !== null,
    problem,
    isSaving: saving.isPending,
    isRemoving: removing.isPending,
    move: (part: Partial<ScanPlace>): void => {
      if (shown === null) return
      const { x, y, width, height, opacity } = { ...shown, ...part }
      show({ x, y, width, height, opacity })
    },
    /** Lays the picture into the middle of the sheet, as large as it can be. */
    pick: async (file: File): Promise<void> => {
      if (!scanKinds.includes(file.type)) return setProblem('wrongKind')
      if (file.size > mostBytes) return setProblem('tooLarge')
      try {
        const picture = await createImageBitmap(file)
        const ratio = Math.min(editorCanvas.width / picture.width, editorCanvas.height / picture.height)
        const [width, height] = [picture.width, picture.height].map((side) =>
          Math.max(1, Math.round(side * ratio)),
        ) as [number, number]
        picture.close()
        setProblem(null)
        saving.mutate({
          x: Math.round((editorCanvas.width - width) / 2),
          y: Math.round((editorCanvas.height - height) / 2),
          width,
          height,
          opacity: background?.opacity ?? 0.5,
          scan: { type: file.type, base64: await readBase64(file) },
        })
      } catch {
        setProblem('unreadable')
      }
    },
    keep: () => {
      if (place !== null) saving.mutate(place)
    },
    remove: () => removing.mutate(),
  }
}
