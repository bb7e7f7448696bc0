import { lazy, Suspense, type ComponentProps } from 'react'
import { SkeletonRows } from '../../../ui/index.ts'
import classes from './drawer/drawer.module.css'

const load = async () => await import('./drawer/booking-drawer.tsx')
const Drawer = lazy(load)

/** Fetches the drawer while the person still looks, so that it opens at once. */
export async function preloadDrawer(): Promise<void> {
  await load().catch(() => undefined)
}

/** The drawer with the terms, loaded with the first box that is chosen. */
export function LateDrawer(props: ComponentProps<typeof Drawer>) {
  return (
    <Suspense
      fallback={
        <div className={classes.drawer} data-modal={props.isModal || undefined}>
          <div className={classes.body}>
            <SkeletonRows rows={8} height={50} />
          </div>
        </div>
      }
    >
      <Drawer {...props} />
    </Suspense>
  )
}
