import type { ComponentType } from 'react'
import type { TextArea } from '@stowage/texts/ui/load.ts'
import { needTexts } from '../i18n/index.ts'

/** Loads a page's code and the texts it needs side by side. */
export function screen(
  load: () => Promise<{ default: ComponentType }>,
  ...areas: readonly TextArea[]
): () => Promise<{ default: ComponentType }> {
  return async () => (await Promise.all([load(), needTexts(...areas)]))[0]
}
