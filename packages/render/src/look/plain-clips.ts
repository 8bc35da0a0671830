import { allocOpaquePicture, type LayerSupplies } from '@songreel/kit/drawing'

/** Large enough for the rim that the clip layer cuts off. */
const SIDE_PX = 32
const GREY = 128

/** Every clip is one grey picture: what still has edges then is drawn by the template. */
export const PLAIN_CLIPS: LayerSupplies = {
  loadClipDecoder: async () => (stage) => {
    const picture = allocOpaquePicture(stage.sharedMemory, { width: SIDE_PX, height: SIDE_PX })
    const { strideY, strideC, planeY, planeU, planeV } = picture
    const grey = () => {
      stage.sharedMemory.bytes(planeY, strideY * SIDE_PX).fill(GREY)
      for (const plane of [planeU, planeV])
        stage.sharedMemory.bytes(plane, (strideC * SIDE_PX) / 2).fill(GREY)
      return picture
    }
    return {
      open: () => ({
        show: () => false,
        // The layer grades what it loads, so each gets it as it was.
        load: grey,
        rest: () => undefined,
        close: () => undefined,
      }),
      free: () => undefined,
    }
  },
}
