import { fail } from '../../platform/failure.ts'

/** A place has both of its figures or none: what was given may have taken one of them away. @throws Failure 1003 */
export function checkWholePlace(place: {
  readonly latitude: number | null
  readonly longitude: number | null
}): void {
  if ((place.latitude === null) !== (place.longitude === null))
    fail(1003, { field: place.latitude === null ? 'latitude' : 'longitude' })
}
