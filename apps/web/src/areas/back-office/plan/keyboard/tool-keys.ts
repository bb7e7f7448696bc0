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

/** Of the tools for what a house is made of: wall and entrance. */
export const houseLetters = { wall: 'W', gate: 'E' } as const

/** Every tool that is one of the model, in the order of its letters. */
export const tools = ['select', 'pan', ...drawingTools, 'grid'] as const satisfies readonly Tool[]

/** The tool of a key, `code` as in a KeyboardEvent; undefined for any other key. */
export const toolOfKey = (code: string): Tool | undefined =>
  tools.find((tool) => code === `Key${toolLetters[tool]}`)

export const houseToolOfKey = (code: string): keyof typeof houseLetters | undefined =>
  (['wall', 'gate'] as const).find((role) => code === `Key${houseLetters[role]}`)

/** Whether a tool draws one object. */
export const isDrawing = (tool: Tool): tool is (typeof drawingTools)[number] =>
  drawingTools.some((one) => one === tool)
