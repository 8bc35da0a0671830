/** What the reference says before the first call. */
export const ABOUT = {
  summary: 'Videos for music releases, by API.',
  description: [
    'Register an artist, an album and a song; ask for videos; follow them until they are done.',
    'Every response is JSON in one envelope: `success`, `message`, `data`; a failure has `error.code` and `requestId`.',
    'Send your token as `Authorization: Bearer <authToken>`. A POST with an `Idempotency-Key` can be sent again without harm.',
    'Fields that are not known are ignored and named in `warnings`; with `Prefer: handling=strict` they are refused.',
  ].join('\n\n'),
}
