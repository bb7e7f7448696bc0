import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import { editorCanvas } from '@stowage/domain/map-object'
import { toast } from '../../../../ui/index.ts'
import { readSvg } from '../model/read-svg.ts'
import { mostSvgBytes, svgOf } from '../model/write-svg.ts'
import { usePlanStore } from '../use-plan.ts'
import { useMapSession } from './session.ts'

/** The map as a file, and the objects of a file as one step that can be taken back. */
export function useSvgFiles() {
  const t = useTranslations('plan.maps.svg')
  const store = usePlanStore()
  const { stock, mapId, open } = useMapSession()
  const refuse = (text: string): void => toast({ tone: 'red', text })
  return {
    write: () => {
      const text = svgOf(store.get().objects, editorCanvas)
      const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
      const link = document.createElement('a')
      link.href = url
      link.download = `${`${stock.name} ${mapId}`.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')}.svg`
      link.click()
      // The browser has begun to read it by then.
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
    },
    read: async (file: File): Promise<void> => {
      if (file.size > mostSvgBytes) return refuse(t('tooLarge', { most: mostSvgBytes / 1024 / 1024 }))
      const found = readSvg(await file.text().catch(() => ''))
      if (found === null) return refuse(t('none'))
      const { objects, leftOut } = found
      const before = store.get().objects
      if (before.length + objects.length > limits.plan.objects)
        return refuse(t('tooMany', { count: limits.plan.objects }))
      store.commit([...before, ...objects], { select: objects.map(({ uuid }) => uuid) })
      if (objects.length > 0) open.setOrigin(store.get().objects, { imported: true })
      toast({
        tone: leftOut > 0 || objects.length === 0 ? 'amber' : 'green',
        text: t('done', { count: objects.length, leftOut }),
      })
    },
  }
}
