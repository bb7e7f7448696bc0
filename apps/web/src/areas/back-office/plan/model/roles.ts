/** What a thing of the house is: the way to a box begins at a gate or a lift and keeps clear of rooms. */
import { mapRoles, type MapObject, type MapRole } from '@stowage/domain/map-object'
import { newObject } from './new-object.ts'

export const roleOf = ({ role }: MapObject): MapRole | null => mapRoles.find((one) => one === role) ?? null

type Look = Partial<Pick<MapObject, 'fill' | 'stroke' | 'strokeWidth' | 'radius' | 'textColor'>>

const room: Look = { fill: '#ffffff', stroke: '#cfccc5', strokeWidth: 2, radius: 4, textColor: '#575550' }
const looks: Readonly<Record<MapRole, Look>> = {
  // No fill: the scan and the boxes are seen through the house.
  wall: { fill: 'none', stroke: '#57544e', strokeWidth: 6 },
  gate: { fill: '#f3f1ed', stroke: '#045c62', strokeWidth: 2, radius: 2, textColor: '#045c62' },
  lift: room,
  stairs: room,
  room,
  aisle: { ...room, fill: 'none', stroke: 'none', strokeWidth: 0 },
}

/** What a tool gives an object that stands for a thing of the house. */
export const givenFor = (role: MapRole): Partial<MapObject> => ({ ...looks[role], role })

/** The object as such a thing, or as none. What still looks as it was made gets the look of what it is now. */
export function asRole(object: MapObject, role: MapRole | null): MapObject {
  if (roleOf(object) === role) return object
  const { role: _was, ...rest } = object
  if (role === null) return rest
  const isUndressed = object.type !== 'text' && object.type !== 'image' && looksMade(object)
  return { ...rest, ...(isUndressed ? lookFor(object, role) : {}), role }
}

function looksMade(object: MapObject): boolean {
  const made = [newObject(object.type, object, ''), ...Object.values(looks)]
  return made.some(
    ({ fill, stroke }) =>
      (object.fill ?? null) === (fill ?? null) && (object.stroke ?? null) === (stroke ?? null),
  )
}

/** Only what this kind of object has. */
function lookFor({ type }: MapObject, role: MapRole): Look {
  const { radius, textColor, ...look } = looks[role]
  return {
    ...look,
    ...(type.startsWith('rectangle') && radius !== undefined ? { radius } : {}),
    ...(type.endsWith('-with-text') && textColor !== undefined ? { textColor } : {}),
  }
}
