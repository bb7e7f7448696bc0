// Loaded before everything else (`node --import`) into the product whose pictures are taken: its clock runs, on another day.
// The demo company is the same every time for a given day, so the pictures of that day are too.
const shift = Number(process.env['DOCS_CLOCK_SHIFT_MS'] ?? 0)
const Machine = Date
const now = (): number => Machine.now() + shift

globalThis.Date = new Proxy(Machine, {
  construct: (target, words: [], made) =>
    Reflect.construct(target, words.length === 0 ? [now()] : words, made) as object,
  apply: () => new Machine(now()).toString(),
  get: (target, name, self) => (name === 'now' ? now : (Reflect.get(target, name, self) as unknown)),
})

const instant = (): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(now())
const zoneOf = (zone?: string): string => zone ?? Temporal.Now.timeZoneId()
Object.assign(Temporal.Now, {
  instant,
  zonedDateTimeISO: (zone?: string) => instant().toZonedDateTimeISO(zoneOf(zone)),
  plainDateTimeISO: (zone?: string) => instant().toZonedDateTimeISO(zoneOf(zone)).toPlainDateTime(),
  plainDateISO: (zone?: string) => instant().toZonedDateTimeISO(zoneOf(zone)).toPlainDate(),
  plainTimeISO: (zone?: string) => instant().toZonedDateTimeISO(zoneOf(zone)).toPlainTime(),
})
