import { isDiskFull, RenderError } from '@songreel/kit/core'
import { AV_LOG_ERROR } from 'node-av/constants'
import { FFmpegError, Log } from 'node-av/lib'

// By default encoders print their settings and statistics.
Log.setLevel(AV_LOG_ERROR)

/** Returns a native call's result, or throws with what FFmpeg said; for calls that only an error of ours can fail. */
export function mustSucceed(result: number, action: string): number {
  if (result >= 0) return result
  const reason = new FFmpegError(result)
  if (isDiskFull(reason))
    throw new RenderError(
      'STORAGE_FULL',
      `No space left while trying to ${action}.`,
      { action },
      { cause: reason },
    )
  throw new RenderError(
    'INTERNAL',
    `FFmpeg could not ${action}: ${reason.message}.`,
    { action },
    { cause: reason },
  )
}
