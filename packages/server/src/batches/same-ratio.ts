/** Whether two names mean the same shape: 32x18 is 16x9. */
export function isSameRatio(a: string, b: string): boolean {
  const [aAcross, aDown] = a.split('x').map(Number)
  const [bAcross, bDown] = b.split('x').map(Number)
  return aAcross * bDown === bAcross * aDown
}
