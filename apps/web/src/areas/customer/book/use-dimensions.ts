import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { StockBox } from './use-stock-boxes.ts'

/** "2.5 × 3 × 2.6 m", or nothing where the box was never measured. */
export function useDimensions({
  width,
  depth,
  height,
}: Pick<StockBox, 'width' | 'depth' | 'height'>): string | null {
  const t = useTranslations('maps')
  const format = useFormat()
  if (width == null || depth == null || height == null) return null
  return t('dimensions', {
    width: format.number(width),
    depth: format.number(depth),
    height: format.number(height),
  })
}
