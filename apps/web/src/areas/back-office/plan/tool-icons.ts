import {
  IconCircle,
  IconHandStop,
  IconLabel,
  IconLayoutGridAdd,
  IconPhoto,
  IconPointer,
  IconPolygon,
  IconRectangle,
  IconShape,
  IconTypography,
  type Icon,
} from '@tabler/icons-react'
import type { Tool } from './model/plan-store.ts'

/** One sign for each tool, and for what it makes. */
export const toolIcons: Readonly<Record<Tool, Icon>> = {
  select: IconPointer,
  pan: IconHandStop,
  grid: IconLayoutGridAdd,
  text: IconTypography,
  rectangle: IconRectangle,
  circle: IconCircle,
  polygon: IconPolygon,
  image: IconPhoto,
  'rectangle-with-text': IconLabel,
  'polygon-with-text': IconShape,
}
