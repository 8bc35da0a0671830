import sharp from 'sharp'

/** How many pixels of a picture have the green of the tests' logos. */
export async function countGreen(still: Uint8Array): Promise<number> {
  const { data } = await sharp(still).raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3)
    if (data[at]! < 60 && data[at + 1]! > 200 && data[at + 2]! < 60) count++
  return count
}
