import type { Locator, Page } from '@playwright/test'

/** A field by its label alone; passwords have no role, and the button beside one is named almost like it. */
export function field(place: Page | Locator, label: string): Locator {
  const exactly = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return place.getByLabel(new RegExp(`^${exactly}\\s*\\*?$`))
}
