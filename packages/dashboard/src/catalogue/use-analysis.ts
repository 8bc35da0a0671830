import { type Analysis, type Asset, ConflictError } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../client.ts'
import { describeError } from '../format/describe-error.ts'

const AGAIN_MS = 2000
/** As many as can be told apart on a wide screen. */
const PEAKS = 420

type Heard = { analysis?: Analysis; audio?: Asset; note?: string }
type Song = {
  mediaId: string | undefined
  audioId: string | undefined
  /** How long the proposed parts are; as the server likes it without. */
  excerptSecs?: number
}

/** What was heard in a song, as soon as it is fetched; `note` says why it is not here. */
export function useAnalysis({ mediaId, audioId, excerptSecs }: Song): Heard {
  const [heard, setHeard] = useState<Heard & { audioId?: string }>({})
  useEffect(() => {
    if (!mediaId || !audioId) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    // What was heard in the same audio stays until there is more.
    const add = (next: Heard) =>
      isGone || setHeard((before) => ({ ...(before.audioId === audioId && before), ...next, audioId }))
    const again = (note: string) => {
      add({ note })
      timer = setTimeout(read, AGAIN_MS)
    }
    const read = async () => {
      try {
        const audio = await songreel.assets.get(audioId)
        if (isGone) return
        add({ audio })
        if (audio.status === 'FAILED')
          return add({ note: audio.error?.message ?? 'The audio could not be used.' })
        if (audio.status !== 'READY') return again('The audio is being fetched…')
        add({ analysis: await songreel.media.analysis(mediaId, { peaks: PEAKS, excerptSecs }) })
      } catch (error) {
        if (isGone) return
        if (error instanceof ConflictError) again('The song is being listened to…')
        else add({ note: describeError(error) })
      }
    }
    read()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [mediaId, audioId, excerptSecs])
  return heard.audioId === audioId ? heard : {}
}
