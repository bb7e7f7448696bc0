import { ScrollArea } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './boxes.module.css'

/** A long table under its head; what scrolls has a name and can be reached by keys. */
export function ScrollTable({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ScrollArea.Autosize
      mah="52vh"
      className={classes.scroll}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      {children}
    </ScrollArea.Autosize>
  )
}
