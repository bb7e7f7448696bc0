import type { FilledBox, FilledStock } from './fill-stocks.ts'

/** Which boxes the script has not given to anybody: planned before the first day, so that no two stories want the same one. */
export class Vacancies {
  private readonly taken = new Set<string>()

  let(box: FilledBox): void {
    this.taken.add(box.id)
  }

  /** The next one of a usual size. @throws RangeError when none is left */
  take(stock: FilledStock): FilledBox {
    const box = stock.boxes.find(({ id, drawn: { size } }) => !this.taken.has(id) && size >= 3 && size <= 9)
    if (!box) throw new RangeError(`no box of a usual size is free at ${stock.demo.stock.name}`)
    this.let(box)
    return box
  }
}
