import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import {
  siteFaults,
  type DoorRequest,
  type DoorView,
  type SitesView,
  type SiteView,
} from '@stowage/api/simulators'
import type { RunningSite, SiteControl } from './site-control.ts'
import { acting, bodyOf, choice, ConsoleError, numberIn, textOf } from './console-error.ts'

const EVENTS_SHOWN = 50

const DOOR_ACTIONS: Record<DoorRequest['action'], (control: SiteControl, lockId: string) => void> = {
  open: (control, lockId) => control.openDoor(lockId),
  close: (control, lockId) => control.closeDoor(lockId),
  force: (control, lockId) => control.forceOpen(lockId),
  stayOpen: (control, lockId) => control.setStaysOpen(lockId, true),
  closeByItself: (control, lockId) => control.setStaysOpen(lockId, false),
  jam: (control, lockId) => control.setJammed(lockId, true),
  unjam: (control, lockId) => control.setJammed(lockId, false),
}

/** The doors of every site, to click. */
export function siteCalls(
  app: FastifyInstance,
  sites: ReadonlyMap<string, RunningSite>,
  open: RouteShorthandOptions,
): void {
  const siteOf = (siteId: string): RunningSite => {
    const site = sites.get(siteId)
    if (!site) throw new ConsoleError(404, 'no such site')
    return site
  }

  app.get('/sites', open, (): SitesView => ({
    sites: [...sites].map(([siteId, site]) => siteView(siteId, site)),
  }))

  app.post<{ Params: { siteId: string; lockId: string } }>('/sites/:siteId/doors/:lockId', {
    ...open,
    handler: async (request): Promise<DoorView> => {
      const { lockId } = request.params
      const { control } = siteOf(request.params.siteId)
      if (!control.doors().some((door) => door.id === lockId)) throw new ConsoleError(404, 'no such lock')
      const action = choice(
        bodyOf(request.body),
        'action',
        Object.keys(DOOR_ACTIONS) as DoorRequest['action'][],
      )
      await acting(() => DOOR_ACTIONS[action](control, lockId))
      return doorView(control.door(lockId))
    },
  })

  app.post<{ Params: { siteId: string } }>('/sites/:siteId', {
    ...open,
    handler: async (request): Promise<SiteView> => {
      const { siteId } = request.params
      const site = siteOf(siteId)
      const { control } = site
      const body = bodyOf(request.body)
      const action = choice(body, 'action', ['fault', 'controller', 'closeAfter'])
      if (action === 'fault')
        await control.setFault(choice(body, 'fault', siteFaults), numberIn(body, 'ms', [1, 120_000], 5000))
      if (action === 'closeAfter') control.setCloseAfterSeconds(numberIn(body, 'seconds', [5, 60]))
      if (action === 'controller') {
        const controller = textOf(body, 'controller')
        if (!control.controllers().some((known) => known.id === controller) || controller === undefined)
          throw new ConsoleError(404, 'no such controller')
        control.setController(controller, choice(body, 'state', ['online', 'offline']))
      }
      return siteView(siteId, site)
    },
  })
}

function siteView(siteId: string, { name, host, port, lanUrl, control }: RunningSite): SiteView {
  return {
    siteId,
    name,
    host,
    port,
    lanUrl: lanUrl ?? null,
    boxesWithPin: [...control.boxesWithPin()],
    fault: control.fault(),
    closeAfterSeconds: control.closeAfterSeconds(),
    unsentEvents: control.unsentEvents(),
    doors: control.doors().map(doorView),
    controllers: control.controllers(),
    events: control
      .events(EVENTS_SHOWN)
      .toReversed()
      .map(({ seq, type, at, lockId }) => ({
        seq,
        type,
        at,
        lockId: typeof lockId === 'string' ? lockId : null,
      })),
  }
}

function doorView({
  id,
  kind,
  name,
  position,
  state,
  online,
  since,
  staysOpen,
  jammed,
  pulses,
}: DoorView): DoorView {
  return { id, kind, name, position, state, online, since, staysOpen, jammed, pulses }
}
