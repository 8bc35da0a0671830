/** The marked cells by pieces that hang together; takes the marks away. */
export function listPieces(isLeft: Uint8Array, columns: number): number[][] {
  const pieces: number[][] = []
  for (let start = 0; start < isLeft.length; start++) {
    if (!isLeft[start]) continue
    isLeft[start] = 0
    const piece = [start]
    for (let k = 0; k < piece.length; k++) {
      const cell = piece[k]!
      const column = cell % columns
      const beside = [column > 0 ? cell - 1 : -1, column < columns - 1 ? cell + 1 : -1]
      for (const next of [...beside, cell - columns, cell + columns]) {
        if (!isLeft[next]) continue
        isLeft[next] = 0
        piece.push(next)
      }
    }
    pieces.push(piece)
  }
  return pieces
}
