/** What the catalogue says of one way a render or an asset can fail. */
export type RenderFailureEntry = { text: string; retryable: boolean; hint: string }

/** Why an asset could not be had or a render not be made; found in `error.code` of the record. */
export const RENDER_FAILURES = {
  ASSET_UNREACHABLE: {
    text: 'A file could not be fetched from its address.',
    retryable: true,
    hint: 'Open the link in a browser without signing in. The message says whether DNS, the connection, TLS or the status was the problem. A host name inside the network of the service looks like one that does not exist.',
  },
  ASSET_TIMEOUT: {
    text: 'A file took too long to arrive.',
    retryable: true,
    hint: 'Put the file on a faster host, or upload it with `POST /v1/uploads`.',
  },
  ASSET_TOO_LARGE: {
    text: 'A file is larger than the limit.',
    retryable: false,
    hint: '`GET /v1/limits` shows the limits. Send a smaller file.',
  },
  ASSET_TYPE_MISMATCH: {
    text: 'A file is not of the type that its field requires.',
    retryable: false,
    hint: 'The message says what the file really is: often a web page, because the link needs a sign-in.',
  },
  ASSET_UNSUPPORTED: {
    text: 'A file has an unsupported type.',
    retryable: false,
    hint: 'Send one of the formats in docs/api.md.',
  },
  ASSET_TRUNCATED: {
    text: 'A file is incomplete.',
    retryable: true,
    hint: 'The upload or download was cut off. Store the file again.',
  },
  ASSET_CORRUPT: {
    text: 'A file is damaged.',
    retryable: false,
    hint: 'Export the file again from its source.',
  },
  URL_NOT_ALLOWED: {
    text: 'An address may not be reached from here.',
    retryable: false,
    hint: 'Use a public address, or have the operator allow the host with `SONGREEL_ALLOW_PRIVATE_HOSTS`.',
  },
  AUDIO_MISSING: {
    text: 'The template needs a song and there is none.',
    retryable: false,
    hint: 'Give the media an `audioUrl`.',
  },
  AUDIO_RANGE_INVALID: {
    text: 'audioStartEndSecs is outside the song.',
    retryable: false,
    hint: 'Choose `start` and `end` inside the song; the asset record has its length.',
  },
  LYRICS_MISSING: {
    text: 'The template needs lyrics and there are none.',
    retryable: false,
    hint: 'Give the media `lyricsUrl` or `lyricsText`.',
  },
  LYRICS_INVALID: {
    text: 'The lyrics could not be read.',
    retryable: false,
    hint: 'The message names the line. LRC, enhanced LRC, SRT, WebVTT, TTML, ASS and plain text are supported.',
  },
  FONT_INVALID: {
    text: 'A font could not be read.',
    retryable: false,
    hint: 'Send a TTF, OTF or WOFF2 file that opens in a font viewer. Collections (TTC) and WOFF 1 are not supported.',
  },
  LOGO_INVALID: {
    text: 'A logo could not be read.',
    retryable: false,
    hint: 'Send a PNG, or an SVG in which text is converted to paths and pictures are embedded.',
  },
  ANIMATION_INVALID: {
    text: 'An animation could not be read.',
    retryable: false,
    hint: 'Send a Lottie JSON or a .lottie file with its pictures inside, of at most 60 seconds and 1,000 layers. The message says what is wrong.',
  },
  TEMPLATE_FAILED: {
    text: 'The template could not draw the video.',
    retryable: false,
    hint: "The template has a fault. The worker's log names the file and the line; tell its author.",
  },
  RENDER_TIMEOUT: {
    text: 'The render exceeded its time limit.',
    retryable: true,
    hint: 'Ask for a shorter excerpt or a lower quality, or have the operator raise `SONGREEL_RENDER_TIMEOUT_SECS`.',
  },
  RENDER_STALLED: {
    text: 'The render stopped making progress.',
    retryable: true,
    hint: 'Try again. If it happens again with the same files, report it.',
  },
  RENDER_OUT_OF_MEMORY: {
    text: 'The render exceeded its memory limit.',
    retryable: true,
    hint: 'Ask for a lower quality, or give the worker more memory.',
  },
  RENDER_CRASHED: {
    text: 'The render process crashed.',
    retryable: true,
    hint: 'Try again. If it happens again with the same files, report it.',
  },
  OUTPUT_CHECK_FAILED: {
    text: 'The finished video failed its check.',
    retryable: true,
    hint: 'A video that fails its check is never delivered. Try again; if it keeps failing, report it.',
  },
  STORAGE_FULL: {
    text: 'There is not enough space to store the video.',
    retryable: true,
    hint: 'Free some space where the files are stored.',
  },
  STORAGE_QUOTA_EXCEEDED: {
    text: 'The organization has used up its storage quota.',
    retryable: true,
    hint: 'Delete the files of renders you no longer need, or ask the operator for a higher quota, then try again.',
  },
  STORAGE_FAILED: {
    text: 'The video could not be stored.',
    retryable: true,
    hint: "Check `/readyz` and the worker's log.",
  },
  BATCH_EXPIRED: {
    text: 'The batch waited longer than its limit.',
    retryable: true,
    hint: 'Add workers, or send fewer renders at once.',
  },
  INTERNAL: {
    text: 'Something went wrong on our side.',
    retryable: true,
    hint: "Try again. If it keeps failing, report it with the render's id.",
  },
} as const satisfies Record<string, RenderFailureEntry>

/** A code of a failed render or asset. */
export type RenderFailureCode = keyof typeof RENDER_FAILURES
