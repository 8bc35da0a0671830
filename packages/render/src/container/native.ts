import { AV_LOG_ERROR } from 'node-av/constants'
import { FFmpegError, Log } from 'node-av/lib'
import { isDiskFull, RenderError } from '../errors.ts'

// By default encoders print their settings and statistics.
Log.setLevel(AV_LOG_ERROR)

/** Lets a native call's answer pass, or throws with what FFmpeg said; for calls that only our own fault can fail. */
export function mustSucceed(answer: number, action: string): number {
  if (answer >= 0) return answer
  const reason = new FFmpegError(answer)
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
