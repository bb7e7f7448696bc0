/** The line of a hint where a neighbour in the row has one: the fields of a row stand at one height. */
export const blank = '\u00a0'
