import v8 from 'node:v8'

/**
 * While a server loads its code nearly everything it makes is garbage at once; V8 takes that for need and grows its young
 * space to a size that it never gives back (25 MB of 180). Kept small until the server stands, it grows later under load.
 * Must be called before anything heavy is loaded.
 * @returns what lets it grow again
 */
export function spareMemory(): () => void {
  v8.setFlagsFromString('--semi-space-growth-factor=1')
  return () => v8.setFlagsFromString('--semi-space-growth-factor=2')
}
