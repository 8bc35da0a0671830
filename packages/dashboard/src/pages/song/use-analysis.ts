import { type Analysis, type Asset, ConflictError } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { describeError } from '../../parts/toast.tsx'

const AGAIN_MS = 2000
const PEAKS = 420

/** What was heard in a song, as soon as it is fetched; `note` says why it is not here. */
export function useAnalysis(
  mediaId: string,
  audioId: string | undefined,
): { analysis: Analysis | undefined; audio: Asset | undefined; note: string | undefined } {
  const [analysis, setAnalysis] = useState<Analysis>()
  const [audio, setAudio] = useState<Asset>()
  const [note, setNote] = useState<string>()
  useEffect(() => {
    setAnalysis(undefined)
    setAudio(undefined)
    setNote(audioId ? undefined : 'No audio yet. Add the file with Edit: most templates need it.')
    if (!audioId) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const read = async () => {
      try {
        const asset = await songreel.assets.get(audioId)
        if (isGone) return
        setAudio(asset)
        if (asset.status === 'FAILED') return setNote(asset.error?.message ?? 'The audio could not be used.')
        if (asset.status !== 'READY') return again('The audio is being fetched…')
        const found = await songreel.media.analysis(mediaId, { peaks: PEAKS })
        if (!isGone) setAnalysis(found)
      } catch (error) {
        if (isGone) return
        if (error instanceof ConflictError) again('The song is being listened to…')
        else setNote(describeError(error))
      }
    }
    const again = (text: string) => {
      setNote(text)
      timer = setTimeout(read, AGAIN_MS)
    }
    read()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [mediaId, audioId])
  return { analysis, audio, note }
}
