import { drawingTools } from '../model/new-object.ts'
import type { Tool } from '../model/plan-store.ts'

/** The letter of each tool, by the place of its key: as drawing programs have them where they agree. */
export const toolLetters: Readonly<Record<Tool, string>> = {
  select: 'V',
  pan: 'H',
  text: 'T',
  rectangle: 'R',
  circle: 'O',
  polygon: 'P',
  image: 'I',
  'rectangle-with-text': 'B',
  'polygon-with-text': 'L',
  grid: 'G',
}

/** In the order of the toolbar. */
export const tools = ['select', 'pan', ...drawingTools, 'grid'] as const satisfies readonly Tool[]

/** The tool of a key, `code` as in a KeyboardEvent; undefined for any other key. */
export const toolOfKey = (code: string): Tool | undefined =>
  tools.find((tool) => code === `Key${toolLetters[tool]}`)

/** Whether a tool draws one object. */
export const isDrawing = (tool: Tool): tool is (typeof drawingTools)[number] =>
  drawingTools.some((one) => one === tool)
